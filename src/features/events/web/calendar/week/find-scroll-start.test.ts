import { expect, test } from 'vitest';
import type { Day } from '#kit/day.ts';
import { findScrollStart } from './find-scroll-start.ts';

const [monday, today] = ['2026-11-23', '2026-11-27'] as Day[];
if (!monday || !today) throw new Error('two days');

const hour = 60;
const at = (from: number, to: number) => ({ from: from * hour, to: to * hour });
/** The hour at the top of a week with ten visible hours. */
const find = (segments: [Day, ReturnType<typeof at>[]][], now: number, visibleHours = 10): number =>
  findScrollStart(new Map(segments), {
    today,
    now: now * hour,
    visibleMinutes: visibleHours * hour,
  });

test('with today it starts an hour before now if the next event is visible from there', () => {
  expect(find([[today, [at(17, 19)]]], 10)).toBe(9);
  expect(find([[today, [at(9, 10), at(17, 19)]]], 12.5)).toBe(11);
  expect(find([[today, []]], 20)).toBe(19);
});

test("today's next event is just visible if it would be below the fold", () => {
  expect(find([[today, [at(17, 19)]]], 6.5)).toBe(9);
  expect(find([[today, [at(17, 18.5)]]], 10, 6)).toBe(13);
  // One that is longer than what is visible is shown from its start.
  expect(find([[today, [at(17, 23)]]], 6, 4)).toBe(16);
});

test('an event that goes on is shown from its start', () => {
  expect(find([[today, [at(9, 13)]]], 12)).toBe(8);
});

test('the night of today is not before its first hour', () => {
  expect(find([[today, []]], 0.25)).toBe(0);
});

test('without today it starts an hour before the earliest event, and nights do not count', () => {
  expect(find([[monday, [at(18, 20), at(17, 18)]]], 6)).toBe(16);
  expect(find([[monday, [at(0, 1), at(7, 8)]]], 20)).toBe(6);
});

test('without any event it starts in the morning', () => {
  expect(find([[monday, []]], 20)).toBe(8);
});
