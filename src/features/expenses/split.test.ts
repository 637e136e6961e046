import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, sumCents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { OverrideFields, Share } from './expense.ts';
import { type SplitInput, splitExpense } from './split.ts';
import { person, runs, timeout, uuid } from './testing/random-expense.ts';

type Recipe = {
  expense: number;
  total: number;
  people: number;
  /** `members` has a bit for each participant; 0 means all of them. */
  overrides: { isManual: boolean; members: number; weight: number }[];
};

const recipes: fc.Arbitrary<Recipe> = fc.record({
  expense: fc.nat(),
  total: fc.oneof(
    fc.integer({ min: 1, max: 50 }),
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.integer({ min: 999_999_990_000, max: 999_999_999_999 }),
  ),
  people: fc.integer({ min: 1, max: 12 }),
  overrides: fc.array(
    fc.record({
      isManual: fc.boolean(),
      members: fc.nat(4095),
      weight: fc.integer({ min: 0, max: 140 }),
    }),
    { maxLength: 5 },
  ),
});

/** A weight is a percentage of the total divided by the number of overrides, so most inputs fit. */
function toInput({ expense, total, people, overrides }: Recipe): SplitInput {
  const participants = Array.from({ length: people }, (_, index) => person(index));
  const fixed = new Set<Id<'member'>>();
  const built: OverrideFields[] = [];
  for (const { isManual, members, weight } of overrides) {
    const amount = cents(Math.floor((total / 100) * (weight / overrides.length)));
    const chosen = participants.filter((_, index) => (members >> index) & 1);
    const one = participants[members % people] ?? person(0);
    if (isManual && fixed.has(one)) continue;
    if (isManual) fixed.add(one);
    built.push({
      type: isManual ? 'manual' : 'equal',
      amount,
      label: `override ${built.length}`,
      participantIds: isManual ? [one] : chosen.length > 0 ? chosen : participants,
    });
  }
  return {
    expenseId: uuid<'expense'>('0eee', expense),
    total: cents(total),
    participants,
    overrides: built,
  };
}

const sharesByMember = (shares: readonly Share[]) =>
  new Map(shares.map((share) => [share.participantId, share.amountOwed]));

/** An exact share, computed in the simplest way: as a sum of fractions. */
type Fraction = readonly [numerator: bigint, denominator: bigint];
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];

function exactShare(input: SplitInput, participant: Id<'member'>): Fraction {
  const manual = input.overrides.filter((override) => override.type === 'manual');
  const isFixed = (one: Id<'member'>) =>
    manual.some((override) => override.participantIds.includes(one));
  const spent = sumCents(input.overrides.map((override) => override.amount));
  const sharing = input.participants.filter((one) => !isFixed(one));
  return input.overrides
    .filter((override) => override.type === 'equal')
    .filter((override) => override.participantIds.includes(participant))
    .map(
      (override): Fraction => [
        BigInt(override.amount),
        BigInt(override.participantIds.filter((one) => !isFixed(one)).length),
      ],
    )
    .reduce(plus, [BigInt(input.total - spent), BigInt(sharing.length)]);
}

function expectLaws(input: SplitInput): void {
  const manual = new Map(
    input.overrides
      .filter((override) => override.type === 'manual')
      .map((override) => [override.participantIds[0] ?? testId('nobody'), override.amount]),
  );
  const sharing = input.participants.filter((one) => !manual.has(one));
  const spent = sumCents(input.overrides.map((override) => override.amount));
  const isEmpty = input.overrides.some((override) =>
    override.participantIds.every((one) => override.type === 'equal' && manual.has(one)),
  );
  const isSplittable =
    !isEmpty && spent <= input.total && (sharing.length > 0 || spent === input.total);

  const result = splitExpense(input);
  expect(result.ok).toBe(isSplittable);
  if (!result.ok) {
    if (!isEmpty) {
      expect(result.refusal.details?.['differenceCents']).toBe(spent - input.total);
    }
    return;
  }

  const shares = sharesByMember(result.value);
  if (shares.size !== input.participants.length) throw new Error('a participant has no share');
  if (sumCents(shares.values()) !== input.total) throw new Error('shares miss the total');
  for (const [participant, amount] of manual) {
    if (shares.get(participant) !== amount) throw new Error('a manual override is not kept');
  }
  const remainders = sharing.map((participant) => {
    const [numerator, denominator] = exactShare(input, participant);
    const floor = numerator / denominator;
    const extra = BigInt(shares.get(participant) ?? -1) - floor;
    if (extra !== 0n && extra !== 1n) throw new Error('a share is off by a cent or more');
    if (extra === 1n && numerator % denominator === 0n) throw new Error('a whole share grew');
    return { extra, numerator: numerator % denominator, denominator };
  });
  for (const spared of remainders.filter(({ extra }) => extra === 0n)) {
    for (const payer of remainders.filter(({ extra }) => extra === 1n)) {
      // No one pays an extra cent while someone with a larger remainder does not.
      if (payer.numerator * spared.denominator < spared.numerator * payer.denominator) {
        throw new Error('the cent went to a smaller remainder');
      }
    }
  }
  const reversed = splitExpense({
    ...input,
    participants: input.participants.toReversed(),
    overrides: input.overrides
      .map((override) => ({
        ...override,
        participantIds: override.participantIds.toReversed(),
        label: 'renamed',
      }))
      .toReversed(),
  });
  if (!reversed.ok || JSON.stringify(reversed.value) !== JSON.stringify(result.value)) {
    throw new Error('the order of rows, or a label, moved a cent');
  }
}

describe('the split', () => {
  test(`adds up, rounds each share to a neighboring cent and ignores the order (${runs} random expenses)`, {
    timeout,
  }, () => {
    fc.assert(
      fc.property(recipes, (recipe) => expectLaws(toInput(recipe))),
      { numRuns: runs },
    );
  });

  test('gives equal participants shares within one cent of each other', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 10 ** 9 }),
        fc.integer({ min: 1, max: 60 }),
        (expense, total, people) => {
          const shares = split(expense, total, people);
          expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: scaleRuns(1_000) },
    );
  });

  test('distributes extra cents evenly over many expenses', () => {
    const carried = new Map<number, number>();
    for (let expense = 0; expense < 7_000; expense += 1) {
      split(expense, 1_00, 7).forEach((share, index) => {
        carried.set(index, (carried.get(index) ?? 0) + (share - 14));
      });
    }
    for (const count of carried.values()) {
      expect(count).toBeGreaterThan(1_850);
      expect(count).toBeLessThan(2_150);
    }
  });

  test('splits as in the guide’s example', () => {
    const [ann, ben, cid] = [person(1), person(2), person(3)];
    const shares = splitExpense({
      expenseId: uuid<'expense'>('0eee', 1),
      total: cents(100_00),
      participants: [ann, ben, cid],
      overrides: [
        { type: 'equal', amount: cents(30_00), label: 'Wine', participantIds: [ann, ben] },
        { type: 'manual', amount: cents(10_00), label: 'Soup', participantIds: [ben] },
      ],
    });
    // Ben owes 10, so Ann pays for the wine alone, and Ann and Cid share the remaining 60.
    expect(shares.ok && sharesByMember(shares.value)).toEqual(
      new Map([
        [ann, 60_00],
        [ben, 10_00],
        [cid, 30_00],
      ]),
    );
  });

  const base = {
    expenseId: uuid<'expense'>('0eee', 1),
    total: cents(100),
    participants: [person(1), person(2)],
  };
  const manual = (amount: number, one: Id<'member'>): OverrideFields => ({
    type: 'manual',
    amount: cents(amount),
    label: 'x',
    participantIds: [one],
  });
  const equal = (amount: number, ...participantIds: Id<'member'>[]): OverrideFields => ({
    type: 'equal',
    amount: cents(amount),
    label: 'x',
    participantIds,
  });

  test.each([
    ['overrides_exceed_total', 1, [manual(101, person(1))]],
    ['overrides_exceed_total', 50, [manual(100, person(1)), equal(50, person(2))]],
    ['overrides_miss_total', -2, [manual(98, person(1)), manual(0, person(2))]],
    ['overrides_exceed_total', 1, [manual(98, person(1)), manual(3, person(2))]],
    ['override_without_members', undefined, [manual(1, person(1)), equal(1, person(1))]],
    ['override_of_stranger', undefined, [manual(1, person(9))]],
    ['override_of_stranger', undefined, [equal(1, person(1), person(9))]],
    ['participant_twice', undefined, [equal(1, person(1), person(1))]],
    ['manual_override_exists', undefined, [manual(1, person(1)), manual(2, person(1))]],
    [
      'manual_override_of_many',
      undefined,
      [{ ...equal(1, person(1), person(2)), type: 'manual' as const }],
    ],
    ['manual_override_of_many', undefined, [{ ...equal(1), type: 'manual' as const }]],
  ])('refuses: %s (%s cents)', (code, differenceCents, overrides) => {
    const result = splitExpense({ ...base, overrides });
    expect(result.ok ? undefined : result.refusal.code).toBe(code);
    expect(result.ok ? undefined : result.refusal.details?.['differenceCents']).toBe(
      differenceCents,
    );
  });

  test('refuses a repeated participant', () => {
    const result = splitExpense({ ...base, participants: [person(1), person(1)], overrides: [] });
    expect(result.ok ? undefined : result.refusal.code).toBe('participant_twice');
  });

  test('is exact for 500 participants and equal overrides of every size', () => {
    const participants = Array.from({ length: 500 }, (_, index) => person(index));
    const overrides = Array.from({ length: 100 }, (_, index) =>
      equal(1_000_000_007, ...participants.slice(0, 5 * index + 1)),
    );
    const input = { ...base, total: cents(999_999_999_999), participants, overrides };
    const result = splitExpense(input);
    expect(result.ok && sumCents(result.value.map((share): Cents => share.amountOwed))).toBe(
      999_999_999_999,
    );
  });
});

function split(expense: number, total: number, people: number): number[] {
  const result = splitExpense({
    expenseId: uuid<'expense'>('0eee', expense),
    total: cents(total),
    participants: Array.from({ length: people }, (_, index) => person(index)),
    overrides: [],
  });
  return result.ok ? result.value.map((share) => share.amountOwed) : [];
}
