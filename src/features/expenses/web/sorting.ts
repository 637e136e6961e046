/** In which order the expenses are shown, as the headers and the address say it. */
import type { ExpenseSort } from '../contract.ts';
import type { ExpensesSearch, SortDirection } from './search.ts';

export type Order = { readonly sort: ExpenseSort; readonly direction: SortDirection };

/** What is newest or largest is looked for first; names begin with A, open comes before settled. */
export function firstDirection(sort: ExpenseSort): SortDirection {
  return sort === 'date' || sort === 'total' || sort === 'count' ? 'desc' : 'asc';
}

/** The order an address means; without one the newest come first. */
export function orderOf(said: Pick<ExpensesSearch, 'sort' | 'direction'>): Order {
  const sort = said.sort ?? 'date';
  const direction = said.sort === undefined ? undefined : said.direction;
  return { sort, direction: direction ?? firstDirection(sort) };
}

/** What an address says of an order: nothing of the one that holds without it. */
export function sortingOf(order: Order): Pick<ExpensesSearch, 'sort' | 'direction'> {
  const isUsual = order.sort === 'date' && order.direction === 'desc';
  return isUsual ? { sort: undefined, direction: undefined } : order;
}

/**
 * What pressing a column's header asks for: that column, then its other direction, then the newest
 * first again, which no header stands for.
 */
export function orderAfter(now: Order, pressed: ExpenseSort): Order {
  const first = firstDirection(pressed);
  if (now.sort !== pressed) return { sort: pressed, direction: first };
  if (now.direction !== first) return { sort: 'date', direction: 'desc' };
  return { sort: pressed, direction: first === 'asc' ? 'desc' : 'asc' };
}

/** A column's `aria-sort`. */
export function ariaSort(order: Order, column: ExpenseSort) {
  if (order.sort !== column) return 'none' as const;
  return order.direction === 'asc' ? ('ascending' as const) : ('descending' as const);
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
