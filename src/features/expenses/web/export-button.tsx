import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { readAllPages } from '#web/api/read-all-pages.ts';
import { useSession } from '#web/api/session.ts';
import { CsvButton, maxExported } from '#web/screen/csv-button.tsx';
import { expenseCalls } from '../contract.ts';
import { expensesCsv } from '../expenses-csv.ts';
import { type ExpenseList, toListQuery } from './first-reads.ts';

/** Exports all expenses under the filter. */
export function ExportButton({ list }: { list: Omit<ExpenseList, 'page'> }) {
  const { chapter } = useSession();
  const read = async () => {
    const names = new Map<Id<'member'>, string>();
    const { items, isComplete } = await readAllPages(maxExported, async (request) => {
      const query = { ...toListQuery({ ...list, page: 1 }), ...request };
      const { expenses, participants } = await call(expenseCalls.list, { query });
      for (const { id, name } of participants) names.set(id, name);
      return expenses;
    });
    return { text: expensesCsv(items, names, chapter.timeZone), count: items.length, isComplete };
  };
  return <CsvButton fileName="Expenses.csv" noun="expense" read={read} />;
}
