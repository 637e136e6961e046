import { expect, test } from 'vitest';
import type { Day } from '#kit/day.ts';
import { describeLate } from './describe-late.ts';

const late = (...days: Day[]) =>
  describeLate(
    days.map((dueOn) => ({ dueOn })),
    '2026-03-31',
  );

test('what is due is late from the next day on', () => {
  expect(late()).toEqual({ count: 0, days: 0 });
  expect(late('2026-03-30')).toEqual({ count: 1, days: 1 });
  expect(late('2026-03-31')).toEqual({ count: 0, days: 0 });
  expect(late('2026-04-30', '2026-03-12')).toEqual({
    count: 1,
    days: 19,
  });
});

test('of several the longest counts', () => {
  expect(late('2026-03-12', '2026-02-09')).toEqual({
    count: 2,
    days: 50,
  });
});
