import { expect, test } from 'vitest';
import { type Instant, type LocalDateTime, localToInstant } from '#kit/day.ts';
import { formatDays, formatTimeRange, formatTimes, formatWhen } from './format-times.ts';

const zone = 'America/Los_Angeles';

test.each<[string, Instant, Instant]>([
  ['6:00 PM – 9:00 PM', '2026-11-21T02:00:00.000Z', '2026-11-21T05:00:00.000Z'],
  ['6:00 PM', '2026-11-21T02:00:00.000Z', '2026-11-21T02:00:00.000Z'],
  [
    'Nov 20, 2026, 6:00 PM – Nov 21, 2026, 1:00 AM',
    '2026-11-21T02:00:00.000Z',
    '2026-11-21T09:00:00.000Z',
  ],
])('a time range is formatted as %s', (text, from, to) => {
  expect(formatTimeRange(from, to, zone)).toBe(text);
});

test('a card formats days and times separately and treats an overnight event as one day', () => {
  const timeZone = 'America/Los_Angeles';
  const format = (localStart: LocalDateTime, localEnd: LocalDateTime) => {
    const occurrenceStartDate = localToInstant(localStart, timeZone);
    const occurrenceEndDate = localToInstant(localEnd, timeZone);
    const times = { localStart, localEnd, occurrenceStartDate, occurrenceEndDate, timeZone };
    return [formatDays(times), formatTimes(times)];
  };
  expect(format('2024-03-15T09:00', '2024-03-15T16:00')).toEqual([
    'Friday, March 15, 2024',
    '9:00 AM – 4:00 PM',
  ]);
  expect(format('2024-03-15T18:00', '2024-03-16T01:00')).toEqual([
    'Friday, March 15, 2024',
    '6:00 PM – 1:00 AM the next day',
  ]);
  expect(format('2024-03-15T18:00', '2024-03-16T00:00')).toEqual([
    'Friday, March 15, 2024',
    '6:00 PM – 12:00 AM',
  ]);
  expect(format('2024-03-15T09:00', '2024-03-17T16:00')).toEqual([
    'Friday, March 15, 2024 – Sunday, March 17, 2024',
    '9:00 AM – 4:00 PM',
  ]);
  expect(format('2024-03-15T09:00', '2024-03-15T09:00')[1]).toBe('9:00 AM');
});

test.each<[string, LocalDateTime, LocalDateTime]>([
  ['Mon, Nov 23, 5:30 – 7:00 PM', '2026-11-23T17:30', '2026-11-23T19:00'],
  ['Mon, Nov 23, 11:00 AM – 1:00 PM', '2026-11-23T11:00', '2026-11-23T13:00'],
  ['Mon, Nov 23, 6:00 PM – 12:00 AM', '2026-11-23T18:00', '2026-11-24T00:00'],
  ['Mon, Nov 23, 6:00 PM – 1:00 AM the next day', '2026-11-23T18:00', '2026-11-24T01:00'],
  ['Mon, Nov 23, 9:00 AM – Wed, Nov 25, 4:00 PM', '2026-11-23T09:00', '2026-11-25T16:00'],
  ['Wed, May 11, 2033, 6:00 PM', '2033-05-11T18:00', '2033-05-11T18:00'],
])('an event is %s', (words, localStart, localEnd) => {
  expect(formatWhen({ localStart, localEnd }, { thisYear: 2026 })).toBe(words);
});
