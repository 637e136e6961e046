/** Settles several expenses one after another, so that each one succeeds or fails as a whole. */

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { CallError, describeFailure, getRefusal } from '#web/api/call-error.ts';
import { newId } from '#web/api/new-id.ts';
import { expenseCalls, type SettleFields } from '../../contract.ts';
import type { OpenExpense } from '../../expense.ts';
import { expensesKey } from '../../keys.ts';
import { invalidateExpenses } from '../changes/change-queries.ts';
import type { ExpenseFilter } from '../search.ts';

/** More than anyone reviews before confirming. */
export const maxExpenses = 100;

/** The open expenses of a filter, as they were when the dialog was opened. */
export function toSettleQuery(filter: ExpenseFilter) {
  const query = { ...filter, status: 'open', skip: 0, take: maxExpenses } as const;
  return queryOptions({
    queryKey: [...expensesKey, 'to settle', query],
    queryFn: ({ signal }) => call(expenseCalls.list, { query, signal }),
    // The list must not change while it is reviewed. It is read when the dialog opens and after each
    // attempt.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    gcTime: 0,
  });
}

type Unsettled = {
  readonly expense: OpenExpense;
  readonly reason: string;
  /** Its payments may be recorded already. */
  readonly mayRepeat: boolean;
};

/** With `isCutOff`, expenses after the last unsettled one were not tried. */
export type Outcome = {
  readonly settled: readonly Id<'expense'>[];
  readonly unsettled: readonly Unsettled[];
  readonly isCutOff: boolean;
};

/** `toBody` says of each how it was paid outside. */
type Settling = {
  readonly expenses: readonly OpenExpense[];
  readonly toBody: (expense: OpenExpense) => SettleFields;
};

/** Idempotency keys are kept between attempts, so that no expense is settled twice. */
export function useSettleExpenses() {
  const client = useQueryClient();
  const [keys] = useState(() => new Map<string, string>());
  const [doneCount, setDone] = useState(0);
  const findKey = ({ id, version }: OpenExpense, body: SettleFields): string => {
    const intent = JSON.stringify([id, version, body]);
    const key = keys.get(intent) ?? newId();
    keys.set(intent, key);
    return key;
  };
  const settle = useMutation({
    mutationFn: async ({ expenses, toBody }: Settling): Promise<Outcome> => {
      const settled: Id<'expense'>[] = [];
      const unsettled: Unsettled[] = [];
      for (const expense of expenses) {
        setDone(settled.length + unsettled.length);
        try {
          const body = toBody(expense);
          await call(expenseCalls.settle, {
            params: { expenseId: expense.id },
            body,
            idempotencyKey: findKey(expense, body),
            ifMatch: expense.version,
          });
          settled.push(expense.id);
        } catch (error) {
          const mayRepeat = getRefusal(error)?.code === 'possible_duplicates';
          unsettled.push({ expense, reason: describeFailure(error), mayRepeat });
          if (!concernsOnlyOneExpense(error)) return { settled, unsettled, isCutOff: true };
        }
      }
      return { settled, unsettled, isCutOff: false };
    },
    onSettled: async (outcome) => {
      // Payments may be recorded, which others' screens show, too.
      void client.invalidateQueries();
      const read = invalidateExpenses(client);
      // Wait for the current versions, so that a retry uses them.
      if (outcome && outcome.unsettled.length > 0 && !outcome.isCutOff) await read;
    },
  });
  return { ...settle, doneCount };
}

/** A refusal concerns only its expense; a lost connection or a server failure concerns all. */
function concernsOnlyOneExpense(error: unknown): boolean {
  return error instanceof CallError && [404, 409, 412, 422].includes(error.status);
}
