import type { Id } from '#kit/id.ts';
import { zeroCents } from '#kit/money.ts';
import { call } from '#web/api/call.ts';
import { readAllPages } from '#web/api/read-all-pages.ts';
import { listingCalls } from '../listing/listing-contract.ts';
import { type ExpenseList, toListQuery } from './first-reads.ts';

/** Reads all expenses under the filter, up to `most`, with the figures of all of them. */
export async function readExpenses(
  list: Omit<ExpenseList, 'page'>,
  most: number,
  corrections: 'all' | 'current' = 'current',
) {
  const names = new Map<Id<'member'>, string>();
  const titles = new Map<Id<'event'>, string>();
  const figures = { totalCount: 0, totalAmount: zeroCents };
  const { items, isComplete } = await readAllPages(most, async (request) => {
    const query = { ...toListQuery({ ...list, page: 1 }), ...request, corrections };
    const { expenses, totalAmount, participants, events } = await call(listingCalls.list, {
      query,
    });
    for (const { id, name } of participants) names.set(id, name);
    for (const { id, title } of events) titles.set(id, title);
    figures.totalCount = expenses.totalCount;
    figures.totalAmount = totalAmount;
    return expenses;
  });
  const people = [...names].map(([id, name]) => ({ id, name }));
  const events = [...titles].map(([id, title]) => ({ id, title }));
  return { ...figures, expenses: items, isComplete, people, events };
}
