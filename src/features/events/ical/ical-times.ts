/** Times as iCalendar writes and reads them. */
import { formatLocal, type Instant, instantOf, type LocalDateTime, localOf } from '#kit/day.ts';
import { isTimeZone } from '#kit/time-zone.ts';
import { addMinutes } from '../series.ts';
import type { Property } from './ical-lines.ts';

/** `20261120T180000` */
export function basicLocal(local: LocalDateTime): string {
  return `${local.replaceAll(/[-:]/g, '')}00`;
}

/** `20261120T180000Z` */
export function basicInstant(instant: Instant): string {
  return instant.replaceAll(/[-:]|\.\d+/g, '');
}

export type Moment = {
  readonly local: LocalDateTime;
  /** A day without a time. */
  readonly isDay: boolean;
  /** The zone of `local`; null for one that goes by whatever clock there is. */
  readonly zone: string | null;
};

/** Undefined for what is no time, or of a zone that nobody knows. Seconds are cut off. */
export function readMoment(property: Property): Moment | undefined {
  return readMoments(property)?.[0];
}

export function readMoments({ parameters, value }: Property): Moment[] | undefined {
  const zone = parameters.get('TZID');
  if (zone !== undefined && !isTimeZone(zone)) return undefined;
  const moments = value.split(',').map((text) => readOne(text.trim(), zone ?? null));
  return moments.every((moment) => moment !== undefined) ? moments : undefined;
}

function readOne(text: string, zone: string | null): Moment | undefined {
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

/** The same moment on the wall clock of a zone. */
export function inZone({ local, isDay, zone }: Moment, wanted: string): LocalDateTime {
  if (isDay || zone === null || zone === wanted) return local;
  return localOf(instantOf(local, zone), wanted);
}

/** `PT1H30M`, in minutes; undefined for what is none, and for one that goes back. */
export function readDuration(text: string): number | undefined {
  const [all, weeks = 0, days = 0, hours = 0, minutes = 0] =
    /^\+?P(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:\d{1,6}S)?)?$/.exec(
      text.trim(),
    ) ?? [];
  if (all === undefined) return undefined;
  return Number(weeks) * 10_080 + Number(days) * 1_440 + Number(hours) * 60 + Number(minutes);
}

/** Until when something lasts whose last day is whole. */
export function lastMinuteBefore(local: LocalDateTime): LocalDateTime {
  return addMinutes(local, -1);
}
