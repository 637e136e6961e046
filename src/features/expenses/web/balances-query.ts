/** Separate from the other queries, so that the first visit does not load their mutations. */

import { callQuery } from '#web/api/call-query.ts';
import { expensesKey, standingsKey } from '../keys.ts';
import { balancesCall, standingsCall } from '../summary-contract.ts';

/** Every member's balance over all open expenses. */
export const balancesQuery = callQuery([...expensesKey, 'balances'], balancesCall, {});

/** What every member has or has to pay. */
export const standingsQuery = callQuery(standingsKey, standingsCall, {});
