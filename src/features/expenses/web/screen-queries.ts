/** What the screen of the expenses alone asks for, and the write that brings one back. */

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { expenseCalls } from '../contract.ts';
import { expensesKey } from '../keys.ts';
import { refreshAfter, remember } from './queries.ts';

export const categoriesQuery = queryOptions({
  queryKey: [...expensesKey, 'categories'],
  queryFn: async ({ signal }) => (await call(expenseCalls.categories, { signal })).items,
});

export function useRestoreExpense() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: { id: Id<'expense'>; version?: number | undefined }) =>
      call(expenseCalls.restore, {
        params: { expenseId: id },
        ...(version !== undefined && { ifMatch: version }),
      }),
    onSuccess: (expense) => remember(client, expense),
    onError: (error) => refreshAfter(client, error),
  });
}
