import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney, sumCents } from '#kit/money.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import type { OverrideFields, Share } from './expense.ts';
import { createTieBreak } from './tie-break.ts';

export type SplitInput = {
  readonly expenseId: Id<'expense'>;
  /** Must be positive. */
  readonly total: Cents;
  readonly participants: readonly Id<'member'>[];
  readonly overrides: readonly OverrideFields[];
};

/**
 * Computes what each participant owes, in cents and sorted by participant. The shares always add up
 * to the total.
 *
 * A manual override fixes a participant's share. An equal override is split evenly among its
 * participants, and the rest evenly among all participants; those with a manual override take part
 * in neither. An exact share is thus a sum of fractions. It is rounded down once, and the remaining
 * cents go to the participants with the largest remainders, one each. Ties are broken by a hash of
 * expense and participant, so that neither the order of the input nor unrelated edits matter.
 *
 * Refuses unknown or repeated participants, an equal override whose participants all have manual
 * ones, overrides that exceed the total, and manual overrides for everyone that fall short of it.
 * `differenceCents` in the details is the excess, negative for a shortfall.
 */
export function splitExpense(input: SplitInput): Result<Share[]> {
  const manual = new Map<Id<'member'>, Cents>();
  for (const override of input.overrides) {
    const [participantId] = override.participantIds;
    if (override.type === 'manual' && participantId) manual.set(participantId, override.amount);
  }
  const sharing = input.participants.filter((participant) => !manual.has(participant));
  const carveOuts = input.overrides
    .filter((override) => override.type === 'equal')
    .map(({ amount, label, participantIds }) => ({
      amount,
      label,
      members: participantIds.filter((participant) => !manual.has(participant)),
    }));
  const rest = cents(input.total - sumCents(input.overrides.map((override) => override.amount)));
  const refused =
    refusalOfNames(input) ??
    carveOuts.map(refusalOfEmpty).find((refusal) => refusal !== undefined) ??
    refusalOfRest(rest, sharing.length);
  if (refused) return refused;
  const allCarveOuts = [...carveOuts, { amount: rest, members: sharing }];
  const even = roundShares(input.expenseId, sharing, computeExactShares(sharing, allCarveOuts));
  const shares = [...even, ...manual].map(([participantId, amountOwed]) => ({
    participantId,
    amountOwed,
  }));
  return ok(shares.sort((one, other) => (one.participantId < other.participantId ? -1 : 1)));
}

type CarveOut = { readonly amount: Cents; readonly members: readonly Id<'member'>[] };
/** Numerators over a common denominator, in cents. Denominators multiply, hence bigint. */
type ExactShares = {
  readonly denominator: bigint;
  readonly numerators: ReadonlyMap<Id<'member'>, bigint>;
};

function computeExactShares(
  sharing: readonly Id<'member'>[],
  allCarveOuts: readonly CarveOut[],
): ExactShares {
  const sizes = new Set(allCarveOuts.map((part) => part.members.length).filter((size) => size > 0));
  const denominator = [...sizes].map(BigInt).reduce(leastCommonMultiple, 1n);
  const numerators = new Map<Id<'member'>, bigint>(sharing.map((participant) => [participant, 0n]));
  for (const { amount, members } of allCarveOuts) {
    if (members.length === 0) continue;
    const numerator = BigInt(amount) * (denominator / BigInt(members.length));
    for (const member of members) {
      numerators.set(member, (numerators.get(member) ?? 0n) + numerator);
    }
  }
  return { denominator, numerators };
}

function leastCommonMultiple(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b !== 0n) [a, b] = [b, a % b];
  return (one / a) * other;
}

function roundShares(
  expenseId: Id<'expense'>,
  sharing: readonly Id<'member'>[],
  { denominator, numerators }: ExactShares,
): Map<Id<'member'>, Cents> {
  const rounded = new Map<Id<'member'>, Cents>();
  const remainders = new Map<Id<'member'>, bigint>();
  let remaindersTotal = 0n;
  for (const participant of sharing) {
    const numerator = numerators.get(participant) ?? 0n;
    rounded.set(participant, cents(Number(numerator / denominator)));
    remainders.set(participant, numerator % denominator);
    remaindersTotal += numerator % denominator;
  }
  // Each remainder is less than a cent, so there are fewer cents left over than participants.
  const leftOver = Number(remaindersTotal / denominator);
  if (leftOver === 0) return rounded;
  const compareByTieBreak = createTieBreak(expenseId, sharing);
  const byRemainder = sharing.toSorted((one, other) => {
    const difference = (remainders.get(other) ?? 0n) - (remainders.get(one) ?? 0n);
    return difference === 0n ? compareByTieBreak(one, other) : difference > 0n ? 1 : -1;
  });
  for (const participant of byRemainder.slice(0, leftOver)) {
    rounded.set(participant, cents((rounded.get(participant) ?? 0) + 1));
  }
  return rounded;
}

function refusalOfNames({ participants, overrides }: SplitInput): Refused | undefined {
  const known = new Set(participants);
  if (known.size !== participants.length) {
    return refuse('invalid', 'participant_twice', 'A participant is listed twice', {
      field: 'participants',
    });
  }
  const withManual = new Set<Id<'member'>>();
  for (const { type, label, participantIds } of overrides) {
    const field = { field: 'participantIds' };
    if (participantIds.some((participant) => !known.has(participant))) {
      const message = `"${label}" includes someone who is not a participant in the expense`;
      return refuse('invalid', 'override_of_stranger', message, field);
    }
    if (new Set(participantIds).size !== participantIds.length) {
      return refuse('invalid', 'participant_twice', `"${label}" lists someone twice`, field);
    }
    if (type === 'equal') continue;
    const [participant] = participantIds;
    if (!participant || participantIds.length !== 1) {
      const message = 'A manual override applies to exactly one participant';
      return refuse('invalid', 'manual_override_of_many', message, field);
    }
    if (withManual.has(participant)) {
      const message = 'This participant already has a manual override';
      return refuse('conflict', 'manual_override_exists', message, field);
    }
    withManual.add(participant);
  }
  return undefined;
}

function refusalOfEmpty(carveOut: CarveOut & { readonly label: string }): Refused | undefined {
  if (carveOut.members.length > 0) return undefined;
  return refuse(
    'invalid',
    'override_without_members',
    `No one is left to share "${carveOut.label}": all its participants have a manual override`,
    { field: 'participantIds' },
  );
}

function refusalOfRest(rest: Cents, sharingCount: number): Refused | undefined {
  const details = { differenceCents: cents(-rest) };
  if (rest < 0) {
    return refuse(
      'invalid',
      'overrides_exceed_total',
      `Overrides exceed the expense amount by ${formatMoney(cents(-rest))}`,
      { field: 'amount', details },
    );
  }
  if (rest > 0 && sharingCount === 0) {
    return refuse(
      'invalid',
      'overrides_miss_total',
      `Manual overrides for all participants must add up to the expense amount; they are off by ${formatMoney(rest)}`,
      { field: 'amount', details },
    );
  }
  return undefined;
}
