/** In which order a list is shown, as its headers and its address say it. */
import type { SortDirection } from './search.ts';

export type Sorting<Sort> = {
  readonly sort?: Sort | undefined;
  readonly direction?: SortDirection | undefined;
};

export type Order<Sort> = { readonly sort: Sort; readonly direction: SortDirection };

/** What becomes of the order that is wanted by then. */
export type ChangeOrder<Sort> = (order: Order<Sort>) => Order<Sort>;

/** What is newest, largest or latest is looked for first; names begin with A. */
export function firstDirection(sort: string): SortDirection {
  return ['created', 'updated', 'date', 'balance', 'amount'].includes(sort) ? 'desc' : 'asc';
}

/** The order an address means; without one the newest come first, by `newest`. */
export function orderOf<Sort extends string>(said: Sorting<Sort>, newest: Sort): Order<Sort> {
  const sort = said.sort ?? newest;
  const isSaid = said.sort !== undefined;
  return { sort, direction: (isSaid ? said.direction : undefined) ?? firstDirection(sort) };
}

/** What an address says of an order: nothing of the one that holds without it. */
export function sortingOf<Sort extends string>(order: Order<Sort>, newest: Sort): Sorting<Sort> {
  const isUsual = order.sort === newest && order.direction === 'desc';
  return isUsual ? { sort: undefined, direction: undefined } : order;
}

/** What pressing a column's header asks for: that column, or its other direction. */
export function orderAfter<Sort extends string>(now: Order<Sort>, pressed: Sort): Order<Sort> {
  const isTurned = now.sort === pressed;
  const other = now.direction === 'asc' ? 'desc' : 'asc';
  return { sort: pressed, direction: isTurned ? other : firstDirection(pressed) };
}

/** A column's `aria-sort`. */
export function ariaSort<Sort>(order: Order<Sort>, column: Sort) {
  if (order.sort !== column) return 'none' as const;
  return order.direction === 'asc' ? ('ascending' as const) : ('descending' as const);
}
