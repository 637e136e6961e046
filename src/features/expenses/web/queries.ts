/** Queries of expenses, of which Home and other features show some. */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import type { Expense, ListedExpense } from '../expense.ts';
import { expensesKey } from '../keys.ts';
import { listingCalls } from '../listing/listing-contract.ts';
import { type ExpenseList, toListQuery } from './first-reads.ts';

export { standingsQuery } from './balances-query.ts';

export function expenseListQuery(list: ExpenseList) {
  const query = toListQuery(list);
  return queryOptions({
    queryKey: [...expensesKey, 'list', query],
    queryFn: ({ signal }) => call(listingCalls.list, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** An expense. Until it is loaded, the version from a list is shown. */
export function expenseQuery(client: QueryClient, expenseId: Id<'expense'>) {
  return queryOptions({
    queryKey: [...expensesKey, 'one', expenseId],
    queryFn: ({ signal }) => call(listingCalls.detail, { params: { expenseId }, signal }),
    placeholderData: () => findInLists(client, expenseId),
  });
}

function findInLists(client: QueryClient, expenseId: Id<'expense'>): Expense | undefined {
  return (
    client
      .getQueriesData<{ expenses: { items: ListedExpense[] } }>({
        queryKey: [...expensesKey, 'list'],
      })
      .flatMap(([, reply]) => reply?.expenses.items ?? [])
      .filter((expense) => expense.status !== 'deleted')
      // What a list shows only in part would look whole.
      .find((expense) => expense.id === expenseId && expense.participantCount === undefined)
  );
}
