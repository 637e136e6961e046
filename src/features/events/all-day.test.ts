import { expect, test } from 'vitest';
import { allDayTimes, isAllDay, lastDayOfAllDay } from './all-day.ts';

test('what lasts from midnight to a later midnight takes whole days, and nothing else does', () => {
  expect(isAllDay('2026-11-20T00:00', '2026-11-21T00:00')).toBe(true);
  expect(isAllDay('2026-11-20T00:00', '2026-11-23T00:00')).toBe(true);
  expect(isAllDay('2026-11-20T00:00', '2026-11-20T00:00')).toBe(false);
  expect(isAllDay('2026-11-20T00:00', '2026-11-20T23:59')).toBe(false);
  expect(isAllDay('2026-11-20T18:00', '2026-11-21T00:00')).toBe(false);
});

test('whole days are from the first through the last', () => {
  const one = { startDate: '2026-11-20T00:00', endDate: '2026-11-21T00:00' };
  expect(allDayTimes('2026-11-20')).toEqual(one);
  const { startDate, endDate } = allDayTimes('2026-12-31', '2027-01-02');
  expect([startDate, lastDayOfAllDay(endDate)]).toEqual(['2026-12-31T00:00', '2027-01-02']);
});
