import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Id } from '#kit/id.ts';
import { cents, sumCents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { splitExpense } from '../../split.ts';
import { divideByFractions, parseFraction } from './fractions.ts';
import { evenShares, type StatedShares, toOverrides, toStatedShares } from './stated-shares.ts';

const expenseId = testId<'expense'>('dinner');
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => testId<'member'>(`m${index}`));
const [ann, ben, cid] = people(3) as [Id<'member'>, Id<'member'>, Id<'member'>];

function shares(total: number, count: number, stated: Partial<StatedShares>): number[] | string {
  const split = { expenseId, total: cents(total), participants: people(count) };
  const overrides = toOverrides(split, { ...evenShares, ...stated });
  if (!overrides.ok) return overrides.refusal.message;
  const result = splitExpense({ ...split, overrides: overrides.value });
  return result.ok ? result.value.map((share) => share.amountOwed) : result.refusal.message;
}

const enter = (mode: StatedShares['mode'], texts: string[]): Partial<StatedShares> => ({
  mode,
  entered: {
    ...evenShares.entered,
    [mode]: Object.fromEntries(texts.map((text, index) => [testId(`m${index}`), text])),
  },
});

test('two had no wine and one pays $40: one form, the overrides of the specification', () => {
  const stated: Partial<StatedShares> = {
    ...enter('amounts', ['', '', '40']),
    parts: [{ label: 'Wine', amount: '60', without: [ann, cid] }],
  };
  // 100 is left for three, and 60 for the two of them who had wine.
  const [first = 0, second = 0, third, fourth = 0] = shares(200_00, 4, stated) as number[];
  expect(third).toBe(40_00);
  expect([33_33, 33_34]).toContain(first);
  expect([63_33, 63_34]).toContain(second);
  expect(first + second + fourth).toBe(160_00);
});

test.each([
  [enter('percent', ['50', '25', '25']), [50_00, 25_00, 25_00]],
  [enter('percent', ['50']), [50_00, 25_00, 25_00]],
  [enter('weights', ['2']), [50_00, 25_00, 25_00]],
  [enter('weights', ['0', '1', '1/3']), [0, 75_00, 25_00]],
  [enter('percent', ['50', '25', '24.9']), 'The percentages add up to 99.9%, not 100%'],
  [enter('percent', ['101']), 'The percentages add up to 101%, not 100%'],
  [enter('percent', ['half']), '"half" is not a percentage like 33 1/3'],
  [enter('weights', ['0', '0', '0']), 'At least one weight must be greater than 0'],
  [enter('amounts', ['x']), '"x" is not an amount like 40.00'],
  [enter('amounts', ['-1']), '"-1" is not an amount like 40.00'],
  [enter('amounts', ['90', '11']), 'Overrides exceed the expense amount by $1.00'],
  [
    { parts: [{ label: '', amount: '1', without: [] }] },
    'Enter what each part is for and its amount',
  ],
  [
    { parts: [{ label: 'Wine', amount: '1', without: [ann, ben, cid] }] },
    'No one is left to share "Wine"',
  ],
] as const)('%j', (stated, expected) => {
  expect(shares(100_00, 3, stated as Partial<StatedShares>)).toEqual(expected);
});

test('a third in percent is exact', () => {
  const result = shares(1_00, 3, enter('percent', ['33 1/3', '33 1/3', '33 1/3'])) as number[];
  expect(result.toSorted()).toEqual([33, 33, 34]);
});

test('weights divide any amount exactly, each share within a cent, in any order', () => {
  const text = fc.oneof(
    fc.nat(100).map(String),
    fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 9 })).map(([top, down]) => `${top}/${down}`),
    fc.tuple(fc.nat(99), fc.nat(999)).map(([whole, part]) => `${whole}.${part}`),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999_999 }),
      fc.array(text, { minLength: 1, maxLength: 30 }),
      (total, texts) => {
        const weights = texts.map((each) => parseFraction(each) ?? expect.fail(each));
        const sum = weights.reduce(
          (all, each) => ({
            numerator: all.numerator * each.denominator + each.numerator * all.denominator,
            denominator: all.denominator * each.denominator,
          }),
          { numerator: 0n, denominator: 1n },
        );
        fc.pre(sum.numerator > 0n);
        const entries = weights.map(
          (each, index) => [testId<'member'>(`m${index}`), each] as const,
        );
        const result = divideByFractions(expenseId, cents(total), new Map(entries));
        expect(sumCents(result.values())).toBe(total);
        for (const [id, { numerator, denominator }] of entries) {
          const exact = BigInt(total) * numerator * sum.denominator;
          const unit = denominator * sum.numerator;
          const extra = BigInt(result.get(id) ?? -1) - exact / unit;
          expect(extra === 0n || (extra === 1n && exact % unit > 0n)).toBe(true);
        }
        const reversed = divideByFractions(expenseId, cents(total), new Map(entries.toReversed()));
        expect([...reversed].toSorted()).toEqual([...result].toSorted());
      },
    ),
    { numRuns: 500 },
  );
});

test('logging an expense again states the same shares', () => {
  const participants = people(4);
  const stated: StatedShares = {
    ...evenShares,
    ...enter('amounts', ['', '', '40.00']),
    parts: [{ label: 'Wine', amount: '60.00', without: [ann, cid] }],
  };
  const overrides = toOverrides({ expenseId, total: cents(200_00), participants }, stated);
  expect(overrides.ok && toStatedShares(overrides.value, participants)).toEqual({
    ...stated,
    entered: { ...evenShares.entered, amounts: { [cid]: '40.00' } },
  });
});
