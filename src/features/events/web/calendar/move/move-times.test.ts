import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type LocalDateTime, localToDay, localToInstant, localToTime } from '#kit/day.ts';
import { moveByDays } from './move-times.ts';

const anyTimes = fc
  .record({
    day: fc.integer({ min: 0, max: 3000 }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
    length: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ day, hour, minute, length }) => {
    const two = (number: number) => String(number).padStart(2, '0');
    const startDay = addDays('2024-01-01', day);
    const time = `${two(hour)}:${two(minute)}`;
    return {
      startDate: `${startDay}T${time}` as LocalDateTime,
      endDate: `${addDays(startDay, length)}T23:59` as LocalDateTime,
    };
  });
const anyDays = fc.integer({ min: -400, max: 400 });

test('a move keeps the times of day and the length in days, and its reverse undoes it', () => {
  fc.assert(
    fc.property(anyTimes, anyDays, (times, days) => {
      const moved = moveByDays(times, days);
      expect(daysBetween(localToDay(times.startDate), localToDay(moved.startDate))).toBe(days);
      expect(localToTime(moved.startDate)).toBe(localToTime(times.startDate));
      expect(daysBetween(localToDay(moved.startDate), localToDay(moved.endDate))).toBe(
        daysBetween(localToDay(times.startDate), localToDay(times.endDate)),
      );
      expect(moveByDays(moved, -days)).toEqual(times);
    }),
  );
});

test('7 PM stays 7 PM across the change to summer time, where a day has 23 hours', () => {
  const times = { startDate: '2026-03-07T19:00', endDate: '2026-03-07T21:00' } as const;
  const moved = moveByDays(times, 1);
  expect(moved).toEqual({ startDate: '2026-03-08T19:00', endDate: '2026-03-08T21:00' });
  const zone = 'America/Los_Angeles';
  expect(localToInstant(times.startDate, zone)).toBe('2026-03-08T03:00:00.000Z');
  expect(localToInstant(moved.startDate, zone)).toBe('2026-03-09T02:00:00.000Z');
  expect(localToInstant(moved.startDate, 'Asia/Kathmandu')).toBe('2026-03-08T13:15:00.000Z');
});
