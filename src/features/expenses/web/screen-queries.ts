/** Queries and mutations that only the expenses screen uses. */

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { expenseCalls } from '../contract.ts';
import { expensesKey } from '../keys.ts';
import { cacheExpense, invalidateAfterError } from './queries.ts';

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
    onSuccess: (expense) => cacheExpense(client, expense),
    onError: (error) => invalidateAfterError(client, error),
  });
}
