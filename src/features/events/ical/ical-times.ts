/** Reads iCalendar dates, times and durations. */
import { formatLocal, type LocalDateTime } from '#kit/day.ts';
import { type Clock, createZoneClock, type FindClock, fromClock } from './ical-clock.ts';
import type { Property } from './ical-read.ts';

export type IcalTime = {
  readonly local: LocalDateTime;
  /** A date without a time, or the midnight by which Outlook means one. */
  readonly isDay: boolean;
  /** The clock of `local`; null for a floating time or a date. */
  readonly clock: Clock | null;
};

/** Undefined if the value is invalid or its time zone is unknown. Seconds are dropped, see `hasSeconds`. */
export function readTime(property: Property, findClock: FindClock): IcalTime | undefined {
  return readTimes(property, findClock)?.[0];
}

export function readTimes(
  { zoneName, values }: Property,
  findClock: FindClock,
): IcalTime[] | undefined {
  const clock = findClock(zoneName);
  const times: IcalTime[] = [];
  for (const text of values) {
    if (text === '') continue;
    const time = readOne(text, clock);
    // One that can't be read spoils them all, and there may be tens of thousands.
    if (!time) return undefined;
    times.push(time);
  }
  return times;
}

const utc = createZoneClock('UTC');

/** Undefined `clock`: in an unknown zone, which does not matter for a date or a time in UTC. */
function readOne(text: string, clock: Clock | null | undefined): IcalTime | undefined {
  const [, day, time, isUtc, offset] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d):\d\d(?:(Z)|([+-]\d\d:\d\d))?)?$/.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  try {
    const local = formatLocal(Temporal.PlainDateTime.from(`${day}T${time ?? '00:00'}`));
    if (local < '1601') return undefined;
    if (time === undefined) return { local, isDay: true, clock: null };
    const own = isUtc ? utc : offset === undefined ? clock : createZoneClock(offset);
    return own === undefined ? undefined : { local, isDay: false, clock: own };
  } catch {
    return undefined;
  }
}

/** Floating times and dates stay as they are. */
export function toZone({ local, isDay, clock }: IcalTime, zone: string): LocalDateTime {
  return isDay || clock === null ? local : fromClock(local, clock, zone);
}

/** Whether a time, not a duration, has seconds, which events here have not. */
export function hasSeconds(text: string): boolean {
  return /T\d\d:\d\d:(?!00)/.test(text);
}

/** `seconds` are those of the last minute. */
export type IcalDuration = {
  readonly days: number;
  readonly minutes: number;
  readonly seconds: number;
};

/** An hour and a half for `PT1H30M` and `PT5400S`; undefined if the duration is invalid or negative. */
export function readDuration(text: string): IcalDuration | undefined {
  const [all, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^\+?P(?=T?\d)(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,8})S)?)?$/.exec(
      text.trim(),
    ) ?? [];
  if (all === undefined) return undefined;
  return {
    days: Number(weeks) * 7 + Number(days),
    minutes: Number(hours) * 60 + Number(minutes) + Math.floor(Number(seconds) / 60),
    seconds: Number(seconds) % 60,
  };
}

/** Days by the calendar, hours by the clock: a day may have 23 of them (RFC 5545, 3.3.6). */
export function addDuration(
  start: LocalDateTime,
  { days, minutes }: IcalDuration,
  zone: string,
): LocalDateTime {
  const from = Temporal.PlainDateTime.from(start).add({ days }).toZonedDateTime(zone);
  return formatLocal(from.add({ minutes }).toPlainDateTime());
}
