/** Every call for expenses. Writes, including those of overrides, return the whole expense. */
import * as z from 'zod/mini';
import { booleanText } from '#kit/boolean-text.ts';
import { day, instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { money, moneyTotal } from '#kit/money.ts';
import { paged, pageQuery, sortQuery } from '#kit/page.ts';
import { text } from '#kit/text.ts';
import {
  correctionBody,
  type Expense,
  expense,
  listedExpense,
  maxCategoryLength,
  maxExpenseBytes,
  newExpense,
  overrideBody,
  settlementNote,
} from './expense.ts';
import { spendingCall, standingCourseCall } from './home-contract.ts';
import {
  correctionFilters,
  expenseStatuses,
  listSorts,
  receiptFilters,
  shareFilters,
} from './listing.ts';
import { moneyBackBody } from './money-back.ts';
import { latestRate } from './original.ts';
import { patchBody } from './patch-contract.ts';
import { paidOutside } from './settling/paid-outside.ts';
import { balancesCall, standingsCall, totalCall } from './summary-contract.ts';

const tag = 'Expenses';
const expenseParams = z.object({ expenseId: id<'expense'>() });
const overrideParams = z.object({ expenseId: id<'expense'>(), overrideId: id<'override'>() });
const version = (reply: Expense) => reply.version;

/** A payer or participant; `name` is the display name. */
const participant = z.object({ id: id<'member'>(), name: z.string() });
export type Participant = z.output<typeof participant>;

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

/** Bounded, so that the start and end of the day are instants that the database can store. */
const filterDay = day.check(
  z.refine(
    (value) => value >= '1900-01-01' && value < '9999-12-31',
    'Must be in the year 1900 or later',
  ),
);

/** The filters of a list. Deleted expenses are listed only if `status` asks for them. */
const filter = {
  eventId: z.optional(id<'event'>()),
  /** Matched against title, description and category. */
  searchTerm: z.optional(text(200)),
  paidBy: z.optional(id<'member'>()),
  participantId: z.optional(id<'member'>()),
  category: z.optional(text(maxCategoryLength)),
  status: z.optional(z.enum(expenseStatuses)),
  receipts: z.optional(z.enum(receiptFilters)),
  /** First and last day, in the chapter's time zone. */
  from: z.optional(filterDay),
  to: z.optional(filterDay),
};

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
  list: endpoint({
    method: 'GET',
    path: '/expenses',
    tag,
    summary: 'List expenses, newest first, with everyone who paid or participates',
    policy: 'member',
    cacheUntilNextCommit: true,
    query: z
      .strictObject({
        ...pageQuery(40),
        ...sortQuery(listSorts),
        /** The member whose shares `sort=member` sorts by. */
        memberId: z.optional(id<'member'>()),
        /** `current` leaves out reversals and what was replaced; what was only reversed counts as zero. */
        corrections: z._default(z.enum(correctionFilters), 'all'),
        /** `own` lists, of expenses of many people, only the caller's shares. */
        shares: z._default(z.enum(shareFilters), 'all'),
        ...filter,
      })
      .check(
        z.refine(({ sort, memberId }) => sort !== 'member' || memberId !== undefined, {
          path: ['memberId'],
          error: 'memberId is required when sorting by member',
        }),
      ),
    reply: z.object({
      expenses: paged(listedExpense),
      /** What all expenses under the filter add up to, not only those of the page. */
      totalAmount: moneyTotal,
      participants: z.array(participant),
    }),
  }),
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
  categories: endpoint({
    method: 'GET',
    path: '/expenses/categories',
    tag,
    summary: 'List the categories in use, by name',
    policy: 'member',
    cacheUntilNextCommit: true,
    reply: z.object({ items: z.array(z.string()) }),
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
  detail: endpoint({
    method: 'GET',
    path: '/expenses/{expenseId}',
    tag,
    summary: 'Read an expense',
    policy: 'member',
    cacheUntilNextCommit: true,
    params: expenseParams,
    reply: expense,
    version,
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
