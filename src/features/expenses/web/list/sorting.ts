import type { Id } from '#kit/id.ts';
import type { SortDirection } from '#web/screen/search-params.ts';
import type { ExpenseSort, ListSort } from '../../listing/listing.ts';
import type { ExpenseList } from '../first-reads.ts';
import type { ExpensesSearch, ListViewName } from '../search.ts';
import { pickFilter } from './filter.ts';

/** What a list is sorted by; a member's column sorts by their share. */
export type Column =
  | { readonly sort: ExpenseSort; readonly memberId?: undefined }
  | { readonly sort: 'member'; readonly memberId: Id<'member'> };

export type Order = Column & { readonly direction: SortDirection };

/** Computes the new order from the latest one. */
export type ChangeOrder = (order: Order) => Order;

const newestFirst: Order = { sort: 'date', direction: 'desc' };

/** Newest and largest first; names from A, and open before settled. */
export function getFirstDirection(sort: ListSort): SortDirection {
  return sort === 'title' || sort === 'payer' || sort === 'status' ? 'asc' : 'desc';
}

/** The order in an address, by default newest first. */
export function readOrder(params: Pick<ExpensesSearch, 'sort' | 'direction' | 'memberId'>): Order {
  const { sort, memberId } = params;
  if (sort === undefined) return newestFirst;
  const direction = params.direction ?? getFirstDirection(sort);
  if (sort !== 'member') return { sort, direction };
  return memberId === undefined ? newestFirst : { sort, memberId, direction };
}

/** The address parameters of an order; none for the default order. */
export function toSortParams(
  order: Order,
): Pick<ExpensesSearch, 'sort' | 'direction' | 'memberId'> {
  const isDefault = isSortedBy(order, newestFirst) && order.direction === newestFirst.direction;
  const { sort, direction, memberId } = order;
  return isDefault
    ? { sort: undefined, direction: undefined, memberId: undefined }
    : { sort, direction, memberId };
}

/** The list that an address describes. Only the table by member shows others' shares. */
export function toExpenseList(search: ExpensesSearch, view: ListViewName): ExpenseList {
  return {
    page: search.page ?? 1,
    ...(view === 'list' && { shares: 'own' }),
    ...pickFilter(search),
    ...toSortParams(readOrder(search)),
  };
}

/**
 * The order after clicking a column's header: sorted by it, then reversed, then the default order.
 */
export function nextOrder(current: Order, pressed: Column): Order {
  const first = getFirstDirection(pressed.sort);
  if (!isSortedBy(current, pressed)) return { ...pressed, direction: first };
  if (current.direction !== first) return newestFirst;
  return { ...pressed, direction: first === 'asc' ? 'desc' : 'asc' };
}

/** A column's `aria-sort`. */
export function getAriaSort(order: Order, column: Column) {
  if (!isSortedBy(order, column)) return 'none' as const;
  return order.direction === 'asc' ? ('ascending' as const) : ('descending' as const);
}

function isSortedBy(order: Order, column: Column): boolean {
  return order.sort === column.sort && order.memberId === column.memberId;
}

/** The labels of both directions, for the select. */
export const orderLabels: Readonly<Record<ExpenseSort, readonly [string, string]>> = {
  date: ['Newest first', 'Oldest first'],
  title: ['Title, A to Z', 'Title, Z to A'],
  total: ['Largest first', 'Smallest first'],
  payer: ['Payer, A to Z', 'Payer, Z to A'],
  count: ['Most people first', 'Fewest people first'],
  status: ['Open first', 'Settled first'],
};

/** The labels for a member's share; `whose` is 'Your' or a name with 's. */
export const formatShareLabels = (whose: string): readonly [string, string] => [
  `${whose} share, largest first`,
  `${whose} share, smallest first`,
];
