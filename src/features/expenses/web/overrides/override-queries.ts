/** The writes of overrides. Each replies with the whole expense; a refusal reads it anew. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { expenseCalls } from '../../contract.ts';
import type { Expense, OverrideFields } from '../../expense.ts';
import { refreshAfter, remember } from '../queries.ts';

type About = { expense: Pick<Expense, 'id' | 'version'> };

export function useAddOverride() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      expense,
      body,
      idempotencyKey,
    }: About & { body: OverrideFields; idempotencyKey: string }) =>
      call(expenseCalls.addOverride, {
        params: { expenseId: expense.id },
        body,
        idempotencyKey,
        ifMatch: expense.version,
      }),
    onSuccess: (expense) => remember(client, expense),
    onError: (error) => refreshAfter(client, error),
  });
}

export function useUpdateOverride() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      expense,
      overrideId,
      body,
    }: About & { overrideId: Id<'override'>; body: OverrideFields }) =>
      call(expenseCalls.updateOverride, {
        params: { expenseId: expense.id, overrideId },
        body,
        ifMatch: expense.version,
      }),
    onSuccess: (expense) => remember(client, expense),
    onError: (error) => refreshAfter(client, error),
  });
}

export function useDeleteOverride() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ expense, overrideId }: About & { overrideId: Id<'override'> }) =>
      call(expenseCalls.removeOverride, {
        params: { expenseId: expense.id, overrideId },
        ifMatch: expense.version,
      }),
    onSuccess: (expense) => remember(client, expense),
    onError: (error) => refreshAfter(client, error),
  });
}
