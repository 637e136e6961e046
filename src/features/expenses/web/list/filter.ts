import type { ExpenseFilter, ExpensesSearch } from '../search.ts';

/** All filters, so that one set of filters replaces another completely. */
const filterNames = [
  'searchTerm',
  'eventId',
  'paidBy',
  'participantId',
  'category',
  'status',
  'receipts',
  'from',
  'to',
] as const satisfies readonly (keyof ExpenseFilter)[];

export function pickFilter(search: ExpensesSearch): Required<ExpenseFilter> {
  const { searchTerm, eventId, paidBy, participantId, category, status, receipts, from, to } =
    search;
  return { searchTerm, eventId, paidBy, participantId, category, status, receipts, from, to };
}

export const noFilter: Required<ExpenseFilter> = pickFilter({});

export function countFilters(filter: ExpenseFilter): number {
  return filterNames.filter((name) => filter[name] !== undefined).length;
}
