import { useSession } from '#web/api/session.ts';
import { CsvButton } from '#web/screen/csv-button.tsx';
import { maxExported } from '#web/screen/csv-export.ts';
import type { ExpenseList } from './first-reads.ts';

/** Exports all expenses under the filter. */
export function ExportButton({ list }: { list: Omit<ExpenseList, 'page'> }) {
  const { timeZone } = useSession().chapter;
  const read = async () => {
    // Not loaded with the screen, because few visits need it.
    const { readExpensesCsv } = await import('./read-expenses-csv.ts');
    return readExpensesCsv(list, { most: maxExported, timeZone });
  };
  return <CsvButton fileName="Expenses.csv" noun="expense" read={read} />;
}
