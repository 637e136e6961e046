/** The expenses screen's first requests. `vite.config.ts` writes them into the page, so no React here. */
import { buildAddress } from '#web/api/request.ts';
import type { ShareFilter } from '../listing/listing.ts';
import { listingCalls } from '../listing/listing-contract.ts';
import { balancesCall, standingsCall } from '../summary-contract.ts';
import type { ExpenseFilter, ExpensesSearch } from './search.ts';

/** As the specification requires. */
const expensesPerPage = 40;

/** A page with its filters and sort order, as in the address. */
export type ExpenseList = ExpenseFilter &
  Pick<ExpensesSearch, 'sort' | 'direction' | 'memberId'> & {
    readonly page: number;
    /** Whole expenses if left out. */
    readonly shares?: ShareFilter;
  };

/** The query parameters of the list call: a corrected expense is one row. */
export function toListQuery({ page, ...narrowing }: ExpenseList) {
  const corrections = 'current' as const;
  return { skip: (page - 1) * expensesPerPage, take: expensesPerPage, corrections, ...narrowing };
}

/** The paths of the screen's first requests, relative to the API's base. */
export const firstReads = (): string[] => [
  buildAddress(listingCalls.list, { query: toListQuery({ page: 1, shares: 'own' }) }),
  buildAddress(balancesCall, {}),
  buildAddress(standingsCall, {}),
];
