/** What the screen of the expenses alone asks for, and the write that brings one back. */
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import type { Page } from '#kit/page.ts';
import { call } from '#web/call.ts';
import { expenseCalls } from '../contract.ts';
import type { DeletedExpense } from '../expense.ts';
import { expensesKey, refresh, remember } from './queries.ts';

/** A page of the open expenses behind a member's balance. */
export function balancePartsQuery(participantId: Id) {
  return infiniteQueryOptions({
    queryKey: [...expensesKey, 'balance parts', participantId],
    queryFn: ({ signal, pageParam: skip }) =>
      call(expenseCalls.balanceParts, { params: { participantId }, query: { skip }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ expenses }) => nextSkip(expenses),
  });
}

/** What happened to an expense, the newest first. */
export function historyQuery(expenseId: Id) {
  return infiniteQueryOptions({
    queryKey: [...expensesKey, 'history', expenseId],
    queryFn: ({ signal, pageParam: skip }) =>
      call(expenseCalls.history, { params: { expenseId }, query: { skip }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ events }) => nextSkip(events),
  });
}

type Numbers = Pick<Page<unknown>, 'currentPage' | 'totalPages' | 'pageSize'>;

function nextSkip({ currentPage, totalPages, pageSize }: Numbers): number | undefined {
  return currentPage < totalPages ? currentPage * pageSize : undefined;
}

export const categoriesQuery = queryOptions({
  queryKey: [...expensesKey, 'categories'],
  queryFn: async ({ signal }) => (await call(expenseCalls.categories, { signal })).items,
});

export function useRestoreExpense() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (expense: Pick<DeletedExpense, 'id' | 'version'>) =>
      call(expenseCalls.restore, {
        params: { expenseId: expense.id },
        ifMatch: expense.version,
      }),
    onSuccess: (expense) => remember(client, expense),
    onError: () => void refresh(client),
  });
}
