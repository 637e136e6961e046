/** Mutations of overrides. Each returns the whole expense; a refusal refetches it. */
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { expenseCalls } from '../../contract.ts';
import type { Expense, OverrideFields } from '../../expense.ts';
import { useExpenseWrite } from '../changes/change-queries.ts';

type WithExpense = { expense: Pick<Expense, 'id' | 'version'> };

export function useAddOverride() {
  return useExpenseWrite(
    ({
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
  );
}

export function useUpdateOverride() {
  return useExpenseWrite(
    ({
      expense,
      overrideId,
      body,
    }: WithExpense & { overrideId: Id<'override'>; body: OverrideFields }) =>
      call(expenseCalls.updateOverride, {
        params: { expenseId: expense.id, overrideId },
        body,
        ifMatch: expense.version,
      }),
  );
}

export function useDeleteOverride() {
  return useExpenseWrite(({ expense, overrideId }: WithExpense & { overrideId: Id<'override'> }) =>
    call(expenseCalls.removeOverride, {
      params: { expenseId: expense.id, overrideId },
      ifMatch: expense.version,
    }),
  );
}
