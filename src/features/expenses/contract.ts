/** Every call for expenses. Writes, including those of overrides, return the whole expense. */
import * as z from 'zod/mini';
import { booleanText } from '#kit/boolean-text.ts';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { money, moneyTotal } from '#kit/money.ts';
import { paged, pageQuery } from '#kit/page.ts';
import { expense, maxExpenseBytes, overrideBody, settlementNote } from './expense.ts';
import { spendingCall, standingCourseCall } from './home-contract.ts';
import { expenseParams, listingCalls, version } from './listing/listing-contract.ts';
import { moneyBackBody } from './money-back.ts';
import { correctionBody, newExpense } from './new-expense.ts';
import { latestRate } from './original.ts';
import { patchBody } from './patch-contract.ts';
import { paidOutside } from './settling/paid-outside.ts';
import { balancesCall, standingsCall, totalCall } from './summary-contract.ts';

const tag = 'Expenses';
const overrideParams = z.object({ expenseId: id<'expense'>(), overrideId: id<'override'>() });

/** What one open expense adds to a member's balance. */
const balancePart = z.object({
  expenseId: id<'expense'>(),
  title: z.string(),
  expenseDate: instant,
  /** What the member gets back as the payer; otherwise 0. */
  credit: money,
  /** The member's share. */
  amountOwed: money,
});
export type BalancePart = z.output<typeof balancePart>;

/** `from` pays `to`; null is the chapter. */
const payment = z.object({
  from: z.nullable(id<'member'>()),
  to: z.nullable(id<'member'>()),
  amount: moneyTotal,
});

/** A change of an expense; `by` is null if the system made it. */
const expenseEvent = z.object({
  id: id<'audit'>(),
  at: instant,
  /** `expense.create`, `expense.update`, `expense.override.create`, `expense.settle`, … */
  action: z.string(),
  by: z.nullable(z.object({ id: id<'member'>(), name: z.string() })),
  before: z.nullable(expense),
  after: z.nullable(expense),
});
export type ExpenseEvent = z.output<typeof expenseEvent>;

const settleBody = z.strictObject({
  note: settlementNote,
  /**
   * Of an expense that doesn't use wallets: how its shares were paid. Today, by everyone, and in another way
   * than those named if left out.
   */
  paidOutside: z.optional(paidOutside),
});
export type SettleFields = z.output<typeof settleBody>;

/** What a correction wrote, and the expense that it corrects. */
const correction = z.object({
  original: expense,
  reversal: expense,
  replacement: z.nullable(expense),
});
export type Correction = z.output<typeof correction>;

export const expenseCalls = {
  ...listingCalls,
  total: totalCall,
  balances: balancesCall,
  standings: standingsCall,
  spending: spendingCall,
  standingCourse: standingCourseCall,
  balanceParts: endpoint({
    method: 'GET',
    path: '/expenses/balances/{participantId}',
    tag,
    summary: "List the open expenses behind a member's balance, newest first",
    policy: 'member',
    cacheUntilNextCommit: true,
    params: z.object({ participantId: id<'member'>() }),
    query: z.strictObject(pageQuery(40)),
    reply: z.object({ balance: moneyTotal, expenses: paged(balancePart) }),
  }),
  settleUp: endpoint({
    method: 'GET',
    path: '/expenses/settle-up',
    tag,
    summary:
      "Suggest few payments that clear all standings; those below the chapter's smallest payment are left for next time",
    policy: 'member',
    cacheUntilNextCommit: true,
    reply: z.object({
      items: z.array(payment),
      left: z.array(payment),
      smallestPayment: money,
    }),
  }),
  rates: endpoint({
    method: 'GET',
    path: '/expenses/rates',
    tag,
    summary: 'List the latest rate of each other currency that expenses were paid in',
    policy: 'member',
    cacheUntilNextCommit: true,
    reply: z.object({ items: z.array(latestRate) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/expenses',
    tag,
    summary: 'Log an expense',
    policy: 'member',
    movesMoney: true,
    body: newExpense,
    reply: expense,
    version,
    maxBodyBytes: maxExpenseBytes,
  }),
  patch: endpoint({
    method: 'PATCH',
    path: '/expenses/{expenseId}',
    tag,
    summary: 'Update fields of an open expense (JSON Patch, replace only)',
    policy: 'member',
    movesMoney: true,
    params: expenseParams,
    /** Allows removing overrides of people who are no longer participants. */
    query: z.strictObject({ dropOverrides: z._default(booleanText, false) }),
    body: patchBody,
    bodyType: 'application/json-patch+json',
    reply: expense,
    version,
    maxBodyBytes: maxExpenseBytes,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/expenses/{expenseId}',
    tag,
    summary: 'Delete an open expense',
    policy: 'member',
    movesMoney: true,
    params: expenseParams,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/expenses/{expenseId}/restore',
    tag,
    summary: 'Restore a deleted expense',
    policy: 'member',
    params: expenseParams,
    reply: expense,
    status: 200,
    version,
    movesMoney: true,
  }),
  history: endpoint({
    method: 'GET',
    path: '/expenses/{expenseId}/history',
    tag,
    summary: 'History of an expense, including a deleted one: who changed what, and when',
    policy: 'member',
    cacheUntilNextCommit: true,
    params: expenseParams,
    // Pages are short, because each event contains the whole expense twice.
    query: z.strictObject(pageQuery(20, 20)),
    reply: z.object({ events: paged(expenseEvent) }),
  }),
  settle: endpoint({
    method: 'POST',
    path: '/expenses/{expenseId}/settle',
    tag,
    summary:
      'Settle an expense; cannot be undone. Charges its shares to wallets; if it does not use them, also records how they were paid',
    policy: 'member',
    movesMoney: true,
    params: expenseParams,
    /** May be absent. */
    body: z.optional(settleBody),
    reply: expense,
    status: 200,
    version,
  }),
  correct: endpoint({
    method: 'POST',
    path: '/expenses/{expenseId}/corrections',
    tag,
    summary:
      'Correct a settled expense: reverse it and log another in its place, both settled at once',
    policy: 'member',
    movesMoney: true,
    params: expenseParams,
    body: correctionBody,
    reply: correction,
    maxBodyBytes: maxExpenseBytes,
  }),
  moneyBack: endpoint({
    method: 'POST',
    path: '/expenses/{expenseId}/money-back',
    tag,
    summary:
      'Record what came back for a settled expense: credits the wallets of those who shared it and charges who received it',
    policy: 'member',
    movesMoney: true,
    params: expenseParams,
    body: moneyBackBody,
    reply: expense,
    version,
  }),
  addOverride: endpoint({
    method: 'POST',
    path: '/expenses/{expenseId}/overrides',
    tag,
    summary: 'Add an override; a manual override replaces any earlier one for the same participant',
    policy: 'member',
    movesMoney: true,
    params: expenseParams,
    body: overrideBody,
    reply: expense,
    version,
  }),
  updateOverride: endpoint({
    method: 'PUT',
    path: '/expenses/{expenseId}/overrides/{overrideId}',
    tag,
    summary: 'Update an override',
    policy: 'member',
    movesMoney: true,
    params: overrideParams,
    body: overrideBody,
    reply: expense,
    version,
  }),
  removeOverride: endpoint({
    method: 'DELETE',
    path: '/expenses/{expenseId}/overrides/{overrideId}',
    tag,
    summary: 'Delete an override',
    policy: 'member',
    movesMoney: true,
    params: overrideParams,
    reply: expense,
    version,
  }),
} as const;
