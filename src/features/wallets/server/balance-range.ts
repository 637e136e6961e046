import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { constraintOf } from '#server/database/db.ts';

/** The database says when a balance would pass what money can be stated exactly; so do we. */
export async function withinRange(work: () => Promise<void>): Promise<Result<undefined>> {
  try {
    await work();
    return ok(undefined);
  } catch (error) {
    const refused = refusalOfRange(error);
    if (refused) return refused;
    throw error;
  }
}

export function refusalOfRange(error: unknown): Refused | undefined {
  if (constraintOf(error) !== 'ledger_entry_balance_in_range') return undefined;
  return refuse(
    'invalid',
    'balance_out_of_range',
    'The wallet balance would exceed the maximum amount',
  );
}
