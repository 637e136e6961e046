import { expect, test } from 'vitest';
import type { Instant, LocalDateTime } from '#kit/day.ts';
import { toInstants } from './instants.ts';

const zone = 'America/Los_Angeles';

test.each<[string, LocalDateTime, Instant]>([
  ['winter', '2026-01-10T18:00', '2026-01-11T02:00:00.000Z'],
  ['summer', '2026-07-10T18:00', '2026-07-11T01:00:00.000Z'],
  ['a time in a gap moves forward', '2026-03-08T02:30', '2026-03-08T10:30:00.000Z'],
  ['a time in a fold is the first of the two', '2026-11-01T01:30', '2026-11-01T08:30:00.000Z'],
])('a local time is converted to one instant: %s', (_, local, instant) => {
  expect(toInstants(local, local, zone)).toEqual({ startsAt: instant, endsAt: instant });
});

test('an event never ends before it starts, even if a gap moves its start past its end', () => {
  const { startsAt, endsAt } = toInstants('2026-03-08T02:30', '2026-03-08T03:00', zone);
  expect(startsAt).toBe('2026-03-08T10:30:00.000Z');
  expect(endsAt).toBe(startsAt);
});
