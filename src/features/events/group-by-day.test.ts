import { expect, test } from 'vitest';
import type { LocalDateTime } from '#kit/day.ts';
import { testId } from '#kit/testing/test-id.ts';
import { groupByDay, lastDayOfOccurrence, lastShownDay } from './group-by-day.ts';

const days = ['2026-11-01', '2026-11-02', '2026-11-03'] as const;
const at = (name: string, localStart: LocalDateTime, localEnd: LocalDateTime) => ({
  occurrenceId: testId<'occurrence'>(name),
  localStart,
  localEnd,
});

function groupIds(...occurrences: ReturnType<typeof at>[]): string[][] {
  return [...groupByDay(days, occurrences).values()].map((list) =>
    list.map((each) => each.occurrenceId),
  );
}

test('an occurrence that spans several days is listed on each of the given days', () => {
  const long = at('long', '2026-10-30T09:00', '2026-11-02T12:00');
  const later = at('later', '2026-11-03T09:00', '2026-12-24T12:00');
  expect(groupIds(long, later)).toEqual([['long'], ['long'], ['later']]);
});

test('an occurrence that ends at midnight is not listed on the next day, unless it has no duration', () => {
  expect(groupIds(at('late', '2026-11-01T20:00', '2026-11-02T00:00'))).toEqual([['late'], [], []]);
  expect(groupIds(at('point', '2026-11-02T00:00', '2026-11-02T00:00'))).toEqual([
    [],
    ['point'],
    [],
  ]);
  expect(
    lastDayOfOccurrence({ localStart: '2026-11-01T20:00', localEnd: '2026-11-02T00:01' }),
  ).toBe('2026-11-02');
});

test('a day is ordered by start, longest first, and lists no occurrence twice', () => {
  const noon = at('noon', '2026-11-02T12:00', '2026-11-02T13:00');
  const day = at('day', '2026-11-02T08:00', '2026-11-02T18:00');
  const brief = at('brief', '2026-11-02T08:00', '2026-11-02T09:00');
  expect(groupIds(noon, brief, day, noon)).toEqual([[], ['day', 'brief', 'noon'], []]);
});

test.each<[string, LocalDateTime, LocalDateTime, string]>([
  ['a party until 2 AM', '2026-11-01T20:00', '2026-11-02T02:00', '2026-11-01'],
  ['one until just before 6 AM', '2026-11-01T20:00', '2026-11-02T05:59', '2026-11-01'],
  ['one until 6 AM', '2026-11-01T20:00', '2026-11-02T06:00', '2026-11-02'],
  ['one of a whole day', '2026-11-01T02:00', '2026-11-02T02:00', '2026-11-02'],
  ['one of two nights', '2026-11-01T20:00', '2026-11-03T02:00', '2026-11-03'],
  ['one early in the morning', '2026-11-01T01:00', '2026-11-01T03:00', '2026-11-01'],
])('%s is shown until the right day', (_, localStart, localEnd, last) => {
  expect(lastShownDay({ localStart, localEnd })).toBe(last);
});

test('an occurrence that runs into the night is listed on its first day only', () => {
  expect(groupIds(at('party', '2026-11-01T20:00', '2026-11-02T02:00'))).toEqual([
    ['party'],
    [],
    [],
  ]);
});
