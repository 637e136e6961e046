/** Separate from the other queries, so that the first visit does not load their mutations. */

import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { expensesKey, standingsKey } from '../keys.ts';
import { balancesCall, standingsCall } from '../summary-contract.ts';

/** Every member's balance over all open expenses. */
export const balancesQuery = queryOptions({
  queryKey: [...expensesKey, 'balances'],
  queryFn: ({ signal }) => call(balancesCall, { signal }),
});

/** What every member has or has to pay. */
export const standingsQuery = queryOptions({
  queryKey: standingsKey,
  queryFn: ({ signal }) => call(standingsCall, { signal }),
});
