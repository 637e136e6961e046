/** Converts the events of iCalendar files, or says why one of them is not supported. */
import type { Budget } from '#kit/budget.ts';
import { type LocalDateTime, localToDay, localToTime } from '#kit/day.ts';
import { toLine } from '#kit/line.ts';
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
import { createClocks, type FindClock } from './ical-clock.ts';
import {
  createLookup,
  findProperty,
  getStatus,
  getText,
  type ImportedText,
  readCategories,
  readLocalTimes,
  readStart,
  readText,
  unsupported,
} from './ical-fields.ts';
import { listLosses } from './ical-losses.ts';
import type { Component } from './ical-read.ts';
import { readSeriesRule } from './ical-rule.ts';
import { type IcalTime, readTime, readTimes, toZone } from './ical-times.ts';

export type ParsedEvent = {
  readonly uid: string;
  /** How often it was changed when the file was written. */
  readonly sequence: number;
  readonly title: string;
  readonly times: LocalTimes | null;
  readonly isRecurring: boolean;
  /** For its owner's eyes. */
  readonly isPrivate: boolean;
  readonly isCancelled: boolean;
  /** Of one date of a series that is not in the file: the UID of the series, and its original start or day. */
  readonly ofSeries: { readonly uid: string; readonly date: string } | null;
  readonly read: Result<ParsedSeries>;
  /** What the event loses, in sentences. */
  readonly losses: readonly string[];
};

export type ParsedSeries = LocalTimes & {
  readonly text: ImportedText;
  /** As the file names them. */
  readonly categories: readonly string[];
  readonly rule: RecurrenceRule | null;
  readonly exceptions: ReadonlyMap<LocalDateTime, Exception>;
};

/** An event or a change of one, with the calendar of the file that it is in. */
type Source = {
  readonly component: Component;
  readonly findClock: FindClock;
  readonly isCancelled: boolean;
};

type Reading = { readonly zone: string; readonly budget: Budget };

/**
 * The events of a file in local time of `zone`, in file order: one per UID, and one each for dates
 * and changes that belong to no series of the file. One at a time, so that the reader can let others
 * work in between.
 */
export function* parseEvents(
  calendars: readonly Component[],
  zone: string,
  budget: Budget,
): Generator<ParsedEvent> {
  const reading = { zone, budget };
  const sources = calendars.flatMap((calendar): Source[] => {
    const findClock = createClocks(calendar, budget);
    const isCancelled = getText(calendar, 'METHOD').toUpperCase() === 'CANCEL';
    return calendar.components
      .filter(({ name }) => name === 'VEVENT')
      .map((component) => ({ component, findClock, isCancelled }));
  });
  for (const [uid, group] of Map.groupBy(sources, (source) => findUid(source, zone))) {
    const masters = group.filter(({ component }) => !findProperty(component, 'RECURRENCE-ID'));
    const changes = keepNewest(
      group.filter(({ component }) => findProperty(component, 'RECURRENCE-ID')),
      reading,
    );
    const master = masters.toSorted(compareAge).at(-1);
    if (master) yield* parseEvent(uid, master, changes, reading);
    // Invitations to one evening of a series are events of their own, unless the series is here already.
    else
      for (const [key, change] of changes) {
        const date = readDateOfSeries(change, reading);
        const ofSeries = date === undefined ? null : { uid, date };
        yield { ...parseAlone(`${uid}/${key}`, change, reading), ofSeries };
      }
  }
}

/** Of several versions of one event, the last one counts. */
function compareAge({ component: one }: Source, { component: other }: Source): number {
  return (
    readSequence(one) - readSequence(other) ||
    getText(one, 'LAST-MODIFIED').localeCompare(getText(other, 'LAST-MODIFIED'))
  );
}

/** By the text of their RECURRENCE-ID. */
function keepNewest(changes: readonly Source[], { zone }: Reading): Map<string, Source> {
  return new Map(
    changes.toSorted(compareAge).map((change) => {
      const property = findProperty(change.component, 'RECURRENCE-ID');
      const time = property && readTime(property, change.findClock);
      return [time ? toZone(time, zone) : (property?.values[0] ?? ''), change];
    }),
  );
}

/** A date of a series of whole days, or a time. */
function readDateOfSeries(change: Source, { zone }: Reading): string | undefined {
  const property = findProperty(change.component, 'RECURRENCE-ID');
  const time = property && readTime(property, change.findClock);
  if (!time || property.isOfFollowing) return undefined;
  return time.isDay ? localToDay(time.local) : toZone(time, zone);
}

const maxUidLength = 500;

/** Files without UIDs are told apart by what their events say. */
function findUid({ component, findClock }: Source, zone: string): string {
  const uid = getText(component, 'UID');
  if (uid !== '') return uid;
  const start = readStart(component, findClock);
  const text = `no-uid:${start ? toZone(start, zone) : ''}:${getText(component, 'SUMMARY')}`;
  return text.slice(0, maxUidLength);
}

function readSequence(component: Component): number {
  const text = getText(component, 'SEQUENCE');
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function describe({ component, findClock, isCancelled }: Source, { zone }: Reading) {
  const start = readStart(component, findClock);
  return {
    sequence: readSequence(component),
    title: toLine(getText(component, 'SUMMARY')) || 'Untitled event',
    times: start ? (readLocalTimes(component, start, { findClock, zone }) ?? null) : null,
    isPrivate: /^(?:PRIVATE|CONFIDENTIAL)$/i.test(getText(component, 'CLASS')),
    isCancelled: isCancelled || getStatus(component) === 'CANCELLED',
    ofSeries: null,
  };
}

function parseAlone(uid: string, source: Source, reading: Reading): ParsedEvent {
  const read = parseSingle(uid, source, reading);
  const losses = listLosses(source.component);
  return { uid, ...describe(source, reading), isRecurring: false, read, losses };
}

function parseSingle(uid: string, source: Source, reading: Reading): Result<ParsedSeries> {
  const { component } = source;
  const base = readBase(uid, source, reading);
  if (!base.ok) return base;
  const { times, text } = base.value;
  const more = { categories: readCategories(component), rule: null, exceptions: new Map() };
  return ok({ ...times, text, ...more });
}

/** The event and, where it names further dates, an event of its own for each of those. */
function* parseEvent(
  uid: string,
  master: Source,
  changes: ReadonlyMap<string, Source>,
  reading: Reading,
): Generator<ParsedEvent> {
  const { component } = master;
  const base = readBase(uid, master, reading);
  const losses = listLosses(component);
  const shown = {
    ...describe(master, reading),
    isRecurring: findProperty(component, 'RRULE') !== undefined,
  };
  const series = base.ok ? parseSeries(master, base.value, changes, reading) : base;
  if (!series.ok) {
    yield { uid, ...shown, losses, read: series };
    return;
  }
  const { extra, unknown, ...read } = series.value;
  const lost = unknown.map(
    (original) => `The change of ${original.replace('T', ' ')}, which is no date of the series`,
  );
  yield { uid, ...shown, losses: [...losses, ...lost], read: ok(read) };
  for (const { original, times, change } of extra) {
    const own = `${uid}/${original}`;
    if (change) yield parseAlone(own, change, reading);
    else {
      const alone = { ...times, text: read.text, categories: read.categories };
      const single = ok({ ...alone, rule: null, exceptions: new Map() });
      yield { uid: own, ...shown, times, isRecurring: false, losses, read: single };
    }
  }
}

type Base = {
  readonly start: IcalTime;
  readonly times: LocalTimes;
  readonly text: ImportedText;
};

/** Lines that an event cannot do without if it has them. */
const needed = ['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'UID'];

function readBase(uid: string, { component, findClock }: Source, { zone }: Reading): Result<Base> {
  if (component.isCut) return unsupported('The file ends or goes on in the middle of this event');
  const spoiled = needed.find((name) => component.spoiled.has(name));
  if (spoiled) return unsupported(`The line ${spoiled} can't be read`);
  if (uid.length > maxUidLength) return unsupported('UID is too long');
  if (findProperty(component, 'EXRULE')) return unsupported('EXRULE is not supported');
  const start = readStart(component, findClock);
  if (!start) {
    const name = findProperty(component, 'DTSTART')?.zoneName;
    return unsupported(
      name !== undefined && !findClock(name)
        ? `The time zone ${name.slice(0, 100)} is unknown, and the file doesn't describe it`
        : "The start is missing or can't be read",
    );
  }
  const times = readLocalTimes(component, start, { findClock, zone });
  if (!times) return unsupported("The end can't be read");
  const text = readText(component, times);
  return text.ok ? ok({ start, times, text: text.value }) : text;
}

type Extra = {
  readonly original: LocalDateTime;
  readonly times: LocalTimes;
  readonly change: Source | undefined;
};

const maxExtraDates = 500;

function parseSeries(
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
        exceptions.set(original, { isCancelled: true, fields: {}, times: null });
      extra.delete(original);
    }
  }
  for (const original of extra.keys()) if (hasOccurrenceAt(original)) extra.delete(original);
  const unknown: LocalDateTime[] = [];
  const changed = new Map<LocalDateTime, Source>();
  for (const change of changes.values()) {
    const property = findProperty(change.component, 'RECURRENCE-ID');
    const time = property && readTime(property, change.findClock);
    if (!time || property.isOfFollowing)
      return unsupported('Contains a change that is not supported');
    const original = toOriginalStart(time, start, times.start, zone);
    changed.set(original, change);
    if (extra.has(original)) continue;
    if (!hasOccurrenceAt(original)) {
      unknown.push(original);
      continue;
    }
    const exception = parseException(component, change, reading);
    if (!exception.ok) return exception;
    if (!changesNothing(exception.value, series, original, zone))
      exceptions.set(original, exception.value);
  }
  const dates = [...extra].map(([original, own]) => ({
    original,
    times: own,
    change: changed.get(original),
  }));
  return ok({ ...whole, extra: dates, unknown });
}

/** The hub's own feed tells nights of clock changes by themselves, in UTC. */
function changesNothing(
  { isCancelled, fields, times }: Exception,
  series: LocalTimes,
  original: LocalDateTime,
  zone: string,
): boolean {
  if (isCancelled || Object.keys(fields).length > 0 || !times) return false;
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
    const values = property.values.map((text) => text.split('/')[0] ?? '');
    const times = readTimes({ ...property, values }, findClock);
    if (!times) return undefined;
    for (const time of times) {
      const local: LocalDateTime = time.isDay
        ? `${localToDay(time.local)}T${localToTime(start)}`
        : toZone(time, zone);
      if (local !== start) dates.set(local, { start: local, end: addMinutes(local, minutes) });
    }
  }
  return dates;
}

function parseException(
  master: Component,
  { component, findClock, isCancelled }: Source,
  { zone }: Reading,
): Result<Exception> {
  if (isCancelled || getStatus(component) === 'CANCELLED')
    return ok({ isCancelled: true, fields: {}, times: null });
  const start = readStart(component, findClock);
  const times = start && readLocalTimes(component, start, { findClock, zone });
  if (!times) return unsupported("The time of a changed occurrence can't be read");
  const text = readText(component, times);
  if (!text.ok) return text;
  const differs = (name: string) => getText(component, name) !== getText(master, name);
  const fields: Partial<EventFields> = {
    ...(differs('SUMMARY') ? { title: text.value.title } : {}),
    ...(differs('DESCRIPTION') ? { description: text.value.description } : {}),
    ...(differs('LOCATION') ? { location: text.value.location } : {}),
  };
  return ok({ isCancelled: false, fields, times });
}

/**
 * A date without a time refers to the occurrence on that day. In a series of whole days, so does a
 * time: Exchange writes midnight of its own zone.
 */
function toOriginalStart(
  time: IcalTime,
  first: IcalTime,
  start: LocalDateTime,
  zone: string,
): LocalDateTime {
  if (time.isDay) return `${localToDay(time.local)}T${localToTime(start)}`;
  if (!first.isDay) return toZone(time, zone);
  const day = time.clock?.name === 'UTC' ? toZone(time, zone) : time.local;
  return `${localToDay(day)}T${localToTime(start)}`;
}
