/**
 * The expenses as the browser holds them. A write puts the expense it replies with into the cache
 * of that id; lists, balances and totals are its neighbours and are read anew.
 */

import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { walletsKey } from '#features/wallets/keys.ts';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { isConflict } from '#web/api/call-error.ts';
import { expenseCalls } from '../contract.ts';
import type { Expense, ListedExpense, NewExpense } from '../expense.ts';
import { expensesKey } from '../keys.ts';
import type { PatchOperation } from '../patch.ts';
import { type ExpenseList, toListQuery } from './first-reads.ts';

export function expenseListQuery(list: ExpenseList) {
  const query = toListQuery(list);
  return queryOptions({
    queryKey: [...expensesKey, 'list', query],
    queryFn: ({ signal }) => call(expenseCalls.list, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One expense; what a list already told of it is shown meanwhile. */
export function expenseQuery(client: QueryClient, expenseId: Id<'expense'>) {
  return queryOptions({
    queryKey: [...expensesKey, 'one', expenseId],
    queryFn: ({ signal }) => call(expenseCalls.detail, { params: { expenseId }, signal }),
    placeholderData: () => expenseInLists(client, expenseId),
  });
}

function expenseInLists(client: QueryClient, expenseId: Id<'expense'>): Expense | undefined {
  return client
    .getQueriesData<{ expenses: { items: ListedExpense[] } }>({
      queryKey: [...expensesKey, 'list'],
    })
    .flatMap(([, reply]) => reply?.expenses.items ?? [])
    .filter((expense) => expense.status !== 'deleted')
    .find((expense) => expense.id === expenseId);
}

export function useCreateExpense() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewExpense; idempotencyKey: string }) =>
      call(expenseCalls.create, { body, idempotencyKey }),
    onSuccess: (expense) => remember(client, expense),
  });
}

export type ExpenseChange = {
  expense: Pick<Expense, 'id' | 'version'>;
  operations: PatchOperation[];
  /** Consent to lose the overrides of people who no longer take part. */
  dropOverrides: boolean;
};

export function useChangeExpense() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ expense, operations, dropOverrides }: ExpenseChange) =>
      call(expenseCalls.patch, {
        params: { expenseId: expense.id },
        query: dropOverrides ? { dropOverrides } : {},
        body: operations,
        ifMatch: expense.version,
      }),
    onSuccess: (expense) => remember(client, expense),
    onError: (error) => refreshAfter(client, error),
  });
}

export function useSettleExpense() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ expense, idempotencyKey }: { expense: Expense; idempotencyKey: string }) =>
      call(expenseCalls.settle, {
        params: { expenseId: expense.id },
        idempotencyKey,
        ifMatch: expense.version,
      }),
    onSuccess: (expense) => {
      remember(client, expense);
      if (expense.useWalletTransactions) void client.invalidateQueries({ queryKey: walletsKey });
    },
    onError: (error) => refreshAfter(client, error),
  });
}

export function useDeleteExpense() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (expense: Expense) =>
      call(expenseCalls.remove, {
        params: { expenseId: expense.id },
        ifMatch: expense.version,
      }),
    onSuccess: (_, expense) => {
      const { queryKey } = expenseQuery(client, expense.id);
      // Kept as it was while what shows it closes; who comes back to it asks, and is told.
      void client.invalidateQueries({ queryKey, refetchType: 'none' });
      void refresh(client, queryKey);
    },
    onError: (error) => refreshAfter(client, error),
  });
}

export function remember(client: QueryClient, expense: Expense): void {
  const { queryKey } = expenseQuery(client, expense.id);
  client.setQueryData(queryKey, expense);
  void refresh(client, queryKey);
}

/** Reads anew what a write may have changed, all but the one entity that is known already. */
export function refresh(client: QueryClient, known: readonly unknown[] = []): Promise<void> {
  return client.invalidateQueries({
    queryKey: expensesKey,
    predicate: (query) => query.queryKey.join() !== known.join(),
  });
}

/**
 * Reads anew after a failed write. Where somebody else's change was the reason, the write ends only
 * when their version is there: trying again is about that one.
 */
export async function refreshAfter(client: QueryClient, error: Error): Promise<void> {
  const read = refresh(client);
  if (isConflict(error)) await read;
}
