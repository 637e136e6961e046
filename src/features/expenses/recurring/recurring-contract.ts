import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { paged, pageQuery } from '#kit/page.ts';
import { expense, maxExpenseBytes } from '../expense.ts';
import { newExpense } from '../new-expense.ts';
import {
  type RecurringExpense,
  recurringBody,
  recurringExpense,
  recurringRule,
} from './recurring.ts';

const tag = 'Expenses';
const params = z.object({ recurringId: id<'recurring'>() });
const version = (reply: RecurringExpense) => reply.version;

export const recurringCalls = {
  list: endpoint({
    method: 'GET',
    path: '/recurring-expenses',
    tag,
    summary: 'List recurring expenses that have not ended, by their next day',
    policy: 'member',
    cacheUntilNextCommit: true,
    query: z.strictObject(pageQuery(40)),
    reply: z.object({
      recurring: paged(recurringExpense),
      /** How many could not be made the last time. */
      failing: z.int(),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/recurring-expenses',
    tag,
    summary: 'Log an expense that repeats: the first one now, the others on their days',
    policy: 'member',
    movesMoney: true,
    body: z.strictObject({ rule: recurringRule, expense: newExpense }),
    reply: z.object({ recurring: recurringExpense, expense }),
    version: ({ recurring }) => recurring.version,
    maxBodyBytes: maxExpenseBytes,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/recurring-expenses/{recurringId}',
    tag,
    summary: 'Read a recurring expense, also after its end',
    policy: 'member',
    cacheUntilNextCommit: true,
    params,
    reply: recurringExpense,
    version,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/recurring-expenses/{recurringId}',
    tag,
    summary: 'Change all expenses from the next one on; those made stay as they are',
    policy: 'member',
    params,
    body: recurringBody,
    reply: recurringExpense,
    version,
    maxBodyBytes: maxExpenseBytes,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/recurring-expenses/{recurringId}/pause',
    tag,
    summary: 'Pause a recurring expense',
    policy: 'member',
    params,
    reply: recurringExpense,
    status: 200,
    version,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/recurring-expenses/{recurringId}/resume',
    tag,
    summary:
      'Resume a paused recurring expense with the next day after today; days until then are skipped',
    policy: 'member',
    params,
    reply: recurringExpense,
    status: 200,
    version,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/recurring-expenses/{recurringId}',
    tag,
    summary: 'End a recurring expense; the expenses made stay',
    policy: 'member',
    params,
  }),
} as const;
