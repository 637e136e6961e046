/** What narrows the list of expenses, as the address says it. */
import type { ExpenseFilter, ExpensesSearch } from '../search.ts';

/** All of them, so that the one takes the place of the other whole. */
const filterNames = [
  'searchTerm',
  'eventId',
  'paidBy',
  'participantId',
  'category',
  'status',
  'from',
  'to',
] as const satisfies readonly (keyof ExpenseFilter)[];

export function filterOf(search: ExpensesSearch): Required<ExpenseFilter> {
  const { searchTerm, eventId, paidBy, participantId, category, status, from, to } = search;
  return { searchTerm, eventId, paidBy, participantId, category, status, from, to };
}

export const noFilter: Required<ExpenseFilter> = filterOf({});

/** How many of them narrow the list. */
export function countOfFilters(filter: ExpenseFilter): number {
  return filterNames.filter((name) => filter[name] !== undefined).length;
}
