import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { expenseCalls } from '../../contract.ts';
import { settleUpKey } from '../../keys.ts';

/** The fewest payments that settle everyone up. */
export const settleUpQuery = queryOptions({
  queryKey: settleUpKey,
  queryFn: ({ signal }) => call(expenseCalls.settleUp, { signal }),
});
