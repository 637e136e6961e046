import { expensesCsv } from '../expenses-csv.ts';
import type { ExpenseList } from './first-reads.ts';
import { readExpenses } from './read-expenses.ts';

/**
 * Reads all expenses under the filter, up to `most`, and writes them as CSV: for the books, so with all
 * rows of corrections.
 */
export async function readExpensesCsv(
  list: Omit<ExpenseList, 'page'>,
  { most, timeZone }: { most: number; timeZone: string },
) {
  const { expenses, people, isComplete } = await readExpenses(list, most, 'all');
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return { text: expensesCsv(expenses, names, timeZone), count: expenses.length, isComplete };
}
