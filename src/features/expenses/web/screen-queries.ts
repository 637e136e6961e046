/** What the screen of the expenses alone asks for, and the write that brings one back. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/call.ts';
import { expenseCalls } from '../contract.ts';
import type { DeletedExpense } from '../expense.ts';
import { expensesKey, refresh, remember } from './queries.ts';

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
