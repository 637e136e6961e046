/** Converts the events of iCalendar files, or says why one of them is not supported. */
import type { Budget } from '#kit/budget.ts';
import { type Instant, localToDay } from '#kit/day.ts';
import { toLine } from '#kit/line.ts';
import { ok, type Result } from '#kit/result.ts';
import { cut } from '#kit/text.ts';
import type { LocalTimes } from '../series.ts';
import { createClocks, type FindClock } from './ical-clock.ts';
import { readCategories, readLocalTimes, readStart, readText, unsupported } from './ical-fields.ts';
import { listLosses } from './ical-losses.ts';
import { describeUnchanging } from './ical-method.ts';
import { type Component, findProperty, getText } from './ical-read.ts';
import {
  type Base,
  isCanceled,
  type ParsedSeries,
  parseSeries,
  type Reading,
  type Source,
} from './ical-series.ts';
import { readTime, toZone } from './ical-times.ts';
import { compareAge, readSequence, readStamp } from './ical-versions.ts';

export type ParsedEvent = {
  readonly uid: string;
  /** How often it was changed when the file was written. */
  readonly sequence: number;
  /** When it was written, by the newest part of it: of the same sequence the later one is newer. */
  readonly stampedAt: Instant | null;
  readonly title: string;
  readonly times: LocalTimes | null;
  readonly isRecurring: boolean;
  /** For its owner's eyes. */
  readonly isPrivate: boolean;
  readonly isCanceled: boolean;
  /** Of one date of a series that is not in the file: the UID of the series, and its original start or day. */
  readonly ofSeries: { readonly uid: string; readonly date: string } | null;
  readonly read: Result<ParsedSeries>;
  /** What the event loses, in sentences. */
  readonly losses: readonly string[];
};

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
    const method = getText(calendar, 'METHOD').toUpperCase();
    return calendar.components
      .filter(({ name }) => name !== 'VTIMEZONE')
      .map((component) => ({
        component,
        findClock,
        method,
        fileZone: findUnknown(calendar, findClock),
      }));
  });
  for (const [uid, all] of Map.groupBy(sources, (source) => findUid(source, zone))) {
    const group: Source[] = [];
    for (const source of all) {
      const why = describeUnchanging(source);
      if (why === undefined) group.push(source);
      else {
        const nothing = { isCanceled: false, isRecurring: false, losses: [] };
        yield { uid, ...describe(source, reading), ...nothing, read: unsupported(why) };
      }
    }
    const masters = group.filter(({ component }) => !findProperty(component, 'RECURRENCE-ID'));
    const changes = keepNewest(
      group.filter(({ component }) => findProperty(component, 'RECURRENCE-ID')),
      reading,
    );
    // Further dates of a series that is known (RFC 5546, 3.2.4).
    const added = masters.filter(({ method }) => method === 'ADD');
    for (const source of added) {
      const start = readStart(source.component, source.findClock);
      yield* parseEvent(`${uid}/${start ? toZone(start, zone) : ''}`, source, new Map(), reading);
    }
    const versions = masters.filter(({ method }) => method !== 'ADD').toSorted(compareAge);
    const master = versions.at(-1);
    if (master)
      for (const event of parseEvent(uid, master, changes, reading))
        yield { ...event, losses: [...event.losses, ...listOlder(master, versions)] };
    // Invitations to one evening of a series are events of their own, unless the series is here already.
    else
      for (const [key, change] of changes) {
        const date = readDateOfSeries(change, reading);
        const ofSeries = date === undefined ? null : { uid, date };
        yield { ...parseAlone(`${uid}/${key}`, change, reading), ofSeries };
      }
  }
}

/** Some programs give events of their own one UID, which makes them versions of one. */
function listOlder(newest: Source, versions: readonly Source[]): string[] {
  const startOf = ({ component }: Source) => getText(component, 'DTSTART');
  const isOnly = versions.every((version) => startOf(version) === startOf(newest));
  return isOnly ? [] : ['Others of the file have its UID and another start, and count as older'];
}

/** The zone of the file's bare times if nothing says what it is: they are read on the calendar's clock. */
function findUnknown(calendar: Component, findClock: FindClock): string | undefined {
  const name = getText(calendar, 'X-WR-TIMEZONE');
  return name !== '' && findClock(undefined) === null ? name : undefined;
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

/** Files without UIDs are distinguished by the content of their events. */
function findUid({ component, findClock }: Source, zone: string): string {
  const uid = getText(component, 'UID');
  if (uid !== '') return uid;
  const start = readStart(component, findClock);
  const text = `no-uid:${start ? toZone(start, zone) : ''}:${getText(component, 'SUMMARY')}`;
  return cut(text, maxUidLength);
}

function describe(source: Source, { zone }: Reading, changes: readonly Source[] = []) {
  const { component, findClock } = source;
  const start = readStart(component, findClock);
  const parts = [component, ...changes.map((change) => change.component)];
  const stamps = parts.flatMap((part) => readStamp(part) ?? []);
  return {
    sequence: readSequence(component),
    stampedAt: stamps.sort().at(-1) ?? null,
    title: toLine(getText(component, 'SUMMARY')) || 'Untitled event',
    times: start ? (readLocalTimes(component, start, { findClock, zone }) ?? null) : null,
    isPrivate: parts.some(isPrivate),
    isCanceled: isCanceled(source),
    ofSeries: null,
  };
}

/** What is unknown is private (RFC 5545, 3.8.1.3), and so is what can't be read. */
function isPrivate(component: Component): boolean {
  return component.spoiled.has('CLASS') || !/^(?:PUBLIC)?$/i.test(getText(component, 'CLASS'));
}

function listAllLosses(source: Source, changes: readonly Source[] = []): string[] {
  const { component, fileZone } = source;
  const losses = listLosses(component, ...changes.map((change) => change.component));
  const start = findProperty(component, 'DTSTART');
  const isBare = start?.zoneName === undefined && /T[\d:]+$/.test(start?.values[0] ?? '');
  if (fileZone !== undefined && isBare)
    losses.push(`The time zone ${fileZone.slice(0, 100)} is unknown, so the calendar's is used`);
  return losses;
}

function parseAlone(uid: string, source: Source, reading: Reading): ParsedEvent {
  const read = parseSingle(uid, source, reading);
  const losses = listAllLosses(source);
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
  const own = [...changes.values()];
  const losses = listAllLosses(master, own);
  const shown = {
    ...describe(master, reading, own),
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
