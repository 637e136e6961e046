import { callQuery } from '#web/api/call-query.ts';
import { expenseCalls } from '../../contract.ts';
import { settleUpKey } from '../../keys.ts';

/** The fewest payments that settle everyone up. */
export const settleUpQuery = callQuery(settleUpKey, expenseCalls.settleUp, {});
