/** Parses and formats iCalendar dates, times and durations. */
import {
  formatLocal,
  type Instant,
  instantToLocal,
  type LocalDateTime,
  localToInstant,
} from '#kit/day.ts';
import { isTimeZone } from '#kit/time-zone.ts';
import { addMinutes } from '../series.ts';
import type { Property } from './ical-lines.ts';

/** `20261120T180000` */
export function formatBasicLocal(local: LocalDateTime): string {
  return `${local.replaceAll(/[-:]/g, '')}00`;
}

/** `20261120T180000Z` */
export function formatBasicInstant(instant: Instant): string {
  return instant.replaceAll(/[-:]|\.\d+/g, '');
}

export type IcalTime = {
  readonly local: LocalDateTime;
  /** A date without a time. */
  readonly isDay: boolean;
  /** The zone of `local`; null for a floating time. */
  readonly zone: string | null;
};

/** Undefined if the value is invalid or its time zone is unknown. Seconds are dropped. */
export function parseIcalTime(property: Property): IcalTime | undefined {
  return parseIcalTimes(property)?.[0];
}

export function parseIcalTimes({ parameters, value }: Property): IcalTime[] | undefined {
  const zone = parameters.get('TZID');
  if (zone !== undefined && !isTimeZone(zone)) return undefined;
  const times = value.split(',').map((text) => parseOne(text.trim(), zone ?? null));
  return times.every((time) => time !== undefined) ? times : undefined;
}

function parseOne(text: string, zone: string | null): IcalTime | undefined {
  const [, year, month, day, time, hour, minute, utc] =
    /^(\d{4})(\d\d)(\d\d)(T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(text) ?? [];
  try {
    const clock = time === undefined ? '00:00' : `${hour}:${minute}`;
    const local = formatLocal(Temporal.PlainDateTime.from(`${year}-${month}-${day}T${clock}`));
    return { local, isDay: time === undefined, zone: utc ? 'UTC' : zone };
  } catch {
    return undefined;
  }
}

/** Floating times and dates stay as they are. */
export function toZone({ local, isDay, zone }: IcalTime, targetZone: string): LocalDateTime {
  if (isDay || zone === null || zone === targetZone) return local;
  return instantToLocal(localToInstant(local, zone), targetZone);
}

/** 90 for `PT1H30M`; undefined if the duration is invalid or negative. */
export function parseDurationMinutes(text: string): number | undefined {
  const [all, weeks = 0, days = 0, hours = 0, minutes = 0] =
    /^\+?P(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:\d{1,6}S)?)?$/.exec(
      text.trim(),
    ) ?? [];
  if (all === undefined) return undefined;
  return Number(weeks) * 10_080 + Number(days) * 1_440 + Number(hours) * 60 + Number(minutes);
}

export function subtractMinute(local: LocalDateTime): LocalDateTime {
  return addMinutes(local, -1);
}
