/**
 * Three distinct types: a `Day` (no time), a `LocalDateTime` (wall clock, no zone) and an `Instant`
 * (a point in time). All are plain strings that compare and sort correctly; Temporal does the
 * arithmetic. Template literal types let the compiler tell them apart. Only the parsers and
 * formatters here brand strings as one of them.
 */
import * as z from 'zod/mini';
import { isTimeZone } from './time-zone.ts';

/** `2026-11-20` */
export type Day = `${number}-${number}-${number}`;
/** `18:00` */
export type TimeOfDay = `${number}:${number}`;
/** `2026-11-20T18:00` (minutes) */
export type LocalDateTime = `${Day}T${TimeOfDay}`;
/** `2026-11-20T18:00:00.000Z`: always UTC with milliseconds, so that text order is time order. */
export type Instant = `${Day}T${TimeOfDay}:${number}Z`;

export function toDay(value: Temporal.PlainDate): Day {
  return value.toString() as Day;
}

export function toInstant(value: Temporal.Instant): Instant {
  return value.toString({ fractionalSecondDigits: 3 }) as Instant;
}

/** Years 1900 to 9999: what fits a calendar and every database type. */
const firstInstant: Instant = '1900-01-01T00:00:00.000Z';
const lastInstant: Instant = '9999-12-31T23:59:59.999Z';

/** Fast path for our own format: valid without parsing, except for the last days of months. */
const surelyInstant =
  /^(?:19|[2-9]\d)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

export function parseInstant(text: string): Instant | undefined {
  if (surelyInstant.test(text)) return text as Instant;
  try {
    const instant = toInstant(Temporal.Instant.from(text));
    return instant >= firstInstant && instant <= lastInstant ? instant : undefined;
  } catch {
    return undefined;
  }
}

/** The `Date` of an HTTP response, in milliseconds since 1970. */
export function parseHttpDate(text: string): number | undefined {
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** An ISO 8601 date-time with offset on the wire; the same instant in UTC inside. */
export const instant = z.codec(
  z.string().check(
    z.maxLength(40),
    z.refine((text) => parseInstant(text) !== undefined, 'Must be an ISO date-time with offset'),
    z.meta({ format: 'date-time' }),
  ),
  z.custom<Instant>((value) => typeof value === 'string'),
  { decode: (text) => parseInstant(text) as Instant, encode: (value) => value },
);

export function isDay(text: string): text is Day {
  try {
    return /^\d{4}-\d{2}-\d{2}$/.test(text) && Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

export const day = z
  .string()
  .check(
    z.refine(isDay, 'Must be a date like 2026-11-20'),
    z.meta({ format: 'date' }),
  ) as z.ZodMiniType<Day, string>;

export function parseLocal(text: string): LocalDateTime | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:00)?$/.test(text)) return undefined;
  try {
    return formatLocal(Temporal.PlainDateTime.from(text));
  } catch {
    return undefined;
  }
}

/** The day of a local time. */
export function localToDay(local: LocalDateTime): Day {
  return local.slice(0, 10) as Day;
}

export function toTimeOfDay(value: Temporal.PlainTime): TimeOfDay {
  return value.toString({ smallestUnit: 'minute' }) as TimeOfDay;
}

export function isTimeOfDay(text: string): text is TimeOfDay {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** The time of day of a local time. */
export function localToTime(local: LocalDateTime): TimeOfDay {
  return local.slice(11) as TimeOfDay;
}

export function formatLocal(value: Temporal.PlainDateTime): LocalDateTime {
  return value.toString({ smallestUnit: 'minute' }) as LocalDateTime;
}

/** `yyyy-MM-ddTHH:mm:00` on the wire, without seconds inside. */
export const localDateTime = z.codec(
  z.string().check(
    z.refine(
      (text) => parseLocal(text) !== undefined,
      'Must be a local date-time like 2026-11-20T18:00:00',
    ),
    z.meta({ description: 'Local date-time, yyyy-MM-ddTHH:mm:00' }),
  ),
  z.custom<LocalDateTime>((value) => typeof value === 'string'),
  { decode: (text) => parseLocal(text) as LocalDateTime, encode: (value) => `${value}:00` },
);

export const timeZone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'Must be an IANA time zone'));

/** The instant of a local time in a zone; moved forward in a gap, the first one in a fold. */
export function localToInstant(local: LocalDateTime, zone: string): Instant {
  const zoned = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, {
    disambiguation: 'compatible',
  });
  return toInstant(zoned.toInstant());
}

/** When a day begins in a zone. */
export function startOfDay(day: Day, zone: string): Instant {
  return localToInstant(`${day}T00:00`, zone);
}

export function instantToLocal(value: Instant, zone: string): LocalDateTime {
  return formatLocal(Temporal.Instant.from(value).toZonedDateTimeISO(zone).toPlainDateTime());
}

export function instantToDay(value: Instant, zone: string): Day {
  return localToDay(instantToLocal(value, zone));
}

// en-US names. Not by `Intl`: its tables load slowly on phones, and their version differs between
// browsers and Node.
const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

function shortDate({ year, month, day }: Temporal.ZonedDateTime): string {
  return `${months[month - 1]?.slice(0, 3)} ${day}, ${year}`;
}

function time({ hour, minute }: { readonly hour: number; readonly minute: number }): string {
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

function zoned(value: Instant, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(value).toZonedDateTimeISO(zone);
}

/** `Jan 5, 2024` */
export function formatShortDate(value: Instant, zone: string): string {
  return shortDate(zoned(value, zone));
}

/** `Nov 14, 2026, 7:30 PM` */
export function formatDateTime(value: Instant, zone: string): string {
  const there = zoned(value, zone);
  return `${shortDate(there)}, ${time(there)}`;
}

/** `Nov 14, 2026, 7:30 PM (America/Los_Angeles)`, for readers who may be elsewhere. */
export function formatDateTimeInZone(value: Instant, zone: string): string {
  return `${formatDateTime(value, zone)} (${zone})`;
}

/** `6:00 PM` */
export function formatTime(value: Instant, zone: string): string {
  return time(zoned(value, zone));
}

/** `Nov 20, 2026` */
export function formatDay(value: Day): string {
  return formatShortDate(`${value}T12:00:00.000Z`, 'UTC');
}

/** `November 20, 2026` */
export function formatLongDay(value: Day): string {
  const { year, month, day } = Temporal.PlainDate.from(value);
  return `${months[month - 1]} ${day}, ${year}`;
}

/** `6:00 PM`, from a local time. */
export function formatLocalTime(value: LocalDateTime): string {
  return time(Temporal.PlainDateTime.from(value));
}
