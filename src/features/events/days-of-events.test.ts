import { expect, test } from 'vitest';
import type { LocalDateTime } from '#kit/day.ts';
import { testId } from '#kit/testing/test-id.ts';
import { eventsByDay, lastDayOn } from './days-of-events.ts';

const days = ['2026-11-01', '2026-11-02', '2026-11-03'] as const;
const at = (name: string, localStart: LocalDateTime, localEnd: LocalDateTime) => ({
  occurrenceId: testId<'occurrence'>(name),
  localStart,
  localEnd,
});

function ids(...occurrences: ReturnType<typeof at>[]): string[][] {
  return [...eventsByDay(days, occurrences).values()].map((list) =>
    list.map((each) => each.occurrenceId),
  );
}

test('something of several days is on each of them, cut at the ends of what is shown', () => {
  const long = at('long', '2026-10-30T09:00', '2026-11-02T12:00');
  const later = at('later', '2026-11-03T09:00', '2026-12-24T12:00');
  expect(ids(long, later)).toEqual([['long'], ['long'], ['later']]);
});

test('what ends at midnight sharp ended on the day before; what lasts no time is on its day', () => {
  expect(ids(at('late', '2026-11-01T20:00', '2026-11-02T00:00'))).toEqual([['late'], [], []]);
  expect(ids(at('point', '2026-11-02T00:00', '2026-11-02T00:00'))).toEqual([[], ['point'], []]);
  expect(lastDayOn({ localStart: '2026-11-01T20:00', localEnd: '2026-11-02T00:01' })).toBe(
    '2026-11-02',
  );
});

test('a day is in order of time, the longer first, and tells nothing twice', () => {
  const noon = at('noon', '2026-11-02T12:00', '2026-11-02T13:00');
  const day = at('day', '2026-11-02T08:00', '2026-11-02T18:00');
  const brief = at('brief', '2026-11-02T08:00', '2026-11-02T09:00');
  expect(ids(noon, brief, day, noon)).toEqual([[], ['day', 'brief', 'noon'], []]);
});
