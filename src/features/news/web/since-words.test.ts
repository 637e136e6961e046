import { expect, test } from 'vitest';
import type { Day } from '#kit/day.ts';
import { describeSince } from './since-words.ts';

test.each<[Day, string]>([
  ['2026-11-26', 'earlier today'],
  ['2026-11-25', 'earlier today'],
  ['2026-11-24', 'yesterday'],
  ['2026-11-23', 'Monday'],
  ['2026-11-19', 'Thursday'],
  ['2026-11-18', 'Nov 18, 2026'],
])('on Wednesday, Nov 25, %s is called %s', (day, words) => {
  expect(describeSince(day, '2026-11-25')).toBe(words);
});
