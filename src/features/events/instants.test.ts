import { expect, test } from 'vitest';
import type { Instant, LocalDateTime } from '#kit/day.ts';
import { instantsOf } from './instants.ts';

const zone = 'America/Los_Angeles';

test.each<[string, LocalDateTime, Instant]>([
  ['winter', '2026-01-10T18:00', '2026-01-11T02:00:00.000Z'],
  ['summer', '2026-07-10T18:00', '2026-07-11T01:00:00.000Z'],
  ['a gap moves forward', '2026-03-08T02:30', '2026-03-08T10:30:00.000Z'],
  ['a fold is the first of the two', '2026-11-01T01:30', '2026-11-01T08:30:00.000Z'],
])('a wall time becomes one instant: %s', (_, local, instant) => {
  expect(instantsOf(local, local, zone)).toEqual({ startsAt: instant, endsAt: instant });
});

test('nothing ends before it starts, even where the gap moves its start beyond its end', () => {
  const { startsAt, endsAt } = instantsOf('2026-03-08T02:30', '2026-03-08T03:00', zone);
  expect(startsAt).toBe('2026-03-08T10:30:00.000Z');
  expect(endsAt).toBe(startsAt);
});
