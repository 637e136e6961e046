/** Mutations of overrides. Each returns the whole expense; a refusal refetches it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { expenseCalls } from '../../contract.ts';
import type { Expense, OverrideFields } from '../../expense.ts';
import { cacheExpense, invalidateAfterError } from '../changes/change-queries.ts';

type WithExpense = { expense: Pick<Expense, 'id' | 'version'> };

export function useAddOverride() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      expense,
      body,
      idempotencyKey,
    }: WithExpense & { body: OverrideFields; idempotencyKey: string }) =>
      call(expenseCalls.addOverride, {
        params: { expenseId: expense.id },
        body,
        idempotencyKey,
        ifMatch: expense.version,
      }),
    onSuccess: (expense) => cacheExpense(client, expense),
    onError: (error) => invalidateAfterError(client, error),
  });
}

export function useUpdateOverride() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      expense,
      overrideId,
      body,
    }: WithExpense & { overrideId: Id<'override'>; body: OverrideFields }) =>
      call(expenseCalls.updateOverride, {
        params: { expenseId: expense.id, overrideId },
        body,
        ifMatch: expense.version,
      }),
    onSuccess: (expense) => cacheExpense(client, expense),
    onError: (error) => invalidateAfterError(client, error),
  });
}

export function useDeleteOverride() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ expense, overrideId }: WithExpense & { overrideId: Id<'override'> }) =>
      call(expenseCalls.removeOverride, {
        params: { expenseId: expense.id, overrideId },
        ifMatch: expense.version,
      }),
    onSuccess: (expense) => cacheExpense(client, expense),
    onError: (error) => invalidateAfterError(client, error),
  });
}
