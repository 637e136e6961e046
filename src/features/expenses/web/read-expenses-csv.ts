import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { readAllPages } from '#web/api/read-all-pages.ts';
import { expenseCalls } from '../contract.ts';
import { expensesCsv } from '../expenses-csv.ts';
import { type ExpenseList, toListQuery } from './first-reads.ts';

/** Reads all expenses under the filter, up to `most`, and writes them as CSV. */
export async function readExpensesCsv(
  list: Omit<ExpenseList, 'page'>,
  { most, timeZone }: { most: number; timeZone: string },
) {
  const names = new Map<Id<'member'>, string>();
  const { items, isComplete } = await readAllPages(most, async (request) => {
    // The file has all rows of a correction: it is for the books.
    const query = { ...toListQuery({ ...list, page: 1 }), ...request, corrections: 'all' } as const;
    const { expenses, participants } = await call(expenseCalls.list, { query });
    for (const { id, name } of participants) names.set(id, name);
    return expenses;
  });
  return { text: expensesCsv(items, names, timeZone), count: items.length, isComplete };
}
