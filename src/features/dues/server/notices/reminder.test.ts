import { expect, test } from 'vitest';
import { addDays } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import { findStep, formatDueDay, nameDueDay } from './reminder.ts';

/** A Friday. */
const dueOn: Day = '2027-01-29';

/** The days on which one is reminded, and of which step, if the first reminder of each is the only one. */
function listDays(chargedOn: Day): [Day, number][] {
  const found = new Map<number, Day>();
  for (let days = -40; days < 60; days += 1) {
    const day = addDays(dueOn, days);
    const step = findStep(dueOn, chargedOn, day);
    if (step !== undefined && !found.has(step)) found.set(step, day);
  }
  return [...found].map(([step, day]) => [day, step]);
}

test('one is reminded a week before, and 3, 14 and 30 days after the due day, on weekdays', () => {
  expect(listDays('2026-12-30')).toEqual([
    ['2027-01-22', -7],
    ['2027-02-01', 3],
    ['2027-02-12', 14],
    // 30 days after is a Sunday.
    ['2027-03-01', 30],
  ]);
});

test('not within ten days of the charge', () => {
  expect(listDays('2027-01-12')[0]).toEqual(['2027-01-22', -7]);
  expect(listDays('2027-01-13').map(([, step]) => step)).toEqual([3, 14, 30]);
});

test('a missed reminder is sent up to three days later', () => {
  const charged: Day = '2026-12-30';
  expect(findStep(dueOn, charged, '2027-02-04')).toBe(3);
  expect(findStep(dueOn, charged, '2027-02-05')).toBeUndefined();
});

test('days are named within a week, and dated beyond', () => {
  expect(formatDueDay('2027-01-29', '2027-01-01')).toBe('January 29');
  expect(formatDueDay('2027-01-29', '2026-12-31')).toBe('January 29, 2027');
  expect(
    ['2027-01-22', '2027-01-23', '2027-01-28', '2027-01-29'].map((today) =>
      nameDueDay(dueOn, today as Day),
    ),
  ).toEqual(['Friday, January 29', 'Friday', 'tomorrow', 'today']);
});
