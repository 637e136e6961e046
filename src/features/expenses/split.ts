import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney, sumCents } from '#kit/money.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import {
  add,
  type Fraction,
  formatFraction,
  leastCommonMultiple,
  one,
  parseFraction,
  zero,
} from './arithmetic/fractions.ts';
import { createTieBreak } from './arithmetic/tie-break.ts';
import type { OverrideFields, Share } from './expense.ts';

export type SplitInput = {
  readonly expenseId: Id<'expense'>;
  /** Must be positive. */
  readonly total: Cents;
  readonly participants: readonly Id<'member'>[];
  readonly overrides: readonly OverrideFields[];
};

export type Split = {
  /** Sorted by participant. They add up to the total. */
  readonly shares: readonly Share[];
  /** The participants who pay an extra cent: their exact share was rounded up. */
  readonly roundedUp: ReadonlySet<Id<'member'>>;
};

/** What each participant owes, in cents and sorted by participant. See `divideExpense`. */
export function splitExpense(input: SplitInput): Result<Share[]> {
  const split = divideExpense(input);
  return split.ok ? ok([...split.value.shares]) : split;
}

/**
 * Computes what each participant owes, in cents. The shares always add up to the total.
 *
 * A manual override fixes a participant's share, or states it: as a percentage of the total, or as a
 * weight. An equal override is split evenly among its participants without a manual override. What is
 * left of the total is the rest. It is divided by weight among everyone whose share is neither fixed
 * nor a percentage; those who state no weight have the weight 1, so that without stated weights the
 * rest is split evenly.
 *
 * A share that is not fixed is thus a sum of fractions. It is rounded down once, and the remaining
 * cents go to the participants with the largest remainders, one each. Ties are broken by a hash of
 * expense and participant, so that neither the order of the input nor unrelated edits matter.
 *
 * Refuses unknown or repeated participants, an equal override whose participants all have manual
 * ones, overrides that exceed the total, and those that fall short of it with no one to pay the rest.
 * `differenceCents` in the details is the excess, negative for a shortfall.
 */
export function divideExpense(input: SplitInput): Result<Split> {
  const refusedNames = checkNames(input);
  if (refusedNames) return refusedNames;
  const plan = toPlan(input);
  const refused =
    plan.carveOuts.map(checkNotEmpty).find((refusal) => refusal !== undefined) ?? checkRest(plan);
  if (refused) return refused;
  const { rounded, roundedUp } = roundShares(input.expenseId, computeExactShares(plan));
  const shares = [...rounded, ...plan.fixed].map(([participantId, amountOwed]) => ({
    participantId,
    amountOwed,
  }));
  return ok({
    shares: shares.sort((one, other) => (one.participantId < other.participantId ? -1 : 1)),
    roundedUp,
  });
}

/** The overrides with the amounts that stated shares come to. */
export function computeStatedAmounts<T extends OverrideFields>(
  overrides: readonly T[],
  shares: readonly Share[],
): T[] {
  if (!overrides.some(({ stated }) => stated)) return [...overrides];
  const owed = new Map(shares.map((share) => [share.participantId, share.amountOwed]));
  return overrides.map((override) => {
    const [participant] = override.participantIds;
    const amount = override.stated && participant ? owed.get(participant) : undefined;
    return amount === undefined ? override : { ...override, amount };
  });
}

type CarveOut = {
  readonly amount: Cents;
  readonly label: string;
  readonly members: readonly Id<'member'>[];
};
type Plan = {
  readonly fixed: ReadonlyMap<Id<'member'>, Cents>;
  readonly carveOuts: readonly CarveOut[];
  /** In cents. */
  readonly ofPercents: ReadonlyMap<Id<'member'>, Fraction>;
  readonly percents: Fraction;
  readonly weights: ReadonlyMap<Id<'member'>, Fraction>;
  readonly weightsTotal: Fraction;
  /** In cents; what is divided by weight. */
  readonly rest: Fraction;
};

function toPlan({ total, participants, overrides }: SplitInput): Plan {
  const manual = new Map<Id<'member'>, OverrideFields>();
  for (const override of overrides) {
    const [participant] = override.participantIds;
    if (override.type === 'manual' && participant) manual.set(participant, override);
  }
  const fixed = new Map<Id<'member'>, Cents>();
  const ofPercents = new Map<Id<'member'>, Fraction>();
  const weights = new Map<Id<'member'>, Fraction>();
  let percents = zero;
  for (const participant of participants) {
    const override = manual.get(participant);
    if (override && !override.stated) {
      fixed.set(participant, override.amount);
    } else if (override?.stated?.unit === 'percent') {
      const percent = parseFraction(override.stated.value);
      percents = add(percents, percent);
      ofPercents.set(participant, takePercent(total, percent));
    } else {
      weights.set(participant, override?.stated ? parseFraction(override.stated.value) : one);
    }
  }
  const carveOuts = overrides
    .filter((override) => override.type === 'equal')
    .map(({ amount, label, participantIds }) => ({
      amount,
      label,
      members: participantIds.filter((participant) => !manual.has(participant)),
    }));
  const taken = sumCents([...fixed.values(), ...carveOuts.map(({ amount }) => amount)]);
  const { numerator, denominator } = takePercent(total, percents);
  return {
    fixed,
    carveOuts,
    ofPercents,
    percents,
    weights,
    weightsTotal: [...weights.values()].reduce(add, zero),
    rest: { numerator: BigInt(total - taken) * denominator - numerator, denominator },
  };
}

const takePercent = (total: Cents, { numerator, denominator }: Fraction): Fraction =>
  numerator === 0n
    ? zero
    : { numerator: BigInt(total) * numerator, denominator: 100n * denominator };

/** Numerators over a common denominator, in cents. */
type ExactShares = {
  readonly denominator: bigint;
  readonly numerators: ReadonlyMap<Id<'member'>, bigint>;
};

function computeExactShares({
  carveOuts,
  ofPercents,
  weights,
  weightsTotal,
  rest,
}: Plan): ExactShares {
  const perWeight = {
    numerator: rest.numerator * weightsTotal.denominator,
    denominator: rest.denominator * (weightsTotal.numerator || 1n),
  };
  const denominator = [
    ...[...weights.values()].map((weight) => perWeight.denominator * weight.denominator),
    ...[...ofPercents.values()].map((share) => share.denominator),
    ...carveOuts.map(({ members }) => BigInt(members.length)),
  ].reduce(leastCommonMultiple, 1n);
  const numerators = new Map<Id<'member'>, bigint>();
  const give = (member: Id<'member'>, top: bigint, bottom: bigint) =>
    numerators.set(member, (numerators.get(member) ?? 0n) + top * (denominator / bottom));
  for (const [member, weight] of weights) {
    const top = perWeight.numerator * weight.numerator;
    give(member, top, perWeight.denominator * weight.denominator);
  }
  for (const [member, share] of ofPercents) give(member, share.numerator, share.denominator);
  for (const { amount, members } of carveOuts) {
    for (const member of members) give(member, BigInt(amount), BigInt(members.length));
  }
  return { denominator, numerators };
}

function roundShares(expenseId: Id<'expense'>, { denominator, numerators }: ExactShares) {
  const sharing = [...numerators.keys()];
  const rounded = new Map<Id<'member'>, Cents>();
  const remainders = new Map<Id<'member'>, bigint>();
  let remaindersTotal = 0n;
  for (const [participant, numerator] of numerators) {
    rounded.set(participant, cents(Number(numerator / denominator)));
    remainders.set(participant, numerator % denominator);
    remaindersTotal += numerator % denominator;
  }
  // Each remainder is less than a cent, so there are fewer cents left over than participants.
  const leftOver = Number(remaindersTotal / denominator);
  if (leftOver === 0) return { rounded, roundedUp: new Set<Id<'member'>>() };
  const compareByTieBreak = createTieBreak(expenseId, sharing);
  const byRemainder = sharing.toSorted((one, other) => {
    const difference = (remainders.get(other) ?? 0n) - (remainders.get(one) ?? 0n);
    return difference === 0n ? compareByTieBreak(one, other) : difference > 0n ? 1 : -1;
  });
  const roundedUp = new Set(byRemainder.slice(0, leftOver));
  for (const participant of roundedUp) {
    rounded.set(participant, cents((rounded.get(participant) ?? 0) + 1));
  }
  return { rounded, roundedUp };
}

function checkNames({ participants, overrides }: SplitInput): Refused | undefined {
  const known = new Set(participants);
  if (known.size !== participants.length) {
    return refuse('invalid', 'participant_twice', 'A participant is listed twice', {
      field: 'participants',
    });
  }
  const withManual = new Set<Id<'member'>>();
  for (const { type, label, participantIds, stated } of overrides) {
    const field = { field: 'participantIds' };
    if (participantIds.some((participant) => !known.has(participant))) {
      const message = `"${label}" includes someone who is not a participant in the expense`;
      return refuse('invalid', 'override_of_stranger', message, field);
    }
    if (new Set(participantIds).size !== participantIds.length) {
      return refuse('invalid', 'participant_twice', `"${label}" lists someone twice`, field);
    }
    if (type === 'equal' && stated) {
      const message = 'Only a manual override can be a percentage or a weight';
      return refuse('invalid', 'stated_of_equal', message, { field: 'stated' });
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

function checkNotEmpty(carveOut: CarveOut): Refused | undefined {
  if (carveOut.members.length > 0) return undefined;
  return refuse(
    'invalid',
    'override_without_members',
    `No one is left to share "${carveOut.label}": all its participants have a manual override`,
    { field: 'participantIds' },
  );
}

function checkRest(plan: Plan): Refused | undefined {
  const { rest, percents, fixed, carveOuts, weights, weightsTotal } = plan;
  if (rest.numerator === 0n) return undefined;
  const isShort = rest.numerator > 0n;
  if (isShort && weightsTotal.numerator > 0n) return undefined;
  if (isShort && weights.size > 0) {
    const message = 'At least one weight must be greater than 0';
    return refuse('invalid', 'weights_zero', message, { field: 'stated' });
  }
  const isPercentAlone = fixed.size === 0 && carveOuts.length === 0;
  if (percents.numerator > 100n * percents.denominator || (isShort && isPercentAlone)) {
    const message = `The percentages add up to ${formatFraction(percents)}%, not 100%`;
    return refuse('invalid', 'percent_off', message, { field: 'stated' });
  }
  const gap = isShort ? rest.numerator : -rest.numerator;
  const off = cents(Number((gap + rest.denominator - 1n) / rest.denominator));
  // With percentages, no other total is known to fit.
  const more = {
    field: 'amount',
    ...(percents.numerator === 0n && { details: { differenceCents: cents(isShort ? -off : off) } }),
  };
  if (!isShort) {
    const message = `Overrides exceed the expense amount by ${formatMoney(off)}`;
    return refuse('invalid', 'overrides_exceed_total', message, more);
  }
  const message = `Manual overrides for all participants must add up to the expense amount; they are off by ${formatMoney(off)}`;
  return refuse('invalid', 'overrides_miss_total', message, more);
}
