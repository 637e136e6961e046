import { expect, test } from 'vitest';
import type { Day } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { describeBalances } from './balance-picture.tsx';

const point = (day: Day, balance: number) => ({ day, balance: cents(balance) });
const since = (day: Day, ...points: ReturnType<typeof point>[]) =>
  describeBalances(points, day, 'USD');

test('no extreme is on a day before the first one described', () => {
  expect(
    since(
      '2026-06-20',
      point('2026-06-19', 0),
      point('2026-06-20', -900),
      point('2026-07-01', -500),
    ),
  ).toBe('Since Jun 20, 2026: lowest -$9.00 on Jun 20, 2026, highest -$5.00 on Jul 1, 2026.');
});

test('a balance that still was the same on the first day is of that day', () => {
  expect(since('2026-06-20', point('2026-05-01', 700), point('2026-07-01', 100))).toBe(
    'Since Jun 20, 2026: lowest $1.00 on Jul 1, 2026, highest $7.00 on Jun 20, 2026.',
  );
});
