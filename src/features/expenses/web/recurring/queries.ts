/** Queries and mutations of recurring expenses, cached below the expenses they make. */
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { callQuery } from '#web/api/call-query.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import { expensesKey } from '../../keys.ts';
import type { NewExpense } from '../../new-expense.ts';
import type { RecurringBody, RecurringExpense, RecurringRule } from '../../recurring/recurring.ts';
import { recurringCalls } from '../../recurring/recurring-contract.ts';
import {
  cacheExpense,
  invalidateAfterError,
  invalidateExpenses,
} from '../changes/change-queries.ts';

/** All that a chapter may have. */
export const recurringListQuery = queryOptions({
  queryKey: [...expensesKey, 'recurring'],
  queryFn: async ({ signal }) =>
    (await call(recurringCalls.list, { query: { take: 200 }, signal })).recurring.items,
});

export function recurringQuery(recurringId: Id<'recurring'>) {
  return callQuery([...expensesKey, 'recurring one', recurringId], recurringCalls.detail, {
    params: { recurringId },
  });
}

export function useCreateRecurring() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sent: {
      body: { rule: RecurringRule; expense: NewExpense };
      idempotencyKey: string;
    }) => call(recurringCalls.create, sent),
    onSuccess: ({ recurring, expense }) => {
      cacheRecurring(client, recurring);
      cacheExpense(client, expense);
    },
  });
}

type Known = Pick<RecurringExpense, 'id' | 'version'>;

export function useUpdateRecurring() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ recurring: { id, version }, body }: { recurring: Known; body: RecurringBody }) =>
      call(recurringCalls.update, { params: { recurringId: id }, body, ifMatch: version }),
    onSuccess: (recurring) => cacheRecurring(client, recurring),
    onError: (error) => invalidateAfterError(client, error),
  });
}

export function usePauseOrResume({ id, version }: Known) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (act: 'pause' | 'resume') =>
      call(recurringCalls[act], {
        params: { recurringId: id },
        ifMatch: version,
        idempotencyKey: idempotency.keyFor([act, version]),
      }),
    onSuccess: (recurring) => cacheRecurring(client, recurring),
    onError: (error) => invalidateAfterError(client, error),
  });
}

export function useEndRecurring() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Known) =>
      call(recurringCalls.end, { params: { recurringId: id }, ifMatch: version }),
    onSuccess: () => invalidateExpenses(client),
    onError: (error) => invalidateAfterError(client, error),
  });
}

function cacheRecurring(client: QueryClient, recurring: RecurringExpense): void {
  const { queryKey } = recurringQuery(recurring.id);
  client.setQueryData(queryKey, recurring);
  void invalidateExpenses(client, queryKey);
}
