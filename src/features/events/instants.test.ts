import { expect, test } from 'vitest';
import type { Instant, LocalDateTime } from '#kit/day.ts';
import { isRepeated, isSkipped, toInstants } from './instants.ts';

const zone = 'America/Los_Angeles';

test.each<[string, LocalDateTime, Instant]>([
  ['winter', '2026-01-10T18:00', '2026-01-11T02:00:00.000Z'],
  ['summer', '2026-07-10T18:00', '2026-07-11T01:00:00.000Z'],
  ['a time in a gap moves forward', '2026-03-08T02:30', '2026-03-08T10:30:00.000Z'],
  ['a time in a fold is the first of the two', '2026-11-01T01:30', '2026-11-01T08:30:00.000Z'],
])('a local time is converted to one instant: %s', (_, local, instant) => {
  expect(toInstants(local, local, zone)).toEqual({ startsAt: instant, endsAt: instant });
});

test.each<[LocalDateTime, Instant]>([
  ['2026-03-08T02:45', '2026-03-08T10:45:00.000Z'],
  ['2026-03-08T03:30', '2026-03-08T11:30:00.000Z'],
  ['2026-03-08T05:00', '2026-03-08T13:00:00.000Z'],
  ['2026-03-09T02:30', '2026-03-09T10:30:00.000Z'],
])('a start that a gap moves takes its end with it: %s', (end, endsAt) => {
  const startsAt = '2026-03-08T10:30:00.000Z';
  expect(toInstants('2026-03-08T02:30', end, zone)).toEqual({ startsAt, endsAt });
});

test('an end in a gap moves forward alone', () => {
  expect(toInstants('2026-03-08T01:00', '2026-03-08T02:30', zone)).toEqual({
    startsAt: '2026-03-08T09:00:00.000Z',
    endsAt: '2026-03-08T10:30:00.000Z',
  });
});

test('times are skipped or repeated, or neither', () => {
  const times = ['2026-03-08T02:30', '2026-11-01T01:30', '2026-03-08T03:00'] as const;
  expect(times.map((time) => [isSkipped(time, zone), isRepeated(time, zone)])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
});
