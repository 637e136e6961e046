import { expect, test } from 'vitest';
import type { Instant } from '#kit/day.ts';
import { describeLate } from './describe-late.ts';

const debtor = (since: Instant) => ({ since });
const late = (...debtors: Instant[]) =>
  describeLate(debtors.map(debtor), '2026-03-31', 'America/Los_Angeles');

test('a charge is late from the 31st day on, by the chapter’s days', () => {
  expect(late()).toEqual({ count: 0, days: 0 });
  // Still the 28th of February in Los Angeles; then the 1st of March.
  expect(late('2026-03-01T07:59:00.000Z')).toEqual({ count: 1, days: 1 });
  expect(late('2026-03-01T08:00:00.000Z')).toEqual({ count: 0, days: 0 });
  expect(late('2026-03-31T07:00:00.000Z', '2026-02-10T20:00:00.000Z')).toEqual({
    count: 1,
    days: 19,
  });
});

test('of several the longest counts', () => {
  expect(late('2026-02-10T20:00:00.000Z', '2026-01-10T20:00:00.000Z')).toEqual({
    count: 2,
    days: 50,
  });
});
