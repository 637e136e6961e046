import * as z from 'zod/mini';
import { day } from '#kit/day.ts';
import { id } from '#kit/id.ts';
import {
  directionParam,
  pageParam,
  parseSearch,
  type SearchOf,
  textParam,
} from '#web/screen/search-params.ts';
import { expenseStatuses, listSorts, receiptFilters } from '../listing/listing.ts';

const expenseDialogs = [
  'create',
  'filters',
  'history',
  'duplicate',
  'correct',
  'money-back',
  'reverse-money-back',
  // For the recurring expense in `part`.
  'edit-recurring',
  'stop-recurring',
  // For several open expenses: those in the filtered list, or all.
  'settle-shown',
  'settle-all',
  // For the open expense in `subject`.
  'edit',
  'settle',
  'delete',
  'add-override',
  'manual-override',
  'update-override',
  'delete-override',
] as const;
export const listViews = ['list', 'members'] as const;

export type ExpenseDialog = (typeof expenseDialogs)[number];
/** One line for each expense, or the table with a column for each member. */
export type ListViewName = (typeof listViews)[number];

/** A day that the API accepts. */
const listedDay = day.check(
  z.refine((value) => value >= '1900-01-01' && value < '9999-12-31'),
) as typeof day;

/** The filters of the list, named as in the API. */
const filterParams = {
  searchTerm: textParam(200),
  /** Only expenses of this event. */
  eventId: id<'event'>(),
  paidBy: id<'member'>(),
  participantId: id<'member'>(),
  category: textParam(100),
  status: z.enum(expenseStatuses),
  receipts: z.enum(receiptFilters),
  from: listedDay,
  to: listedDay,
};

const params = {
  ...filterParams,
  page: pageParam,
  /** Missing for the default order, newest first. */
  sort: z.enum(listSorts),
  direction: directionParam,
  /** The member whose shares `sort=member` sorts by. */
  memberId: id<'member'>(),
  /** Missing for the view that this browser showed last. */
  view: z.enum(listViews),
  /** The table has a column for every member, not only for those who have a share on the page. */
  columns: z.literal('all'),
  /** The expense whose panel is open. */
  expense: id<'expense'>(),
  /** A panel that is not an expense's: to settle up, the expenses behind a balance, recurring ones. */
  panel: z.enum(['settle-up', 'balance', 'recurring']),
  /** The member of `panel=balance`, or the one whose payments `panel=settle-up` lists first. */
  member: id<'member'>(),
  dialog: z.enum(expenseDialogs),
  /** The dialog's expense; missing for `create`. */
  subject: id<'expense'>(),
  /** The dialog's override or recurring expense, or the participant for `manual-override`. */
  part: id(),
};

export type ExpenseFilter = SearchOf<typeof filterParams>;
/** The parameters of the expenses page's address. */
export type ExpensesSearch = SearchOf<typeof params>;
export const expensesSearch = (raw: Record<string, unknown>) => parseSearch(params, raw);
