import { expect, test } from 'vitest';
import { addDays } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import { firstFreshDay, pickAsks } from './asks.ts';

const monday: Day = '2026-11-30';

test('up to three asks are all shown, whatever the day', () => {
  for (const day of [monday, addDays(monday, 1)]) {
    expect(pickAsks([], day)).toEqual([]);
    expect(pickAsks(['a', 'b', 'c'], day)).toEqual(['a', 'b', 'c']);
  }
});

test.each([4, 5, 6, 7, 12, 13])(
  'of %i, three are shown each day, and each gets its turn',
  (many) => {
    const asks = Array.from({ length: many }, (_, place) => place);
    const seen = asks.map(() => 0);
    for (let day = 0; day < many; day += 1) {
      const shown = pickAsks(asks, addDays(monday, day));
      expect(new Set(shown).size).toBe(3);
      expect(pickAsks(asks, addDays(monday, day))).toEqual(shown);
      for (const ask of shown) seen[ask] = (seen[ask] ?? 0) + 1;
    }
    expect(seen).toEqual(asks.map(() => 3));
  },
);

test('an ask is fresh on the day it was entered and the 44 days after it', () => {
  expect(firstFreshDay('2026-11-30')).toBe('2026-10-17');
  expect(firstFreshDay(addDays('2026-11-30', 44))).toBe('2026-11-30');
});
