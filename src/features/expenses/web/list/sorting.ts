/** In which order the expenses are shown, as the headers and the address say it. */
import type { Id } from '#kit/id.ts';
import type { ExpenseSort, ListSort } from '../../listing.ts';
import type { ExpenseList } from '../first-reads.ts';
import type { ExpensesSearch, SortDirection } from '../search.ts';
import { filterOf } from './filter.ts';

/** What a list is sorted by. A member's column is sorted by their share. */
export type Column =
  | { readonly sort: ExpenseSort; readonly memberId?: undefined }
  | { readonly sort: 'member'; readonly memberId: Id<'member'> };

export type Order = Column & { readonly direction: SortDirection };

/** What becomes of the order that is wanted by then. */
export type ChangeOrder = (order: Order) => Order;

const newestFirst: Order = { sort: 'date', direction: 'desc' };

/** What is newest or largest is looked for first; names begin with A, open comes before settled. */
export function firstDirection(sort: ListSort): SortDirection {
  return sort === 'title' || sort === 'payer' || sort === 'status' ? 'asc' : 'desc';
}

/** The order an address means; without one the newest come first. */
export function orderOf(said: Pick<ExpensesSearch, 'sort' | 'direction' | 'memberId'>): Order {
  const { sort, memberId } = said;
  if (sort === undefined) return newestFirst;
  const direction = said.direction ?? firstDirection(sort);
  if (sort !== 'member') return { sort, direction };
  return memberId === undefined ? newestFirst : { sort, memberId, direction };
}

/** What an address says of an order: nothing of the one that holds without it. */
export function sortingOf(order: Order): Pick<ExpensesSearch, 'sort' | 'direction' | 'memberId'> {
  const isUsual = isBy(order, newestFirst) && order.direction === newestFirst.direction;
  const { sort, direction, memberId } = order;
  return isUsual
    ? { sort: undefined, direction: undefined, memberId: undefined }
    : { sort, direction, memberId };
}

/** The page of the list that an address means: narrowed, and in its order. */
export function listOf(search: ExpensesSearch): ExpenseList {
  return { page: search.page ?? 1, ...filterOf(search), ...sortingOf(orderOf(search)) };
}

/**
 * What pressing a column's header asks for: that column, then its other direction, then the newest
 * first again, which no header stands for.
 */
export function orderAfter(now: Order, pressed: Column): Order {
  const first = firstDirection(pressed.sort);
  if (!isBy(now, pressed)) return { ...pressed, direction: first };
  if (now.direction !== first) return newestFirst;
  return { ...pressed, direction: first === 'asc' ? 'desc' : 'asc' };
}

/** A column's `aria-sort`. */
export function ariaSort(order: Order, column: Column) {
  if (!isBy(order, column)) return 'none' as const;
  return order.direction === 'asc' ? ('ascending' as const) : ('descending' as const);
}

function isBy(order: Order, column: Column): boolean {
  return order.sort === column.sort && order.memberId === column.memberId;
}

/** The words of an order, for where there are no headers. */
export const orderWords: Readonly<Record<ExpenseSort, readonly [string, string]>> = {
  date: ['Newest first', 'Oldest first'],
  title: ['Title, A to Z', 'Title, Z to A'],
  total: ['Largest first', 'Smallest first'],
  payer: ['Payer, A to Z', 'Payer, Z to A'],
  count: ['Most people first', 'Fewest people first'],
  status: ['Open first', 'Settled first'],
};

/** The same for somebody's share; `whose` as in 'Your share'. */
export const shareWords = (whose: string): readonly [string, string] => [
  `${whose} share, largest first`,
  `${whose} share, smallest first`,
];
