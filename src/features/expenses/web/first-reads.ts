/** What the expenses screen reads first. `vite.config.ts` writes it into the page, so no React here. */
import { buildAddress } from '#web/api/request.ts';
import { expenseCalls } from '../contract.ts';
import { balancesCall } from '../summary-contract.ts';
import type { ExpenseFilter, ExpensesSearch } from './search.ts';

/** Rows of a page, as the specification has it. */
export const expensesPerPage = 40;

/** A page, narrowed and in an order, as the address says them. */
export type ExpenseList = ExpenseFilter &
  Pick<ExpensesSearch, 'sort' | 'direction' | 'memberId'> & { readonly page: number };

/** The query of the list's call. */
export function toListQuery({ page, ...narrowing }: ExpenseList) {
  return { skip: (page - 1) * expensesPerPage, take: expensesPerPage, ...narrowing };
}

/** The addresses of the screen's first reads, below the API's base. */
export const firstReads = (): string[] => [
  buildAddress(expenseCalls.list, { query: toListQuery({ page: 1 }) }),
  buildAddress(balancesCall, {}),
];
