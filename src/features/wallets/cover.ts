/** What of a wallet's debits its credits cover. The one definition, for lists, panels and wallets. */
import type { Instant } from '#kit/day.ts';
import { type Cents, cents } from '#kit/money.ts';

/** Something that took money from a wallet and that nothing has taken back. */
export type Debit = {
  /** Ids sort by age and decide between debits of one instant. */
  readonly id: string;
  /** Positive. */
  readonly amount: Cents;
  /** What was paid for this debit by name, at most its amount: it covers no other. */
  readonly paid?: Cents;
  readonly at: Instant;
};

/**
 * Adds to each debit what is open of it, newest first. What was paid for a debit by name covers that one; all
 * other credits together cover the oldest debits first, so what a wallet lacks is open of its newest ones, and
 * Σ open = max(0, −balance). The debits may be only the newest of the wallet, as long as what is not paid of
 * them adds up to what it lacks.
 */
export function coverDebits<D extends Debit>(
  debits: readonly D[],
  balance: Cents,
): (D & { readonly open: Cents })[] {
  let lacking = Math.max(0, -balance);
  return debits.toSorted(compareNewestFirst).map((debit) => {
    const open = cents(Math.min(lacking, debit.amount - (debit.paid ?? 0)));
    lacking -= open;
    return { ...debit, open };
  });
}

/** Days after which a debit that nobody gave a day is late. */
export const lateAfterDays = 30;

export function compareNewestFirst(one: Debit, other: Debit): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
