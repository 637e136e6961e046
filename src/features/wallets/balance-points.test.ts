import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Day } from '#kit/day.ts';
import { cents, sumCents } from '#kit/money.ts';
import {
  buildBalancePoints,
  type DayMovement,
  maxBalancePoints,
  thinBalancePoints,
} from './balance-points.ts';

const amounts = fc.array(fc.integer({ min: -10_000, max: 10_000 }), { maxLength: 700 });

const toMovements = (moved: readonly number[]): DayMovement[] =>
  moved.map((amount, place) => ({
    day: Temporal.PlainDate.from('2024-02-27').add({ days: place }).toString() as Day,
    amount: cents(amount),
  }));

test('points start the day before the first movement and end at the current balance', () => {
  const movements = toMovements([500, -700, 100]);
  expect(buildBalancePoints(cents(-90), movements)).toEqual([
    { day: '2024-02-26', balance: 10 },
    { day: '2024-02-27', balance: 510 },
    { day: '2024-02-28', balance: -190 },
    { day: '2024-02-29', balance: -90 },
  ]);
  expect(buildBalancePoints(cents(0), [])).toEqual([]);
});

test('each point is the sum of what was moved until then', () => {
  fc.assert(
    fc.property(amounts, (moved) => {
      const movements = toMovements(moved);
      const points = buildBalancePoints(sumCents(moved.map(cents)), movements);
      for (const [place, { balance }] of points.entries()) {
        expect(balance).toBe(sumCents(moved.slice(0, place).map(cents)));
      }
    }),
  );
});

test('of however many points, few are kept, with both ends, the lowest and the highest', () => {
  fc.assert(
    fc.property(amounts, (moved) => {
      const points = buildBalancePoints(sumCents(moved.map(cents)), toMovements(moved));
      const kept = thinBalancePoints(points);
      expect(kept.length).toBeLessThanOrEqual(maxBalancePoints);
      expect(points).toEqual(expect.arrayContaining(kept));
      expect(kept.map(({ day }) => day)).toEqual(kept.map(({ day }) => day).toSorted());
      expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)]);
      const balances = (all: typeof kept) => all.map(({ balance }) => balance);
      expect(Math.min(...balances(kept))).toBe(Math.min(...balances(points)));
      expect(Math.max(...balances(kept))).toBe(Math.max(...balances(points)));
    }),
    { numRuns: 50 },
  );
});
