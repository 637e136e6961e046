import * as z from 'zod/mini';
import { type Day, day } from '#kit/day.ts';
import { type Id, id } from '#kit/id.ts';
import { type ExpenseStatus, expenseStatuses, type ListSort, listSorts } from '../listing.ts';

const expenseDialogs = [
  'create',
  'filters',
  'history',
  // About open expenses: those the list shows, or all.
  'settle-shown',
  'settle-all',
  // About the open expense that is their subject.
  'edit',
  'settle',
  'delete',
  'add-override',
  'manual-override',
  'update-override',
  'delete-override',
] as const;
const sidePanels = ['settle-up', 'balance'] as const;
const directions = ['asc', 'desc'] as const;

export type ExpenseDialog = (typeof expenseDialogs)[number];
export type SortDirection = (typeof directions)[number];

/** What narrows the list; `searchTerm` and the rest as the call has them. */
export type ExpenseFilter = {
  searchTerm?: string | undefined;
  /** The event whose expenses are shown. */
  eventId?: Id<'event'> | undefined;
  paidBy?: Id<'member'> | undefined;
  participantId?: Id<'member'> | undefined;
  category?: string | undefined;
  status?: ExpenseStatus | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
};

/** What the address of the expenses page says; everything else is left out of it. */
export type ExpensesSearch = ExpenseFilter & {
  /** From 2; the first page is not said. */
  page?: number | undefined;
  /** Newest first is not said. */
  sort?: ListSort | undefined;
  direction?: SortDirection | undefined;
  /** Whose share the list is sorted by; with `sort=member` alone. */
  memberId?: Id<'member'> | undefined;
  /** The expense whose panel is open. */
  expense?: Id<'expense'> | undefined;
  /** In the panel's place: how to settle up, or the expenses behind a member's balance. */
  panel?: (typeof sidePanels)[number] | undefined;
  /** The member of `panel=balance`, and with whom `panel=settle-up` begins. */
  member?: Id<'member'> | undefined;
  dialog?: ExpenseDialog | undefined;
  /** The expense the dialog is about; not said for `create`. */
  subject?: Id<'expense'> | undefined;
  /** The override the dialog is about; for `manual-override` the participant. */
  part?: Id | undefined;
};

const page = z.coerce.number().check(z.int(), z.minimum(2), z.maximum(1_000_000));

/** Reads an address; whatever it cannot mean is as if it were not there. */
export function expensesSearch(raw: Record<string, unknown>): ExpensesSearch {
  const idOf = <Kind extends string>(name: string): Id<Kind> | undefined =>
    id<Kind>().safeParse(raw[name]).data;
  // The days a list can be narrowed to.
  const dayOf = (name: string): Day | undefined => {
    const said = day.safeParse(raw[name]).data;
    return said && said >= '1900-01-01' && said < '9999-12-31' ? said : undefined;
  };
  const oneOf = <Word extends string>(words: readonly Word[], name: string): Word | undefined =>
    words.find((word) => word === raw[name]);
  const words = (name: string, most: number): string | undefined => {
    const said = raw[name];
    // The router reads digits as a number.
    const text = typeof said === 'string' || typeof said === 'number' ? String(said) : '';
    return text !== '' && text.length <= most ? text : undefined;
  };
  return {
    searchTerm: words('searchTerm', 200),
    eventId: idOf('eventId'),
    paidBy: idOf('paidBy'),
    participantId: idOf('participantId'),
    category: words('category', 100),
    status: oneOf(expenseStatuses, 'status'),
    from: dayOf('from'),
    to: dayOf('to'),
    page: page.safeParse(raw['page']).data,
    sort: oneOf(listSorts, 'sort'),
    direction: oneOf(directions, 'direction'),
    memberId: idOf('memberId'),
    expense: idOf('expense'),
    panel: oneOf(sidePanels, 'panel'),
    member: idOf('member'),
    dialog: oneOf(expenseDialogs, 'dialog'),
    subject: idOf('subject'),
    part: idOf('part'),
  };
}
