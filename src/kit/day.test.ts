import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import {
  type Day,
  day,
  formatDateTime,
  formatDay,
  formatLocalTime,
  formatLongDay,
  formatShortDate,
  formatTime,
  type Instant,
  instant,
  instantToDay,
  instantToLocal,
  type LocalDateTime,
  localDateTime,
  localToInstant,
  type TimeOfDay,
  toInstant,
} from './day.ts';
import { isTimeZone } from './time-zone.ts';

const pacific = 'America/Los_Angeles';

describe('the wire', () => {
  test('an instant with any offset is the same instant in UTC', () => {
    expect(z.decode(instant, '2026-01-05T10:00:00-08:00')).toBe('2026-01-05T18:00:00.000Z');
    expect(z.decode(instant, '2026-01-05T18:00:00Z')).toBe('2026-01-05T18:00:00.000Z');
  });

  test('an instant in our own format stays unchanged', () => {
    for (const text of ['2024-02-29T00:00:00.000Z', '2026-12-28T23:59:59.999Z'] as const)
      expect([z.decode(instant, text), z.encode(instant, text)]).toEqual([text, text]);
  });

  test.each([
    '2026-01-05',
    '2026-01-05T10:00:00',
    '2026-02-29T00:00:00.000Z',
    '2026-00-10T00:00:00.000Z',
    '2026-01-00T00:00:00.000Z',
    '2026-01-05T24:00:00.000Z',
    '2026-01-05T10:60:00.000Z',
    '1899-12-31T23:59:59.999Z',
    '٢٠٢٦-01-05T10:00:00.000Z',
    '2026-13-05T10:00:00Z',
    'now',
    '',
    '+275000-01-01T00:00:00Z',
  ])('%j is not an instant', (text) => {
    expect(instant.safeParse(text).success).toBe(false);
  });

  test('a local time has seconds only on the wire', () => {
    expect(z.decode(localDateTime, '2026-11-20T18:00:00')).toBe('2026-11-20T18:00');
    expect(z.encode(localDateTime, '2026-11-20T18:00')).toBe('2026-11-20T18:00:00');
    expect(localDateTime.safeParse('2026-11-20T18:00:30').success).toBe(false);
    expect(localDateTime.safeParse('2026-02-30T18:00:00').success).toBe(false);
  });

  test.each(['2026-02-29', '2026-2-3', '20260203', '2026-02-03T00:00'])(
    '%j is not a day',
    (text) => {
      expect(day.safeParse(text).success).toBe(false);
    },
  );

  test('a time zone is an IANA name', () => {
    expect(isTimeZone(pacific)).toBe(true);
    expect(isTimeZone('Mars/Olympus')).toBe(false);
    expect(isTimeZone('+02:00')).toBe(false);
  });
});

describe('wall time and instant', () => {
  test('a time in a spring gap moves forward, and in an autumn fold the first one is used', () => {
    expect(localToInstant('2026-03-08T02:30', pacific)).toBe('2026-03-08T10:30:00.000Z');
    expect(instantToLocal('2026-03-08T10:30:00.000Z', pacific)).toBe('2026-03-08T03:30');
    expect(localToInstant('2026-11-01T01:30', pacific)).toBe('2026-11-01T08:30:00.000Z');
  });

  test('the day of an instant is the local day', () => {
    expect(instantToDay('2026-01-01T07:59:00.000Z', pacific)).toBe('2025-12-31');
  });
});

describe('formats are the specification’s, with plain spaces', () => {
  test('each of them', () => {
    const evening = '2024-03-06T02:00:00.000Z';
    expect(formatDateTime(evening, pacific)).toBe('Mar 5, 2024, 6:00 PM');
    expect(formatShortDate(evening, pacific)).toBe('Mar 5, 2024');
    expect(formatDay('2024-03-05')).toBe('Mar 5, 2024');
    expect(formatLongDay('2024-03-05')).toBe('March 5, 2024');
    expect(formatLocalTime('2024-03-05T00:05')).toBe('12:05 AM');
    expect(formatLocalTime('2024-03-05T18:00')).toBe('6:00 PM');
  });

  test('the formats match en-US', () => {
    const date = { day: 'numeric', year: 'numeric' } as const;
    const clock = { hour: 'numeric', minute: '2-digit' } as const;
    const since1970 = fc.integer({ min: 0, max: 4_000_000_000 });
    const zones = fc.constantFrom(pacific, 'UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe');
    fc.assert(
      fc.property(since1970, zones, (second, timeZone) => {
        const outside = (options: Intl.DateTimeFormatOptions) =>
          new Intl.DateTimeFormat('en-US', { timeZone, ...options })
            .format(second * 1_000)
            .replaceAll('\u202f', ' ');
        const at = toInstant(Temporal.Instant.fromEpochMilliseconds(second * 1_000));
        expect([
          formatShortDate(at, timeZone),
          formatDateTime(at, timeZone),
          formatLongDay(instantToDay(at, timeZone)),
          formatTime(at, timeZone),
        ]).toEqual([
          outside({ month: 'short', ...date }),
          outside({ month: 'short', ...date, ...clock }),
          outside({ month: 'long', ...date }),
          outside(clock),
        ]);
      }),
    );
  });
});

test('the compiler distinguishes and combines days, times, local times and instants', () => {
  expectTypeOf<Day>().not.toExtend<LocalDateTime>();
  expectTypeOf<Day>().not.toExtend<Instant>();
  expectTypeOf<LocalDateTime>().not.toExtend<Day>();
  expectTypeOf<LocalDateTime>().not.toExtend<Instant>();
  expectTypeOf<Instant>().not.toExtend<LocalDateTime>();
  expectTypeOf<Instant>().not.toExtend<Day>();
  expectTypeOf<string>().not.toExtend<Day>();
  expectTypeOf<string>().not.toExtend<LocalDateTime>();
  expectTypeOf<string>().not.toExtend<Instant>();
  expectTypeOf<`${Day}T${TimeOfDay}`>().toExtend<LocalDateTime>();
  expectTypeOf<'2026-11-20'>().toExtend<Day>();
  expectTypeOf<'2026-11-20T18:00'>().not.toExtend<Day>();
});
