/**
 * The calls that list expenses and read one. Separate so that Home and the list do not load those that write.
 */
import * as z from 'zod/mini';
import { day } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { moneyTotal } from '#kit/money.ts';
import { paged, pageQuery, sortQuery } from '#kit/page.ts';
import { text } from '#kit/text.ts';
import { type Expense, expense, listedExpense, maxCategoryLength } from '../expense.ts';
import {
  correctionFilters,
  expenseStatuses,
  listSorts,
  receiptFilters,
  shareFilters,
} from './listing.ts';

const tag = 'Expenses';
export const expenseParams = z.object({ expenseId: id<'expense'>() });
/** For the ETag of an expense. */
export const version = (reply: Expense) => reply.version;

/** A payer or participant; `name` is the display name. */
const participant = z.object({ id: id<'member'>(), name: z.string() });
export type Participant = z.output<typeof participant>;

const linkedEvent = z.object({ id: id<'event'>(), title: z.string() });
export type LinkedEvent = z.output<typeof linkedEvent>;

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

export const listingCalls = {
  list: endpoint({
    method: 'GET',
    path: '/expenses',
    tag,
    summary:
      'List expenses, newest first, with everyone who paid or participates, and their events',
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
      /** Of these expenses and of the filter, those that are not deleted. */
      events: z.array(linkedEvent),
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
};
