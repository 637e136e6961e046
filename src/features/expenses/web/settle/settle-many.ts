/** Settling several expenses: one after the other, so that each is wholly settled or not at all. */

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { walletsKey } from '#features/wallets/keys.ts';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { CallError, describeFailure } from '#web/api/call-error.ts';
import { newId } from '#web/api/new-id.ts';
import { expenseCalls } from '../../contract.ts';
import type { OpenExpense } from '../../expense.ts';
import { expensesKey } from '../../keys.ts';
import { refresh } from '../queries.ts';
import type { ExpenseFilter } from '../search.ts';

/** More than anybody reads through before they press. */
export const mostAtOnce = 100;

/** The open ones of what a filter means, as they were when they were asked for. */
export function toSettleQuery(filter: ExpenseFilter) {
  const query = { ...filter, status: 'open', skip: 0, take: mostAtOnce } as const;
  return queryOptions({
    queryKey: [...expensesKey, 'to settle', query],
    queryFn: ({ signal }) => call(expenseCalls.list, { query, signal }),
    // Nothing joins the list under the eyes of who reads it; it is read anew when it is opened, and
    // after every attempt.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    gcTime: 0,
  });
}

export type Unsettled = { readonly expense: OpenExpense; readonly why: string };

/** What came of it: with `isCutOff` those after the last one named were not tried. */
export type Outcome = {
  readonly settled: readonly Id<'expense'>[];
  readonly unsettled: readonly Unsettled[];
  readonly isCutOff: boolean;
};

/** Each press settles those that are left; an expense is settled once however often it is sent. */
export function useSettleExpenses() {
  const client = useQueryClient();
  const [keys] = useState(() => new Map<string, string>());
  const [done, setDone] = useState(0);
  const keyOf = ({ id, version }: OpenExpense): string => {
    const intent = `${id} ${version}`;
    const key = keys.get(intent) ?? newId();
    keys.set(intent, key);
    return key;
  };
  const settle = useMutation({
    mutationFn: async (expenses: readonly OpenExpense[]): Promise<Outcome> => {
      const settled: Id<'expense'>[] = [];
      const unsettled: Unsettled[] = [];
      for (const expense of expenses) {
        setDone(settled.length + unsettled.length);
        try {
          await call(expenseCalls.settle, {
            params: { expenseId: expense.id },
            idempotencyKey: keyOf(expense),
            ifMatch: expense.version,
          });
          settled.push(expense.id);
        } catch (error) {
          unsettled.push({ expense, why: describeFailure(error) });
          if (!isOfThisOne(error)) return { settled, unsettled, isCutOff: true };
        }
      }
      return { settled, unsettled, isCutOff: false };
    },
    onSettled: async (outcome) => {
      void client.invalidateQueries({ queryKey: walletsKey });
      const read = refresh(client);
      // Trying those once more is about what they are by now.
      if (outcome && outcome.unsettled.length > 0 && !outcome.isCutOff) await read;
    },
  });
  return { ...settle, done };
}

/** A refusal of one expense says nothing about the next; no answer, a limit or a failure does. */
function isOfThisOne(error: unknown): boolean {
  return error instanceof CallError && [404, 409, 412, 422].includes(error.status);
}
