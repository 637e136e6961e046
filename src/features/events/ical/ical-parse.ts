/** Converts the events of an iCalendar file, or says why they are not supported. */
import * as z from 'zod/mini';
import type { Budget } from '#kit/budget.ts';
import { type LocalDateTime, localToDay, localToTime } from '#kit/day.ts';
import { toLine } from '#kit/line.ts';
import { type RecurrenceRule, refusalOfRule } from '#kit/recurrence/recurrence.ts';
import { parseRule } from '#kit/recurrence/rule-text.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { newEvent } from '../event.ts';
import {
  addMinutes,
  createOccurrenceLookup,
  type EventFields,
  type Exception,
  type LocalTimes,
} from '../series.ts';
import type { Component, Property } from './ical-lines.ts';
import { unescapeText } from './ical-lines.ts';
import {
  type IcalTime,
  parseDurationMinutes,
  parseIcalTime,
  parseIcalTimes,
  subtractMinute,
  toZone,
} from './ical-times.ts';

export type ParsedEvent = {
  readonly uid: string;
  readonly title: string;
  readonly start: LocalDateTime | null;
  readonly isRecurring: boolean;
  readonly read: Result<ParsedSeries>;
};

type ImportedText = Pick<EventFields, 'title' | 'description' | 'location'>;

export type ParsedSeries = LocalTimes & {
  readonly text: ImportedText;
  /** As the file names them. */
  readonly categories: readonly string[];
  readonly rule: RecurrenceRule | null;
  readonly exceptions: ReadonlyMap<LocalDateTime, Exception>;
};

/**
 * The events of a calendar, one per UID, in local time of `zone` and in file order. One at a time,
 * so that the reader can let others work in between.
 */
export function* parseEvents(
  calendar: Component,
  zone: string,
  budget: Budget,
): Generator<ParsedEvent> {
  const events = calendar.components.filter(({ name }) => name === 'VEVENT');
  const byUid = Map.groupBy(events, (event) => getText(event, 'UID'));
  for (const [uid, components] of byUid) {
    const master = components.find((component) => !findProperty(component, 'RECURRENCE-ID'));
    const first = master ?? components[0];
    const start = first && parseStart(first);
    yield {
      uid,
      title: (first && toLine(getText(first, 'SUMMARY'))) || 'Untitled event',
      start: start ? toZone(start, zone) : null,
      isRecurring: first !== undefined && findProperty(first, 'RRULE') !== undefined,
      read: parseSeries(uid, master, components, { zone, budget }),
    };
  }
}

type Reading = { readonly zone: string; readonly budget: Budget };

function parseSeries(
  uid: string,
  master: Component | undefined,
  components: readonly Component[],
  { zone, budget }: Reading,
): Result<ParsedSeries> {
  if (uid === '') return unsupported('Missing UID');
  if (uid.length > 500) return unsupported('UID is too long');
  if (!master) return unsupported('Changes an occurrence of an event that is not in the file');
  const overrides = components.filter((component) => component !== master);
  if (overrides.some((component) => !findProperty(component, 'RECURRENCE-ID')))
    return unsupported('Appears twice in the file');
  if (getStatus(master) === 'CANCELLED') return unsupported('Canceled');
  for (const name of ['RDATE', 'EXRULE']) {
    if (findProperty(master, name)) return unsupported(`${name} is not supported`);
  }
  const start = parseStart(master);
  if (!start) return unsupported("The start can't be read or is in an unknown time zone");
  const times = parseLocalTimes(master, start, zone);
  if (!times) return unsupported("The end can't be read");
  const text = parseText(master, times);
  if (!text.ok) return text;
  const rule = parseEventRule(master, start, times.start, zone);
  if (!rule.ok) return rule;
  const series = { ...times, rule: rule.value };
  const exceptions = parseExceptions(master, overrides, series, { zone, budget });
  if (!exceptions.ok) return exceptions;
  return ok({
    ...times,
    text: text.value,
    categories: parseCategories(master),
    rule: rule.value,
    exceptions: exceptions.value,
  });
}

function unsupported(why: string) {
  return refuse('invalid', 'not_supported', why);
}

function findProperty({ properties }: Component, name: string): Property | undefined {
  return properties.find((property) => property.name === name);
}

function getText(component: Component, name: string): string {
  return unescapeText(findProperty(component, name)?.value ?? '').trim();
}

/** Separated by commas that are not escaped; a file may have several such lines. */
function parseCategories({ properties }: Component): string[] {
  return properties
    .filter(({ name }) => name === 'CATEGORIES')
    .flatMap(({ value }) => value.split(/(?<!\\),/))
    .map((text) => unescapeText(text).trim())
    .filter((text) => text !== '');
}

function getStatus(component: Component): string {
  return getText(component, 'STATUS').toUpperCase();
}

function parseStart(component: Component): IcalTime | undefined {
  const property = findProperty(component, 'DTSTART');
  return property && parseIcalTime(property);
}

/** All-day events end at 23:59. Events without an end have no duration. */
function parseLocalTimes(
  component: Component,
  start: IcalTime,
  zone: string,
): LocalTimes | undefined {
  const from = toZone(start, zone);
  const end = findProperty(component, 'DTEND');
  const duration = findProperty(component, 'DURATION');
  if (end) {
    const until = parseIcalTime(end);
    if (!until) return undefined;
    const to = toZone(until, zone);
    const isWholeDay = until.isDay && to > from;
    return { start: from, end: isWholeDay ? subtractMinute(to) : to };
  }
  if (duration) {
    const minutes = parseDurationMinutes(duration.value);
    if (minutes === undefined) return undefined;
    const to = addMinutes(from, minutes);
    return { start: from, end: start.isDay && minutes > 0 ? subtractMinute(to) : to };
  }
  return { start: from, end: start.isDay ? addMinutes(from, 1_439) : from };
}

/** Applies the same validation as the event form. */
function parseText(component: Component, { start, end }: LocalTimes): Result<ImportedText> {
  const read = z.safeDecode(newEvent, {
    title: toLine(getText(component, 'SUMMARY')) || 'Untitled event',
    description: getText(component, 'DESCRIPTION'),
    location: toLine(getText(component, 'LOCATION')),
    startDate: `${start}:00`,
    endDate: `${end}:00`,
  });
  if (!read.success) {
    const issue = read.error.issues[0];
    return unsupported(
      `${String(issue?.path[0] ?? 'Event')}: ${issue?.message ?? 'invalid value'}`,
    );
  }
  const { title, description, location } = read.data;
  return ok({ title, description, location });
}

function parseEventRule(
  master: Component,
  first: IcalTime,
  start: LocalDateTime,
  zone: string,
): Result<RecurrenceRule | null> {
  const rules = master.properties.filter(({ name }) => name === 'RRULE');
  const [rule] = rules;
  if (!rule) return ok(null);
  if (rules.length > 1) return unsupported('Has more than one recurrence rule');
  if (first.zone !== null && !first.isDay && first.zone !== zone) {
    return unsupported(`Repeats in ${first.zone} time, but this calendar uses ${zone}`);
  }
  const parsed = parseRule(rule.value.replace(/UNTIL=(\d{8}T\d{6}Z)/i, convertUntil(zone)));
  if (!parsed.ok) return unsupported(`Recurrence rule not supported: ${parsed.refusal.message}`);
  const refused = refusalOfRule(start, parsed.value);
  return refused
    ? unsupported(`Recurrence rule not supported: ${refused.refusal.message}`)
    : parsed;
}

/** Converts a UTC `UNTIL` to local time of `zone`. */
function convertUntil(zone: string) {
  return (all: string, until: string): string => {
    const parameters = new Map<string, string>();
    const time = parseIcalTime({ name: 'UNTIL', parameters, value: until });
    return time ? `UNTIL=${toZone(time, zone).replaceAll(/[-:]/g, '')}00` : all;
  };
}

function parseExceptions(
  master: Component,
  overrides: readonly Component[],
  series: LocalTimes & { rule: RecurrenceRule | null },
  { zone, budget }: Reading,
): Result<ReadonlyMap<LocalDateTime, Exception>> {
  const exceptions = new Map<LocalDateTime, Exception>();
  if (!findProperty(master, 'EXDATE') && overrides.length === 0) return ok(exceptions);
  const hasOccurrenceAt = createLookup(series, budget);
  for (const property of master.properties.filter(({ name }) => name === 'EXDATE')) {
    const times = parseIcalTimes(property);
    if (!times) return unsupported("An exception date can't be read");
    for (const time of times) {
      const original = toOriginalStart(time, series.start, zone);
      // An EXDATE may name a date that the rule does not produce.
      if (!hasOccurrenceAt(original)) continue;
      exceptions.set(original, { isCancelled: true, fields: {}, times: null });
    }
  }
  for (const override of overrides) {
    const property = findProperty(override, 'RECURRENCE-ID');
    const time = property && parseIcalTime(property);
    if (!time || property.parameters.has('RANGE'))
      return unsupported('Contains a change that is not supported');
    const original = toOriginalStart(time, series.start, zone);
    if (!hasOccurrenceAt(original))
      return unsupported(`Changes an occurrence at ${original}, which does not exist`);
    const start = parseStart(override);
    const times = start && parseLocalTimes(override, start, zone);
    if (!times) return unsupported("The time of a changed occurrence can't be read");
    const text = parseText(override, times);
    if (!text.ok) return text;
    exceptions.set(original, toException(master, override, text.value, times));
  }
  return ok(exceptions);
}

function toException(
  master: Component,
  override: Component,
  text: ImportedText,
  times: LocalTimes,
): Exception {
  if (getStatus(override) === 'CANCELLED') return { isCancelled: true, fields: {}, times: null };
  const fields: Partial<EventFields> = {
    ...(getText(override, 'SUMMARY') === getText(master, 'SUMMARY') ? {} : { title: text.title }),
    ...(getText(override, 'DESCRIPTION') === getText(master, 'DESCRIPTION')
      ? {}
      : { description: text.description }),
    ...(getText(override, 'LOCATION') === getText(master, 'LOCATION')
      ? {}
      : { location: text.location }),
  };
  return { isCancelled: false, fields, times };
}

/** A date without a time refers to the occurrence on that day. */
function toOriginalStart(time: IcalTime, start: LocalDateTime, zone: string): LocalDateTime {
  const local = toZone(time, zone);
  return time.isDay ? `${localToDay(local)}T${localToTime(start)}` : local;
}

/** Walks the series only once, however many starts are looked up. */
function createLookup(
  { start, end, rule }: LocalTimes & { rule: RecurrenceRule | null },
  budget: Budget,
): (original: LocalDateTime) => boolean {
  const series = { start, end, rule, fields: noFields, exceptions: new Map() };
  return createOccurrenceLookup(series, localToDay(start), budget);
}

const noFields: EventFields = {
  title: '',
  description: '',
  location: '',
  categoryColor: '',
  capacity: null,
  maxGuests: 0,
  rsvpClosesMinutesBefore: null,
};
