import * as z from 'zod/mini';
import { type Day, day } from '#kit/day.ts';
import { type Id, id } from '#kit/id.ts';
import {
  type ExpenseStatus,
  expenseStatuses,
  type ListSort,
  listSorts,
  type ReceiptFilter,
  receiptFilters,
} from '../listing/listing.ts';

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
const sidePanels = ['settle-up', 'balance', 'recurring'] as const;
export const listViews = ['list', 'members'] as const;
const directions = ['asc', 'desc'] as const;

export type ExpenseDialog = (typeof expenseDialogs)[number];
/** One line for each expense, or the table with a column for each member. */
export type ListViewName = (typeof listViews)[number];
export type SortDirection = (typeof directions)[number];

/** The filters of the list, named as in the API. */
export type ExpenseFilter = {
  searchTerm?: string | undefined;
  /** Only expenses of this event. */
  eventId?: Id<'event'> | undefined;
  paidBy?: Id<'member'> | undefined;
  participantId?: Id<'member'> | undefined;
  category?: string | undefined;
  status?: ExpenseStatus | undefined;
  receipts?: ReceiptFilter | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
};

/** The parameters of the expenses page's address. */
export type ExpensesSearch = ExpenseFilter & {
  /** From 2; missing for the first page. */
  page?: number | undefined;
  /** Missing for the default order, newest first. */
  sort?: ListSort | undefined;
  direction?: SortDirection | undefined;
  /** The member whose shares `sort=member` sorts by. */
  memberId?: Id<'member'> | undefined;
  /** Missing for the view that this browser showed last. */
  view?: ListViewName | undefined;
  /** The table has a column for every member, not only for those who have a share on the page. */
  columns?: 'all' | undefined;
  /** The expense whose panel is open. */
  expense?: Id<'expense'> | undefined;
  /** A panel that is not an expense's: to settle up, the expenses behind a balance, recurring ones. */
  panel?: (typeof sidePanels)[number] | undefined;
  /** The member of `panel=balance`, or the one whose payments `panel=settle-up` lists first. */
  member?: Id<'member'> | undefined;
  dialog?: ExpenseDialog | undefined;
  /** The dialog's expense; missing for `create`. */
  subject?: Id<'expense'> | undefined;
  /** The dialog's override or recurring expense, or the participant for `manual-override`. */
  part?: Id | undefined;
};

const page = z.coerce.number().check(z.int(), z.minimum(2), z.maximum(1_000_000));

/** Reads the parameters of an address and drops invalid ones. */
export function expensesSearch(raw: Record<string, unknown>): ExpensesSearch {
  const parseId = <Kind extends string>(name: string): Id<Kind> | undefined =>
    id<Kind>().safeParse(raw[name]).data;
  // The days that the API accepts.
  const parseDay = (name: string): Day | undefined => {
    const value = day.safeParse(raw[name]).data;
    return value && value >= '1900-01-01' && value < '9999-12-31' ? value : undefined;
  };
  const parseOption = <Word extends string>(
    words: readonly Word[],
    name: string,
  ): Word | undefined => words.find((word) => word === raw[name]);
  const parseText = (name: string, max: number): string | undefined => {
    const value = raw[name];
    // The router parses digits as a number.
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return text !== '' && text.length <= max ? text : undefined;
  };
  return {
    searchTerm: parseText('searchTerm', 200),
    eventId: parseId('eventId'),
    paidBy: parseId('paidBy'),
    participantId: parseId('participantId'),
    category: parseText('category', 100),
    status: parseOption(expenseStatuses, 'status'),
    receipts: parseOption(receiptFilters, 'receipts'),
    from: parseDay('from'),
    to: parseDay('to'),
    page: page.safeParse(raw['page']).data,
    sort: parseOption(listSorts, 'sort'),
    direction: parseOption(directions, 'direction'),
    memberId: parseId('memberId'),
    view: parseOption(listViews, 'view'),
    columns: parseOption(['all'], 'columns'),
    expense: parseId('expense'),
    panel: parseOption(sidePanels, 'panel'),
    member: parseId('member'),
    dialog: parseOption(expenseDialogs, 'dialog'),
    subject: parseId('subject'),
    part: parseId('part'),
  };
}
