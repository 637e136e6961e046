import { refuse } from '#kit/result.ts';
import { constraintRefusal } from '#server/database/constraints.ts';

/** Translates the database's refusal of a balance beyond the exact range. */
export const rangeRefusal = constraintRefusal(
  'ledger_entry_balance_in_range',
  refuse('invalid', 'balance_out_of_range', 'The wallet balance would exceed the maximum amount'),
);
