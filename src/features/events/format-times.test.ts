import { expect, test, vi } from 'vitest';
import { type Instant, instantToLocal, type LocalDateTime, localToInstant } from '#kit/day.ts';
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
  const times = {
    occurrenceStartDate: from,
    occurrenceEndDate: to,
    localStart: instantToLocal(from, zone),
    localEnd: instantToLocal(to, zone),
    timeZone: zone,
  };
  expect(formatTimeRange(times)).toBe(text);
});

test.each<[LocalDateTime, string, string, string, string]>([
  ['2026-11-24T00:00', 'All day', 'All day', 'Monday, November 23, 2026', 'Mon, Nov 23, all day'],
  [
    '2026-11-26T00:00',
    'All day, Nov 23, 2026 – Nov 25, 2026',
    'All day',
    'Monday, November 23, 2026 – Wednesday, November 25, 2026',
    'Mon, Nov 23 – Wed, Nov 25, all day',
  ],
])(
  'whole days until %s are described without a time of day',
  (localEnd, range, hours, days, when) => {
    const localStart = '2026-11-23T00:00';
    const times = {
      occurrenceStartDate: localToInstant(localStart, zone),
      occurrenceEndDate: localToInstant(localEnd, zone),
      localStart,
      localEnd,
      timeZone: zone,
    } as const;
    expect(formatTimeRange(times)).toBe(range);
    expect(formatTimes(times)).toBe(hours);
    expect(formatDays(times)).toBe(days);
    expect(formatWhen(times, { thisYear: 2026 })).toBe(when);
  },
);

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

test('days are named without Intl, whose tables load slowly on phones', () => {
  const localized = vi.spyOn(Temporal.PlainDate.prototype, 'toLocaleString');
  const [localStart, localEnd] = ['2026-11-23T17:30', '2026-11-25T19:00'] as const;
  formatWhen({ localStart, localEnd }, { thisYear: 2026 });
  formatDays({
    localStart,
    localEnd,
    occurrenceStartDate: localToInstant(localStart, zone),
    occurrenceEndDate: localToInstant(localEnd, zone),
    timeZone: zone,
  });
  expect(localized).not.toHaveBeenCalled();
  localized.mockRestore();
});
