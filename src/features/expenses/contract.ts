/** Every call of the expenses. Writes reply with the whole expense, overrides' writes too. */
import * as z from 'zod/mini';
import { day, instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { money, moneyTotal } from '#kit/money.ts';
import { pageOf, pageQuery, sortQuery } from '#kit/page.ts';
import { text } from '#kit/text.ts';
import {
  type Expense,
  expense,
  listedExpense,
  maxCategoryLength,
  newExpense,
  overrideBody,
} from './expense.ts';
import { expenseStatuses, listSorts } from './listing.ts';
import { patchBody } from './patch.ts';
import { balancesCall, totalCall } from './standing.ts';

const tag = 'Expenses';
const byId = z.object({ expenseId: id<'expense'>() });
const byOverrideId = z.object({ expenseId: id<'expense'>(), overrideId: id<'override'>() });
const version = (reply: Expense) => reply.version;

/** Somebody of an expense: `name` is the display name. */
export const participant = z.object({ id: id<'member'>(), name: z.string() });
export type Participant = z.output<typeof participant>;

/** One open expense's part of a member's balance: what they get back less what they owe. */
export const balancePart = z.object({
  expenseId: id<'expense'>(),
  title: z.string(),
  expenseDate: instant,
  /** What they are to get back as its payer; 0 for everybody else. */
  credit: money,
  /** Their share of it. */
  amountOwed: money,
});
export type BalancePart = z.output<typeof balancePart>;

/** `from` pays `to`; null is the company. */
export const payment = z.object({
  from: z.nullable(id<'member'>()),
  to: z.nullable(id<'member'>()),
  amount: moneyTotal,
});

/** Something that happened to an expense; `by` is null when it was the hub itself. */
export const expenseEvent = z.object({
  id: id<'audit'>(),
  at: instant,
  /** `expense.create`, `expense.update`, `expense.override.create`, `expense.settle`, … */
  action: z.string(),
  by: z.nullable(z.object({ id: id<'member'>(), name: z.string() })),
  before: z.nullable(expense),
  after: z.nullable(expense),
});
export type ExpenseEvent = z.output<typeof expenseEvent>;

/** Whose start and end are instants the database knows. */
const filterDay = day.check(
  z.refine(
    (value) => value >= '1900-01-01' && value < '9999-12-31',
    'Must be in the year 1900 or later',
  ),
);

/** What narrows a list. Deleted expenses are in it only when asked for by their status. */
const filter = {
  eventId: z.optional(id<'event'>()),
  /** Looked for in title, description and category. */
  searchTerm: z.optional(text(200)),
  paidBy: z.optional(id<'member'>()),
  participantId: z.optional(id<'member'>()),
  category: z.optional(text(maxCategoryLength)),
  status: z.optional(z.enum(expenseStatuses)),
  /** First and last day, in the chapter's time zone. */
  from: z.optional(filterDay),
  to: z.optional(filterDay),
};

const yesOrNo = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (word) => word === 'true',
  encode: (value) => (value ? 'true' : 'false'),
});

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
        /** Whose shares `sort=member` sorts by; what they paid and what they have no part in follow. */
        memberId: z.optional(id<'member'>()),
        ...filter,
      })
      .check(
        z.refine(({ sort, memberId }) => sort !== 'member' || memberId !== undefined, {
          path: ['memberId'],
          error: 'memberId is required when sorting by member',
        }),
      ),
    reply: z.object({ expenses: pageOf(listedExpense), participants: z.array(participant) }),
  }),
  total: totalCall,
  balances: balancesCall,
  balanceParts: endpoint({
    method: 'GET',
    path: '/expenses/balances/{participantId}',
    tag,
    summary: "List the open expenses behind a member's balance, newest first",
    policy: 'member',
    cacheUntilNextCommit: true,
    params: z.object({ participantId: id<'member'>() }),
    query: z.strictObject(pageQuery(40)),
    reply: z.object({ balance: moneyTotal, expenses: pageOf(balancePart) }),
  }),
  settleUp: endpoint({
    method: 'GET',
    path: '/expenses/settle-up',
    tag,
    summary: 'Suggest a small set of payments that settles all balances',
    policy: 'member',
    cacheUntilNextCommit: true,
    reply: z.object({ items: z.array(payment) }),
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
  detail: endpoint({
    method: 'GET',
    path: '/expenses/{expenseId}',
    tag,
    summary: 'Read an expense',
    policy: 'member',
    cacheUntilNextCommit: true,
    params: byId,
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
  }),
  patch: endpoint({
    method: 'PATCH',
    path: '/expenses/{expenseId}',
    tag,
    summary: 'Update fields of an open expense (JSON Patch, replace only)',
    policy: 'member',
    movesMoney: true,
    params: byId,
    /** Consent to drop the overrides of people who no longer take part. */
    query: z.strictObject({ dropOverrides: z._default(yesOrNo, false) }),
    body: patchBody,
    bodyType: 'application/json-patch+json',
    reply: expense,
    version,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/expenses/{expenseId}',
    tag,
    summary: 'Delete an open expense',
    policy: 'member',
    movesMoney: true,
    params: byId,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/expenses/{expenseId}/restore',
    tag,
    summary: 'Restore a deleted expense',
    policy: 'member',
    params: byId,
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
    params: byId,
    // Each carries the whole expense twice.
    query: z.strictObject(pageQuery(20, 20)),
    reply: z.object({ events: pageOf(expenseEvent) }),
  }),
  settle: endpoint({
    method: 'POST',
    path: '/expenses/{expenseId}/settle',
    tag,
    summary: 'Settle an expense; cannot be undone',
    policy: 'member',
    movesMoney: true,
    params: byId,
    reply: expense,
    status: 200,
    version,
  }),
  addOverride: endpoint({
    method: 'POST',
    path: '/expenses/{expenseId}/overrides',
    tag,
    summary: 'Add an override; a manual override replaces any earlier one for the same participant',
    policy: 'member',
    movesMoney: true,
    params: byId,
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
    params: byOverrideId,
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
    params: byOverrideId,
    reply: expense,
    version,
  }),
} as const;
