/** What of a wallet's debits its credits cover. The one definition, for lists, panels, wallets and dues. */
import type { Day, Instant } from '#kit/day.ts';
import { type Cents, cents } from '#kit/money.ts';

/** Something that took money from a wallet and that nothing has taken back. */
export type Debit = {
  /** Ids sort by age and decide between debits of one instant. */
  readonly id: string;
  /** Positive. */
  readonly amount: Cents;
  /** What was paid for this debit by name, at most its amount: it covers no other. */
  readonly paid?: Cents;
  /** Never before the day it was posted. */
  readonly dueOn: Day;
  readonly at: Instant;
};

/**
 * Adds to each debit what is open of it, the last to be due first. What was paid for a debit by name covers that
 * one; all other credits together cover first what is due first, so what a wallet lacks is open of what is due
 * last, and Σ open = max(0, −balance). The debits may be only the last of the wallet, as long as what is not paid
 * of them adds up to what it lacks.
 */
export function coverDebits<D extends Debit>(
  debits: readonly D[],
  balance: Cents,
): (D & { readonly open: Cents })[] {
  let lacking = Math.max(0, -balance);
  return debits.toSorted(compareLastDueFirst).map((debit) => {
    const open = cents(Math.min(lacking, debit.amount - (debit.paid ?? 0)));
    lacking -= open;
    return { ...debit, open };
  });
}

/** Something that put money in a wallet and that nothing has taken back; none was paid for a debit by name. */
export type Credit = {
  readonly amount: Cents;
  readonly at: Instant;
  readonly isPayment: boolean;
};

/** The last of the credits that cover a debit, and whether a payment is among them. */
export type CoveredBy = { readonly at: Instant; readonly isPaid: boolean };

/**
 * Which credits cover each debit: the oldest credits what is due first. Both lists may be only the last ones, in
 * the order of `compareLastDueFirst` and the newest first; what credits beyond them cover is missing.
 */
export function findCover(
  debits: readonly Debit[],
  credits: readonly Credit[],
  balance: Cents,
): ReadonlyMap<string, CoveredBy> {
  const found = new Map<string, CoveredBy>();
  // Debits and credits lie beside each other, the last ones first: where the wallet has something left,
  // its newest credits cover nothing.
  let place = balance as number;
  let next = 0;
  let credited = 0;
  for (const { id, amount, paid = 0 } of debits) {
    const begins = Math.max(0, place);
    place += amount - paid;
    const covering: Credit[] = [];
    for (let credit = credits[next]; credit && credited < place; credit = credits[next]) {
      if (credited + credit.amount > begins) covering.push(credit);
      // One that reaches further covers a part of the following debit, too.
      if (credited + credit.amount > place) break;
      credited += credit.amount;
      next += 1;
    }
    const [last] = covering;
    if (last) found.set(id, { at: last.at, isPaid: covering.some(({ isPayment }) => isPayment) });
  }
  return found;
}

export function compareLastDueFirst(one: Debit, other: Debit): number {
  if (one.dueOn !== other.dueOn) return one.dueOn < other.dueOn ? 1 : -1;
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
