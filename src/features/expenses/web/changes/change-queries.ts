/**
 * The writes of expenses. Each caches the expense in its reply and invalidates lists, balances, totals and wallets.
 */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { walletsKey } from '#features/wallets/keys.ts';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { isConflict } from '#web/api/call-error.ts';
import { expenseCalls, type SettleFields } from '../../contract.ts';
import type { Expense } from '../../expense.ts';
import { expensesKey } from '../../keys.ts';
import type { MoneyBackFields } from '../../money-back.ts';
import type { CorrectionFields, NewExpense } from '../../new-expense.ts';
import type { PatchOperation } from '../../patch-contract.ts';
import { expenseQuery } from '../queries.ts';

export function useCreateExpense() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewExpense; idempotencyKey: string }) =>
      call(expenseCalls.create, { body, idempotencyKey }),
    onSuccess: (expense) => cacheExpense(client, expense),
  });
}

export type ExpenseChange = {
  expense: Pick<Expense, 'id' | 'version'>;
  operations: PatchOperation[];
  /** Allows removing overrides of people who are no longer participants. */
  dropOverrides: boolean;
};

export function useChangeExpense() {
  return useExpenseWrite(({ expense, operations, dropOverrides }: ExpenseChange) =>
    call(expenseCalls.patch, {
      params: { expenseId: expense.id },
      query: dropOverrides ? { dropOverrides } : {},
      body: operations,
      ifMatch: expense.version,
    }),
  );
}

type Settling = { expense: Expense; body: SettleFields; idempotencyKey: string };

export function useSettleExpense() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ expense, body, idempotencyKey }: Settling) =>
      call(expenseCalls.settle, {
        params: { expenseId: expense.id },
        body,
        idempotencyKey,
        ifMatch: expense.version,
      }),
    onSuccess: (expense) => {
      cacheExpense(client, expense);
      // Payments may be recorded, which features above this one show.
      void client.invalidateQueries();
    },
    onError: (error) => invalidateAfterError(client, error),
  });
}

type Correcting = { original: Expense; body: CorrectionFields; idempotencyKey: string };

export function useCorrectExpense() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ original, body, idempotencyKey }: Correcting) =>
      call(expenseCalls.correct, {
        params: { expenseId: original.id },
        body,
        idempotencyKey,
        ifMatch: original.version,
      }),
    onSuccess: ({ original, reversal, replacement }) => {
      for (const expense of [reversal, replacement]) {
        if (expense) client.setQueryData(expenseQuery(client, expense.id).queryKey, expense);
      }
      cacheExpense(client, original);
    },
    onError: (error) => invalidateAfterError(client, error),
  });
}

type Returning = { original: Expense; body: MoneyBackFields; idempotencyKey: string };

export function useMoneyBack() {
  return useExpenseWrite(({ original, body, idempotencyKey }: Returning) =>
    call(expenseCalls.moneyBack, {
      params: { expenseId: original.id },
      body,
      idempotencyKey,
      ifMatch: original.version,
    }),
  );
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
      // Not refetched while its panel closes; opening it again finds that it is deleted.
      void client.invalidateQueries({ queryKey, refetchType: 'none' });
      void invalidateExpenses(client, queryKey);
    },
    onError: (error) => invalidateAfterError(client, error),
  });
}

export function useRestoreExpense() {
  return useExpenseWrite(({ id, version }: { id: Id<'expense'>; version?: number | undefined }) =>
    call(expenseCalls.restore, {
      params: { expenseId: id },
      ...(version !== undefined && { ifMatch: version }),
    }),
  );
}

/** A write whose reply is the expense as it is now. */
export function useExpenseWrite<Input>(mutationFn: (input: Input) => Promise<Expense>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (expense) => cacheExpense(client, expense),
    onError: (error) => invalidateAfterError(client, error),
  });
}

export function cacheExpense(client: QueryClient, expense: Expense): void {
  const { queryKey } = expenseQuery(client, expense.id);
  client.setQueryData(queryKey, expense);
  void invalidateExpenses(client, queryKey);
}

/**
 * Invalidates everything about expenses except the query that is up to date, and wallets, which show standings and
 * reimbursements that are still open.
 */
export function invalidateExpenses(
  client: QueryClient,
  known: readonly unknown[] = [],
): Promise<void> {
  void client.invalidateQueries({ queryKey: walletsKey });
  return client.invalidateQueries({
    queryKey: expensesKey,
    predicate: (query) => query.queryKey.join() !== known.join(),
  });
}

/**
 * Invalidates after a failed write. After a conflict it waits for the current version, so that a retry
 * is based on it.
 */
export async function invalidateAfterError(client: QueryClient, error: Error): Promise<void> {
  const read = invalidateExpenses(client);
  if (isConflict(error)) await read;
}
