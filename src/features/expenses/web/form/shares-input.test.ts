import { expect, test } from 'vitest';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { Override, OverrideFields } from '../../expense.ts';
import { splitExpense } from '../../split.ts';
import {
  evenShares,
  resolveOverrides,
  type SharesInput,
  toOverrides,
  toSharesInput,
} from './shares-input.ts';

const expenseId = testId<'expense'>('dinner');
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => testId<'member'>(`m${index}`));
const [ann, ben, cid] = people(3) as [Id<'member'>, Id<'member'>, Id<'member'>];

function shares(total: number, count: number, stated: Partial<SharesInput>): number[] | string {
  const split = { expenseId, total: cents(total), participants: people(count) };
  const overrides = toOverrides(split, { ...evenShares, ...stated });
  if (!overrides.ok) return overrides.refusal.message;
  const result = splitExpense({ ...split, overrides: overrides.value });
  return result.ok ? result.value.map((share) => share.amountOwed) : result.refusal.message;
}

const enter = (mode: SharesInput['mode'], texts: string[]): Partial<SharesInput> => ({
  mode,
  entered: {
    ...evenShares.entered,
    [mode]: Object.fromEntries(texts.map((text, index) => [testId(`m${index}`), text])),
  },
});

test('two had no wine and one pays $40: one form, the overrides of the specification', () => {
  const stated: Partial<SharesInput> = {
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
  [enter('amounts', ['x']), 'Enter an amount like 1,234.56, with at most two decimals'],
  [enter('amounts', ['-1']), 'A share must be 0 or more'],
  [enter('amounts', ['90', '11']), 'Shares add up to $1.00 more than the total'],
  [
    { parts: [{ label: '', amount: '1', without: [] }] },
    'Enter what each part is for and its amount',
  ],
  [
    { parts: [{ label: 'Wine', amount: '12,50', without: [] }] },
    'Enter an amount like 1,234.56, with at most two decimals',
  ],
  [
    { parts: [{ label: 'Wine', amount: '1', without: [ann, ben, cid] }] },
    'No one is left to share "Wine"',
  ],
] as const)('%j', (stated, expected) => {
  expect(shares(100_00, 3, stated as Partial<SharesInput>)).toEqual(expected);
});

test('a third in percent is exact', () => {
  const result = shares(1_00, 3, enter('percent', ['33 1/3', '33 1/3', '33 1/3'])) as number[];
  expect(result.toSorted()).toEqual([33, 33, 34]);
});

test('logging an expense again states the same shares', () => {
  const participants = people(4);
  const stated: SharesInput = {
    ...evenShares,
    ...enter('amounts', ['', '', '40.00']),
    parts: [{ label: 'Wine', amount: '60.00', without: [ann, cid] }],
  };
  const overrides = toOverrides({ expenseId, total: cents(200_00), participants }, stated);
  expect(overrides.ok && toSharesInput(overrides.value, participants)).toEqual({
    ...stated,
    entered: { ...evenShares.entered, amounts: { [cid]: '40.00' } },
  });
});

test('shares that the form opens with keep their labels, however they are edited', () => {
  const participants = people(3);
  const split = { expenseId, total: cents(100_00), participants };
  const overrides: OverrideFields[] = [
    { type: 'manual', amount: cents(50_00), label: 'Birthday', participantIds: [ann] },
  ];
  const opened = toSharesInput(overrides, participants);
  const label = (stated: SharesInput) => {
    const result = toOverrides(split, stated);
    return result.ok && result.value.map((override) => [override.label, override.participantIds]);
  };
  expect(label(opened)).toEqual([['Birthday', [ann]]]);
  const amounts = { [ann]: '40', [ben]: '10' };
  expect(label({ ...opened, entered: { ...opened.entered, amounts } })).toEqual([
    ['Birthday', [ann]],
    ['', [ben]],
  ]);
  expect(label({ ...opened, ...enter('percent', ['30']) })).toEqual([['Birthday', [ann]]]);
  expect(label({ ...opened, ...enter('amounts', ['', '5']) })).toEqual([['', [ben]]]);
});

test.each([
  enter('percent', ['50', ' 33 1 / 3 %']),
  enter('weights', ['2', '1/2', '1.5']),
] as const)('the form opens with what was stated: %j', (given) => {
  const participants = people(3);
  const overrides = toOverrides(
    { expenseId, total: cents(100_00), participants },
    { ...evenShares, ...given },
  );
  if (!overrides.ok) throw new Error(overrides.refusal.message);
  const opened = toSharesInput(overrides.value, participants);
  expect(opened.mode).toBe(given.mode);
  const texts = Object.values(given.entered?.[given.mode ?? 'amounts'] ?? {});
  expect(Object.values(opened.entered[opened.mode])).toEqual(
    texts.map((text) => text.trim().replace(' / ', '/').replace(' %', '')),
  );
});

test('shares that nobody edited stay as they are stored, whatever the total', () => {
  const participants = people(3);
  const half = { unit: 'percent', value: '50' } as const;
  const overrides = [
    { type: 'manual', amount: cents(50_00), label: 'A', participantIds: [ann], stated: half },
    { type: 'manual', amount: cents(10_00), label: 'B', participantIds: [ben] },
  ].map((each, index) => ({ ...each, id: testId(`o${index}`) })) as Override[];
  const shares = toSharesInput(overrides, participants);
  expect(shares.mode).toBe('amounts');
  const split = { expenseId, total: cents(200_00), participants };
  const stored = { shares, participants, overrides };
  const kept = resolveOverrides(split, shares, stored);
  expect(kept.ok && kept.value.map(({ amount }) => amount)).toEqual([100_00, 10_00]);
  const edited = {
    ...shares,
    entered: { ...shares.entered, amounts: { ...shares.entered.amounts, [ben]: '20' } },
  };
  const changed = resolveOverrides(split, edited, stored);
  expect(changed.ok && changed.value.map(({ amount, stated }) => [amount, stated])).toEqual([
    [50_00, undefined],
    [20_00, undefined],
  ]);
});
