import { refuse } from '#kit/result.ts';
import { constraintRefusal } from '#server/database/constraints.ts';

/** The database says when a balance would pass what money can be stated exactly. */
export const refusalOfRange = constraintRefusal(
  'ledger_entry_balance_in_range',
  refuse('invalid', 'balance_out_of_range', 'The wallet balance would exceed the maximum amount'),
);
