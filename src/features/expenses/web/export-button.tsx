import { Download } from 'lucide-react';
import { useState } from 'react';
import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/api/session.ts';
import { saveFile } from '#web/screen/save-file.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { expenseCalls } from '../contract.ts';
import type { ListedExpense } from '../expense.ts';
import { expensesCsv } from '../expenses-csv.ts';
import { type ExpenseList, toListQuery } from './first-reads.ts';

/** The most that one call returns. */
const take = 200;

/** Exports all expenses under the filter as a CSV file, in the order of the list. */
export function ExportButton({ list }: { list: Omit<ExpenseList, 'page'> }) {
  const { chapter } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const { expenses, names } = await readAll(list);
      saveFile('Expenses.csv', expensesCsv(expenses, names, chapter.timeZone), 'text/csv');
      toast.success(`${plural(expenses.length, 'expense')} exported`);
    } catch {
      toast.error("Couldn't export the expenses.");
    }
    setIsBusy(false);
  };
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<Download aria-hidden="true" />}
      isBusy={isBusy}
      busyLabel="Exporting..."
      onClick={() => void save()}
    >
      Export CSV
    </Button>
  );
}

async function readAll(list: Omit<ExpenseList, 'page'>) {
  const expenses: ListedExpense[] = [];
  const names = new Map<Id<'member'>, string>();
  for (;;) {
    const query = { ...toListQuery({ ...list, page: 1 }), skip: expenses.length, take };
    const page = await call(expenseCalls.list, { query });
    expenses.push(...page.expenses.items);
    for (const { id, name } of page.participants) names.set(id, name);
    if (page.expenses.items.length < take) return { expenses, names };
  }
}
