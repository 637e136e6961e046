/** The series of iCalendar files: their rules, exceptions and additional dates. */
import type { Budget } from '#kit/budget.ts';
import { type LocalDateTime, localToDay, localToTime } from '#kit/day.ts';
import type { RecurrenceRule } from '#kit/recurrence/recurrence.ts';
import { ok, type Result } from '#kit/result.ts';
import { toInstants } from '../instants.ts';
import {
  addMinutes,
  defaultTimesAt,
  type EventFields,
  type Exception,
  type LocalTimes,
  minutesBetween,
} from '../series.ts';
import type { FindClock } from './ical-clock.ts';
import { readContent } from './ical-content.ts';
import {
  createLookup,
  type ImportedText,
  readCategories,
  readLocalTimes,
  readStart,
  readText,
  unsupported,
} from './ical-fields.ts';
import { type Component, findProperty, getStatus, type Property } from './ical-read.ts';
import { readSeriesRule } from './ical-rule.ts';
import {
  addDuration,
  type IcalTime,
  readDuration,
  readTime,
  readTimes,
  toZone,
} from './ical-times.ts';

export type ParsedSeries = LocalTimes & {
  readonly text: ImportedText;
  /** As the file names them. */
  readonly categories: readonly string[];
  readonly rule: RecurrenceRule | null;
  readonly exceptions: ReadonlyMap<LocalDateTime, Exception>;
};

/** An event or a change of one, with the calendar of the file that it is in. */
export type Source = {
  readonly component: Component;
  readonly findClock: FindClock;
  /** Of the calendar, in upper case. */
  readonly method: string;
  /** The zone of bare times that nothing explains. */
  readonly fileZone: string | undefined;
};

export function isCanceled({ component, method }: Source): boolean {
  return method === 'CANCEL' || getStatus(component) === 'CANCELLED';
}

export type Reading = { readonly zone: string; readonly budget: Budget };

export type Base = {
  readonly start: IcalTime;
  readonly times: LocalTimes;
  readonly text: ImportedText;
};

type Extra = {
  readonly original: LocalDateTime;
  readonly times: LocalTimes;
  readonly change: Source | undefined;
};

const maxExtraDates = 500;

/** The rule of a series with its exceptions, and the dates that it names besides. */
export function parseSeries(
  { component, findClock }: Source,
  { start, times, text }: Base,
  changes: ReadonlyMap<string, Source>,
  reading: Reading,
): Result<ParsedSeries & { extra: readonly Extra[]; unknown: readonly LocalDateTime[] }> {
  const { zone, budget } = reading;
  const rule = readSeriesRule(component, start, times.start, reading);
  if (!rule.ok) return rule;
  const series = { ...times, rule: rule.value };
  const categories = readCategories(component);
  const exceptions = new Map<LocalDateTime, Exception>();
  const extra = readExtraDates(component, series, { findClock, zone });
  if (!extra) return unsupported("An additional date can't be read");
  if (extra.size > maxExtraDates)
    return unsupported(`Has more than ${maxExtraDates} additional dates`);
  const names = ['EXDATE', 'RDATE'];
  const whole = { ...series, text, categories, exceptions };
  if (changes.size === 0 && !names.some((name) => findProperty(component, name)))
    return ok({ ...whole, extra: [], unknown: [] });
  const hasOccurrenceAt = createLookup(series, budget);
  for (const property of component.properties.filter(({ name }) => name === 'EXDATE')) {
    const excluded = readTimes(property, findClock);
    if (!excluded) return unsupported("An exception date can't be read");
    for (const time of excluded) {
      const original = toOriginalStart(time, start, times.start, zone);
      // An EXDATE may name a date that the rule does not produce.
      if (hasOccurrenceAt(original))
        exceptions.set(original, { isCanceled: true, fields: {}, times: null });
      extra.delete(original);
    }
  }
  for (const original of extra.keys()) if (hasOccurrenceAt(original)) extra.delete(original);
  const unknown: LocalDateTime[] = [];
  const changed = new Map<LocalDateTime, Source>();
  for (const change of changes.values()) {
    const property = findProperty(change.component, 'RECURRENCE-ID');
    const time = property && readTime(property, change.findClock);
    if (!time) return unsupported("The date of a change can't be read");
    if (property.isOfFollowing)
      return unsupported(
        "Changes a date and all that follow (RANGE=THISANDFUTURE), which can't be imported",
      );
    const original = toOriginalStart(time, start, times.start, zone);
    changed.set(original, change);
    if (extra.has(original)) continue;
    if (!hasOccurrenceAt(original)) {
      unknown.push(original);
      continue;
    }
    const exception = parseException(component, change, reading);
    if (!exception.ok) return exception;
    // An entry for a date counts for more than that its rule leaves it out, as the hub's own feed needs.
    if (changesNothing(exception.value, series, original, zone)) exceptions.delete(original);
    else exceptions.set(original, exception.value);
  }
  const dates = [...extra].map(([original, own]) => ({
    original,
    times: own,
    change: changed.get(original),
  }));
  return ok({ ...whole, extra: dates, unknown });
}

/** The hub's own feed lists nights of clock changes by themselves, in UTC. */
function changesNothing(
  { isCanceled, fields, times }: Exception,
  series: LocalTimes,
  original: LocalDateTime,
  zone: string,
): boolean {
  if (isCanceled || Object.keys(fields).length > 0 || !times) return false;
  const expected = defaultTimesAt(series, original);
  const [own, usual] = [times, expected].map(({ start, end }) => toInstants(start, end, zone));
  return own?.startsAt === usual?.startsAt && own?.endsAt === usual?.endsAt;
}

/** The times of the dates that RDATE adds, besides the first one. */
function readExtraDates(
  component: Component,
  { start, end }: LocalTimes,
  { findClock, zone }: { findClock: FindClock; zone: string },
): Map<LocalDateTime, LocalTimes> | undefined {
  const minutes = minutesBetween(start, end);
  const dates = new Map<LocalDateTime, LocalTimes>();
  for (const property of component.properties.filter(({ name }) => name === 'RDATE')) {
    const texts = property.values.filter((text) => text !== '');
    const values = texts.map((text) => text.split('/')[0] ?? '');
    const times = readTimes({ ...property, values }, findClock);
    if (!times) return undefined;
    for (const [place, time] of times.entries()) {
      const local: LocalDateTime = time.isDay
        ? `${localToDay(time.local)}T${localToTime(start)}`
        : toZone(time, zone);
      const own = texts[place]?.split('/')[1];
      const end =
        own === undefined
          ? addMinutes(local, minutes)
          : readPeriodEnd({ ...property, values: [own] }, local, { findClock, zone });
      // A period is one of times.
      if (end === undefined || end < local || (own !== undefined && time.isDay)) return undefined;
      if (local !== start) dates.set(local, { start: local, end });
    }
  }
  return dates;
}

/** A period has an end of its own, as a time or as a duration. */
function readPeriodEnd(
  property: Property,
  start: LocalDateTime,
  { findClock, zone }: { findClock: FindClock; zone: string },
): LocalDateTime | undefined {
  const length = readDuration(property.values[0] ?? '');
  if (length) return addDuration(start, length, zone);
  const time = readTime(property, findClock);
  return time && toZone(time, zone);
}

function parseException(master: Component, change: Source, { zone }: Reading): Result<Exception> {
  const { component, findClock } = change;
  if (isCanceled(change)) return ok({ isCanceled: true, fields: {}, times: null });
  const start = readStart(component, findClock);
  const times = start && readLocalTimes(component, start, { findClock, zone });
  if (!times) return unsupported("The time of a changed occurrence can't be read");
  const text = readText(component, times);
  if (!text.ok) return text;
  const [own, usual] = [readContent(component), readContent(master)];
  const { title, description, location } = text.value;
  const fields: Partial<EventFields> = {
    ...(own.title === usual.title ? {} : { title }),
    ...(own.description === usual.description ? {} : { description }),
    ...(own.location === usual.location ? {} : { location }),
  };
  return ok({ isCanceled: false, fields, times });
}

/**
 * A date without a time refers to the occurrence on that day. In a series of whole days, so does a
 * time: some write midnight in UTC, and Exchange that of its own zone.
 */
function toOriginalStart(
  time: IcalTime,
  first: IcalTime,
  start: LocalDateTime,
  zone: string,
): LocalDateTime {
  if (time.isDay) return `${localToDay(time.local)}T${localToTime(start)}`;
  if (!first.isDay) return toZone(time, zone);
  const isOfExchange = time.clock?.name === 'UTC' && !time.local.endsWith('T00:00');
  const day = isOfExchange ? toZone(time, zone) : time.local;
  return `${localToDay(day)}T${localToTime(start)}`;
}
