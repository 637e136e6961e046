/** Apart from the other queries, whose writes would make every first visit heavier. */

import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { expensesKey } from '../keys.ts';
import { balancesCall } from '../summary-contract.ts';

/** Everybody's balance over all open expenses. */
export const balancesQuery = queryOptions({
  queryKey: [...expensesKey, 'balances'],
  queryFn: ({ signal }) => call(balancesCall, { signal }),
});
