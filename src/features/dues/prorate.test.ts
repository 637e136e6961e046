import { describe, expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { countMonthsLeft, findProratedYear, prorate } from './prorate.ts';

test.each([
  ['2026-01-01', 12],
  ['2026-01-31', 12],
  ['2026-10-12', 3],
  ['2026-12-31', 1],
] as const)('from %s, %i months are left, with the month of joining', (joinedOn, months) =>
  expect(countMonthsLeft(joinedOn)).toBe(months),
);

describe('a prorated amount', () => {
  test.each([
    [250_00, '2026-01-31', 250_00],
    [250_00, '2026-07-01', 125_00],
    [250_00, '2026-09-30', 83_33],
    // 1 ÷ 2 cents: up.
    [1, '2026-07-01', 1],
    [6, '2026-12-01', 1],
    [5, '2026-12-01', 0],
    [99_999_99, '2026-02-01', 91_666_66],
  ] as const)('%i cents from %s on are %i cents', (amount, joinedOn, expected) =>
    expect(prorate(cents(amount), joinedOn)).toBe(expected),
  );

  test('is at most half a cent off for every month', () => {
    for (let amount = 0; amount < 300; amount += 1) {
      for (let month = 1; month <= 12; month += 1) {
        const joinedOn = `2026-${String(month).padStart(2, '0')}-15` as '2026-01-15';
        const off = prorate(cents(amount), joinedOn) * 12 - amount * (13 - month);
        expect(off > -6 && off <= 6).toBe(true);
      }
    }
  });
});

test('those who joined this year are meant, and before anyone did, those of the last', () => {
  const fall = ['2024-05-01', '2026-10-12'] as const;
  expect(findProratedYear(fall, '2026-11-30')).toBe('2026');
  expect(findProratedYear(fall, '2027-01-02')).toBe('2026');
  expect(findProratedYear([...fall, '2027-01-01'], '2027-01-02')).toBe('2027');
  expect(findProratedYear(['2024-05-01'], '2027-01-02')).toBeUndefined();
});
