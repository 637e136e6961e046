/** The sort order of a list as its address has it. */
import type { SortDirection } from '#web/screen/search-params.ts';

export type Sorting<Sort> = {
  readonly sort?: Sort | undefined;
  readonly direction?: SortDirection | undefined;
};

export type Order<Sort> = { readonly sort: Sort; readonly direction: SortDirection };

/** Computes the next order from the latest one. */
export type ChangeOrder<Sort> = (order: Order<Sort>) => Order<Sort>;

/** Dates and amounts start with the newest and largest; names with A. */
export function getFirstDirection(sort: string): SortDirection {
  return ['created', 'updated', 'date', 'balance', 'amount'].includes(sort) ? 'desc' : 'asc';
}

/** The sort order of an address, by default newest first by the column `newest`. */
export function parseOrder<Sort extends string>(sorting: Sorting<Sort>, newest: Sort): Order<Sort> {
  const sort = sorting.sort ?? newest;
  const direction = sorting.sort === undefined ? undefined : sorting.direction;
  return { sort, direction: direction ?? getFirstDirection(sort) };
}

/** The address of a sort order, empty for the default. */
export function toSorting<Sort extends string>(order: Order<Sort>, newest: Sort): Sorting<Sort> {
  const isDefault = order.sort === newest && order.direction === 'desc';
  return isDefault ? { sort: undefined, direction: undefined } : order;
}

/** The order after pressing a column's header: by that column, or in the other direction. */
export function nextOrder<Sort extends string>(order: Order<Sort>, pressed: Sort): Order<Sort> {
  const isSameColumn = order.sort === pressed;
  const other = order.direction === 'asc' ? 'desc' : 'asc';
  return { sort: pressed, direction: isSameColumn ? other : getFirstDirection(pressed) };
}

/** A column's `aria-sort`. */
export function getAriaSort<Sort>(order: Order<Sort>, column: Sort) {
  if (order.sort !== column) return 'none' as const;
  return order.direction === 'asc' ? ('ascending' as const) : ('descending' as const);
}
