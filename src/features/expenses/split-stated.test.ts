import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { normalizeFraction } from './arithmetic/fractions.ts';
import type { OverrideFields } from './expense.ts';
import { divideExpense, type SplitInput } from './split.ts';
import { person, runs, timeout, uuid } from './testing/random-expense.ts';

type Unit = 'percent' | 'weight';
/** A fraction as text, and what it is in ten-thousandths of a 2,520th, which is whole for all of them. */
type Entered = { text: string; units: bigint };
const scale = 25_200_000n;

const entered: fc.Arbitrary<Entered> = fc.oneof(
  fc.nat(60).map((whole) => ({ text: `${whole}`, units: BigInt(whole) * scale })),
  fc.tuple(fc.nat(40), fc.nat(9_999)).map(([whole, part]) => ({
    text: `${whole}.${String(part).padStart(4, '0')}`,
    units: BigInt(whole * 10_000 + part) * 2_520n,
  })),
  fc.tuple(fc.nat(30), fc.nat(20), fc.integer({ min: 1, max: 10 })).map(([whole, top, bottom]) => ({
    text: `${whole} ${top}/${bottom}`,
    units: BigInt(whole) * scale + (BigInt(top) * scale) / BigInt(bottom),
  })),
);

const recipe = fc.record({
  expense: fc.nat(),
  total: fc.oneof(
    fc.integer({ min: 1, max: 50 }),
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.integer({ min: 999_999_990_000, max: 999_999_999_999 }),
  ),
  people: fc.array(
    fc.oneof(
      fc.constant(undefined),
      fc.nat(20).map((percent) => ({ fixed: percent })),
      fc.record({ unit: fc.constantFrom<Unit>('percent', 'weight'), entered }),
    ),
    { minLength: 1, maxLength: 12 },
  ),
  wine: fc.option(fc.nat(20)),
});

const manual = (index: number, more: Partial<OverrideFields>): OverrideFields => ({
  type: 'manual',
  amount: cents(0),
  label: `${index}`,
  participantIds: [person(index)],
  ...more,
});

test(`stated shares are exact fractions, rounded to a neighboring cent (${runs} random expenses)`, {
  timeout,
}, () => {
  let accepted = 0;
  fc.assert(
    fc.property(recipe, ({ expense, total, people, wine }) => {
      const ofTotal = (percent: number) => Math.floor((total * percent) / 100);
      const unstated = people.flatMap((each, index) => (each ? [] : [index]));
      const overrides = people.flatMap((each, index) => {
        if (!each) return [];
        if ('fixed' in each) return [manual(index, { amount: cents(ofTotal(each.fixed)) })];
        return [manual(index, { stated: { unit: each.unit, value: each.entered.text } })];
      });
      const shared = wine === null || unstated.length === 0 ? 0 : ofTotal(wine);
      if (shared > 0) {
        const participantIds = unstated.map(person);
        overrides.push({ type: 'equal', amount: cents(shared), label: 'Wine', participantIds });
      }
      const input: SplitInput = {
        expenseId: uuid('0eee', expense),
        total: cents(total),
        participants: people.map((_, index) => person(index)),
        overrides,
      };

      // The rest over `100 * scale`, and the weights that divide it over `scale`.
      let rest = BigInt(total - shared) * 100n * scale;
      let weights = BigInt(unstated.length) * scale;
      for (const each of people) {
        if (!each) continue;
        if ('fixed' in each) rest -= BigInt(ofTotal(each.fixed)) * 100n * scale;
        else if (each.unit === 'percent') rest -= BigInt(total) * each.entered.units;
        else weights += each.entered.units;
      }
      const result = divideExpense(input);
      expect(result.ok).toBe(weights === 0n ? rest === 0n : rest >= 0n);
      if (!result.ok) return;
      accepted += 1;

      const { shares, roundedUp } = result.value;
      expect(shares.reduce((sum, { amountOwed }) => sum + amountOwed, 0)).toBe(total);
      const owed = new Map(shares.map((share) => [share.participantId, BigInt(share.amountOwed)]));
      const divisor = 100n * scale * (weights || 1n) * BigInt(unstated.length || 1);
      const gaps = people.map((each, index): { up: boolean; remainder: bigint } => {
        const perWeight = divisor / (100n * scale * (weights || 1n));
        const exact = !each
          ? rest * scale * perWeight + BigInt(shared) * 100n * scale * (weights || 1n)
          : 'fixed' in each
            ? BigInt(ofTotal(each.fixed)) * divisor
            : each.unit === 'percent'
              ? BigInt(total) * each.entered.units * (divisor / (100n * scale))
              : rest * each.entered.units * perWeight;
        const gap = (owed.get(person(index)) ?? -1n) * divisor - exact;
        expect(gap > -divisor && gap < divisor).toBe(true);
        expect(roundedUp.has(person(index))).toBe(gap > 0n);
        return { up: gap > 0n, remainder: gap > 0n ? divisor - gap : -gap };
      });
      // Those who pay an extra cent have the largest remainders.
      const least = gaps.filter(({ up }) => up).map(({ remainder }) => remainder);
      for (const { up, remainder } of gaps) {
        if (!up) expect(least.every((other) => other >= remainder)).toBe(true);
      }
      const reversed = { ...input, participants: input.participants.toReversed() };
      const other = divideExpense({ ...reversed, overrides: overrides.toReversed() });
      expect(other.ok && other.value.shares).toEqual(shares);
    }),
    { numRuns: runs },
  );
  expect(accepted).toBeGreaterThan(runs / 4);
});

test('what the shares do not add up to is refused', () => {
  const refusal = (values: [Unit | 'fixed', string][]) => {
    const result = divideExpense({
      expenseId: uuid('0eee', 1),
      total: cents(100_00),
      participants: values.map((_, index) => person(index)),
      overrides: values.map(([unit, value], index) =>
        unit === 'fixed'
          ? manual(index, { amount: cents(Number(value)) })
          : manual(index, { stated: { unit, value } }),
      ),
    });
    return result.ok ? result.value.shares.map((share) => share.amountOwed) : result.refusal.code;
  };
  expect(
    refusal([
      ['percent', '50'],
      ['percent', '49.9'],
    ]),
  ).toBe('percent_off');
  expect(
    refusal([
      ['percent', '50'],
      ['percent', '50.0001'],
    ]),
  ).toBe('percent_off');
  expect(
    refusal([
      ['percent', '50'],
      ['fixed', '5001'],
    ]),
  ).toBe('overrides_exceed_total');
  expect(
    refusal([
      ['percent', '50'],
      ['fixed', '4999'],
    ]),
  ).toBe('overrides_miss_total');
  expect(
    refusal([
      ['percent', '50'],
      ['fixed', '5000'],
    ]),
  ).toEqual([50_00, 50_00]);
  expect(
    refusal([
      ['weight', '0'],
      ['weight', '0/3'],
    ]),
  ).toBe('weights_zero');
  expect(
    refusal([
      ['weight', '0'],
      ['fixed', '10000'],
    ]),
  ).toEqual([0, 100_00]);
  expect(
    refusal([
      ['weight', '2'],
      ['percent', '10'],
      ['fixed', '3000'],
    ]),
  ).toEqual([60_00, 10_00, 30_00]);
});

test.each([
  [' 33 1 / 3 %', '33 1/3'],
  ['.5', '0.5'],
  ['12.', '12'],
  ['99999.9999', '99999.9999'],
])('%j is %j', (typed, value) => {
  expect(normalizeFraction(typed)).toBe(value);
});

test.each([
  '',
  '%',
  '.',
  '-1',
  '1e3',
  '1/0',
  '1/00',
  '1//2',
  '1.00001',
  '100000',
  '1 2',
  '½',
  '0x1',
])('%j is no fraction', (typed) => {
  expect(normalizeFraction(typed)).toBeUndefined();
});
