import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#kit/calendar/month.ts';
import { formatLocal, localToDay, localToInstant } from '#kit/day.ts';
import { daysToTimes, type LocalTimes } from '../move/move-times.ts';
import {
  endByPointer,
  isAllowed,
  lengthOf,
  moveByKeys,
  moveByPointer,
  shiftEnd,
  shiftStart,
  skipGap,
  skipGapAtStart,
  startByPointer,
  timesBetween,
  toZone,
} from './edit-times.ts';
import { toMinutes } from './lay-out-day.ts';

const anyTimes = fc
  .record({
    day: fc.integer({ min: 0, max: 3000 }),
    minute: fc.integer({ min: 0, max: 1439 }),
    length: fc.integer({ min: 0, max: 4000 }),
  })
  .map(({ day, minute, length }): LocalTimes => {
    const start = Temporal.PlainDate.from('2024-01-01').add({ days: day }).toPlainDateTime();
    return {
      startDate: formatLocal(start.add({ minutes: minute })),
      endDate: formatLocal(start.add({ minutes: minute + length })),
    };
  });
const anyPoint = fc
  .record({ days: fc.integer({ min: 0, max: 20 }), minute: fc.integer({ min: 0, max: 1439 }) })
  .map(({ days, minute }) => ({ day: addDays('2024-03-01', days), minute }));

test('a moved event keeps its length, and one that is no bar starts on a quarter of an hour', () => {
  fc.assert(
    fc.property(anyTimes, anyPoint, anyPoint, (times, from, to) => {
      const moved = moveByPointer(times, from, to);
      expect(lengthOf(moved)).toBe(lengthOf(times));
      if (lengthOf(times) < 1439) expect(toMinutes(moved.startDate) % 15).toBe(0);
      else expect(toMinutes(moved.startDate)).toBe(toMinutes(times.startDate));
      expect(moveByKeys(moveByKeys(times, 3, -45), -3, 45)).toEqual(times);
    }),
  );
});

test('a resized event keeps its start and lasts a quarter of an hour or more', () => {
  fc.assert(
    fc.property(anyTimes, anyPoint, anyPoint, (times, from, to) => {
      for (const resized of [endByPointer(times, from, to), shiftEnd(times, -9, -30)]) {
        expect(resized.startDate).toBe(times.startDate);
        expect(lengthOf(resized)).toBeGreaterThanOrEqual(15);
      }
    }),
  );
});

test('an event whose start moves keeps its end and lasts a quarter of an hour or more', () => {
  fc.assert(
    fc.property(anyTimes, anyPoint, anyPoint, (times, from, to) => {
      for (const resized of [startByPointer(times, from, to), shiftStart(times, 9, 30)]) {
        expect(resized.endDate).toBe(times.endDate);
        expect(lengthOf(resized)).toBeGreaterThanOrEqual(15);
      }
    }),
  );
  const times = { startDate: '2026-05-04T10:00', endDate: '2026-05-04T11:30' } as const;
  const at = (minute: number) => ({ day: '2026-05-04', minute }) as const;
  expect(startByPointer(times, at(602), at(551)).startDate).toBe('2026-05-04T09:15');
});

test('the times between two points are the same from either, and at least one step', () => {
  fc.assert(
    fc.property(anyPoint, anyPoint, (a, b) => {
      const times = timesBetween(a, b);
      expect(timesBetween(b, a)).toEqual(times);
      expect(lengthOf(times)).toBeGreaterThanOrEqual(15);
    }),
  );
  expect(
    timesBetween({ day: '2026-03-08', minute: 605 }, { day: '2026-03-08', minute: 652 }),
  ).toEqual({ startDate: '2026-03-08T10:00', endDate: '2026-03-08T11:00' });
  expect(daysToTimes('2026-03-08', '2026-03-10')).toEqual({
    startDate: '2026-03-08T09:00',
    endDate: '2026-03-10T17:00',
  });
});

test('nothing starts or ends in the hour that the change to summer time skips', () => {
  const zone = 'America/Los_Angeles';
  const times = { startDate: '2026-03-08T02:30', endDate: '2026-03-08T04:00' } as const;
  const shown = { startDate: '2026-03-08T03:30', endDate: '2026-03-08T05:00' };
  expect(skipGap(times, zone)).toEqual(shown);
  expect(skipGap({ startDate: '2026-03-08T01:00', endDate: '2026-03-08T02:30' }, zone)).toEqual({
    startDate: '2026-03-08T01:00',
    endDate: '2026-03-08T03:30',
  });
  expect(skipGap(times, 'Asia/Kathmandu')).toEqual(times);
  // A start that moves alone leaves the end, and goes before the hour if it would be at the end after it.
  expect(skipGapAtStart(times, zone)).toEqual({ ...times, startDate: '2026-03-08T03:30' });
  const short = { startDate: '2026-03-08T02:15', endDate: '2026-03-08T03:15' } as const;
  expect(skipGapAtStart(short, zone)).toEqual({ ...short, startDate: '2026-03-08T01:15' });
  expect(skipGapAtStart(times, zone, true)).toEqual({ ...times, startDate: '2026-03-08T01:30' });
  // Moved backward, it goes to the other side.
  const backward = skipGap(
    { startDate: '2026-03-08T02:45', endDate: '2026-03-08T03:45' },
    zone,
    true,
  );
  expect(backward).toEqual({ startDate: '2026-03-08T01:45', endDate: '2026-03-08T03:45' });
});

test('the times in another zone are the same instants', () => {
  const times = { startDate: '2026-03-08T19:00', endDate: '2026-03-08T21:00' } as const;
  const there = toZone(times, 'America/Los_Angeles', 'Asia/Kathmandu');
  expect(there).toEqual({ startDate: '2026-03-09T07:45', endDate: '2026-03-09T09:45' });
  expect(localToInstant(there.startDate, 'Asia/Kathmandu')).toBe(
    localToInstant(times.startDate, 'America/Los_Angeles'),
  );
});

test('an event stays within the years of the calendar and its longest duration', () => {
  const times = { startDate: '2026-03-08T09:00', endDate: '2026-03-08T10:00' } as const;
  expect(isAllowed(times)).toBe(true);
  expect(isAllowed(shiftEnd(times, 365, 0))).toBe(true);
  expect(isAllowed(shiftEnd(times, 366, 0))).toBe(false);
  const last = { startDate: '9998-12-31T09:00', endDate: '9998-12-31T10:00' } as const;
  expect(isAllowed(moveByKeys(last, 1, 0))).toBe(false);
  expect(localToDay(last.startDate)).toBe('9998-12-31');
});

test('whole days move and change their length by days only, at least one, whatever the clocks do', () => {
  const days = { startDate: '2026-03-08T00:00', endDate: '2026-03-09T00:00' } as const;
  const two = { ...days, endDate: '2026-03-10T00:00' } as const;
  expect(moveByKeys(days, 0, 15)).toEqual(days);
  expect(shiftEnd(days, 0, -15)).toEqual(days);
  expect(shiftEnd(days, -1, 0)).toEqual(days);
  expect(shiftEnd(days, 1, 0)).toEqual(two);
  expect(shiftStart(days, 1, 0)).toEqual(days);
  expect(shiftStart(two, 1, 0)).toEqual(moveByKeys(days, 1, 0));
  const [from, to] = [
    { day: '2026-03-08', minute: 600 },
    { day: '2026-03-11', minute: 30 },
  ] as const;
  const moved = { startDate: '2026-03-11T00:00', endDate: '2026-03-12T00:00' };
  expect(moveByPointer(days, from, to)).toEqual(moved);
  // Midnight does not exist on that day in Havana.
  expect(skipGap(days, 'America/Havana')).toEqual(days);
  expect(skipGapAtStart(days, 'America/Havana')).toEqual(days);
  expect(toZone(days, 'Asia/Kathmandu', 'America/Los_Angeles')).toEqual(days);
});
