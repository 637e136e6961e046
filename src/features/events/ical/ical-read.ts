/** Events as a file tells them, made ours, or why they cannot be. Pure. */
import * as z from 'zod/mini';
import { dayOfLocal, type LocalDateTime, timeOfLocal } from '#kit/day.ts';
import { type RecurrenceRule, refusalOfRule } from '#kit/recurrence/recurrence.ts';
import { parseRule } from '#kit/recurrence/rule-text.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { newEvent } from '../event.ts';
import {
  addMinutes,
  type EventFields,
  type Exception,
  namerOf,
  type WallTimes,
} from '../series.ts';
import type { Component, Property } from './ical-lines.ts';
import { readText } from './ical-lines.ts';
import {
  inZone,
  lastMinuteBefore,
  type Moment,
  readDuration,
  readMoment,
  readMoments,
} from './ical-times.ts';

export type ReadEvent = {
  readonly uid: string;
  readonly title: string;
  readonly start: LocalDateTime | null;
  readonly isRecurring: boolean;
  readonly read: Result<ReadSeries>;
};

type Told = Pick<EventFields, 'title' | 'description' | 'location'>;

export type ReadSeries = WallTimes & {
  readonly told: Told;
  readonly rule: RecurrenceRule | null;
  readonly exceptions: ReadonlyMap<LocalDateTime, Exception>;
};

/** The events of a calendar by UID, on the wall clock of `zone`, in the order of the file. */
export function readEvents(calendar: Component, zone: string): ReadEvent[] {
  const events = calendar.components.filter(({ name }) => name === 'VEVENT');
  const byUid = Map.groupBy(events, (event) => textOf(event, 'UID'));
  return [...byUid].map(([uid, parts]) => {
    const main = parts.find((part) => !find(part, 'RECURRENCE-ID'));
    const shown = main ?? parts[0];
    const start = shown && startOf(shown);
    return {
      uid,
      title: (shown && textOf(shown, 'SUMMARY')) || 'Untitled event',
      start: start ? inZone(start, zone) : null,
      isRecurring: shown !== undefined && find(shown, 'RRULE') !== undefined,
      read: readSeries(uid, main, parts, zone),
    };
  });
}

function readSeries(
  uid: string,
  main: Component | undefined,
  parts: readonly Component[],
  zone: string,
): Result<ReadSeries> {
  if (uid === '') return no('Missing UID');
  if (uid.length > 500) return no('UID is too long');
  if (!main) return no('Changes an occurrence of an event that is not in the file');
  const overrides = parts.filter((part) => part !== main);
  if (overrides.some((part) => !find(part, 'RECURRENCE-ID')))
    return no('Appears twice in the file');
  if (statusOf(main) === 'CANCELLED') return no('Canceled');
  for (const name of ['RDATE', 'EXRULE']) {
    if (find(main, name)) return no(`${name} is not supported`);
  }
  const start = startOf(main);
  if (!start) return no("The start can't be read or is in an unknown time zone");
  const times = timesOf(main, start, zone);
  if (!times) return no("The end can't be read");
  const told = toldOf(main, times);
  if (!told.ok) return told;
  const rule = ruleOf(main, start, times.start, zone);
  if (!rule.ok) return rule;
  const exceptions = exceptionsOf(main, overrides, { ...times, rule: rule.value }, zone);
  if (!exceptions.ok) return exceptions;
  return ok({ ...times, told: told.value, rule: rule.value, exceptions: exceptions.value });
}

function no(why: string) {
  return refuse('invalid', 'not_supported', why);
}

function find({ properties }: Component, name: string): Property | undefined {
  return properties.find((property) => property.name === name);
}

function textOf(component: Component, name: string): string {
  return readText(find(component, name)?.value ?? '').trim();
}

function statusOf(component: Component): string {
  return textOf(component, 'STATUS').toUpperCase();
}

function startOf(component: Component): Moment | undefined {
  const property = find(component, 'DTSTART');
  return property && readMoment(property);
}

/** A whole day lasts until its last minute; a time without an end is over as it begins. */
function timesOf(component: Component, start: Moment, zone: string): WallTimes | undefined {
  const from = inZone(start, zone);
  const end = find(component, 'DTEND');
  const duration = find(component, 'DURATION');
  if (end) {
    const until = readMoment(end);
    if (!until) return undefined;
    const to = inZone(until, zone);
    const isWhole = until.isDay && to > from;
    return { start: from, end: isWhole ? lastMinuteBefore(to) : to };
  }
  if (duration) {
    const minutes = readDuration(duration.value);
    if (minutes === undefined) return undefined;
    const to = addMinutes(from, minutes);
    return { start: from, end: start.isDay && minutes > 0 ? lastMinuteBefore(to) : to };
  }
  return { start: from, end: start.isDay ? addMinutes(from, 1_439) : from };
}

/** Held to what a form is held to. */
function toldOf(component: Component, { start, end }: WallTimes): Result<Told> {
  const read = z.safeDecode(newEvent, {
    title: textOf(component, 'SUMMARY') || 'Untitled event',
    description: textOf(component, 'DESCRIPTION'),
    location: textOf(component, 'LOCATION'),
    startDate: `${start}:00`,
    endDate: `${end}:00`,
  });
  if (!read.success) {
    const issue = read.error.issues[0];
    return no(`${String(issue?.path[0] ?? 'Event')}: ${issue?.message ?? 'invalid value'}`);
  }
  const { title, description, location } = read.data;
  return ok({ title, description, location });
}

function ruleOf(
  main: Component,
  first: Moment,
  start: LocalDateTime,
  zone: string,
): Result<RecurrenceRule | null> {
  const rules = main.properties.filter(({ name }) => name === 'RRULE');
  const [rule] = rules;
  if (!rule) return ok(null);
  if (rules.length > 1) return no('Has more than one recurrence rule');
  if (first.zone !== null && !first.isDay && first.zone !== zone) {
    return no(`Repeats in ${first.zone} time, but this calendar uses ${zone}`);
  }
  const parsed = parseRule(rule.value.replace(/UNTIL=(\d{8}T\d{6}Z)/i, untilHere(zone)));
  if (!parsed.ok) return no(`Recurrence rule not supported: ${parsed.refusal.message}`);
  const refused = refusalOfRule(start, parsed.value);
  return refused ? no(`Recurrence rule not supported: ${refused.refusal.message}`) : parsed;
}

/** An end in UTC on the calendar's clock. */
function untilHere(zone: string) {
  return (all: string, until: string): string => {
    const parameters = new Map<string, string>();
    const moment = readMoment({ name: 'UNTIL', parameters, value: until });
    return moment ? `UNTIL=${inZone(moment, zone).replaceAll(/[-:]/g, '')}00` : all;
  };
}

function exceptionsOf(
  main: Component,
  overrides: readonly Component[],
  series: WallTimes & { rule: RecurrenceRule | null },
  zone: string,
): Result<ReadonlyMap<LocalDateTime, Exception>> {
  const exceptions = new Map<LocalDateTime, Exception>();
  if (!find(main, 'EXDATE') && overrides.length === 0) return ok(exceptions);
  const isNamed = namer(series, noFields);
  for (const property of main.properties.filter(({ name }) => name === 'EXDATE')) {
    const moments = readMoments(property);
    if (!moments) return no("An exception date can't be read");
    for (const moment of moments) {
      const original = originalOf(moment, series.start, zone);
      // What never was need not be taken out.
      if (!isNamed(original)) continue;
      exceptions.set(original, { isCancelled: true, fields: {}, times: null });
    }
  }
  for (const override of overrides) {
    const property = find(override, 'RECURRENCE-ID');
    const moment = property && readMoment(property);
    if (!moment || property.parameters.has('RANGE'))
      return no('Contains a change that is not supported');
    const original = originalOf(moment, series.start, zone);
    if (!isNamed(original)) return no(`Changes an occurrence at ${original}, which does not exist`);
    const start = startOf(override);
    const times = start && timesOf(override, start, zone);
    if (!times) return no("The time of a changed occurrence can't be read");
    const told = toldOf(override, times);
    if (!told.ok) return told;
    exceptions.set(original, exceptionOf(main, override, told.value, times));
  }
  return ok(exceptions);
}

function exceptionOf(
  main: Component,
  override: Component,
  told: Told,
  times: WallTimes,
): Exception {
  if (statusOf(override) === 'CANCELLED') return { isCancelled: true, fields: {}, times: null };
  const fields: Partial<EventFields> = {
    ...(textOf(override, 'SUMMARY') === textOf(main, 'SUMMARY') ? {} : { title: told.title }),
    ...(textOf(override, 'DESCRIPTION') === textOf(main, 'DESCRIPTION')
      ? {}
      : { description: told.description }),
    ...(textOf(override, 'LOCATION') === textOf(main, 'LOCATION')
      ? {}
      : { location: told.location }),
  };
  return { isCancelled: false, fields, times };
}

/** Which time of the series is meant; by a day alone, the one on that day. */
function originalOf(moment: Moment, start: LocalDateTime, zone: string): LocalDateTime {
  const local = inZone(moment, zone);
  return moment.isDay ? `${dayOfLocal(local)}T${timeOfLocal(start)}` : local;
}

/** Whether the series has a time there; walked through once, however many are asked about. */
function namer(
  { start, end, rule }: WallTimes & { rule: RecurrenceRule | null },
  fields: EventFields,
): (original: LocalDateTime) => boolean {
  const series = { start, end, rule, fields, exceptions: new Map() };
  return namerOf(series, dayOfLocal(start));
}

const noFields: EventFields = {
  title: '',
  description: '',
  location: '',
  categoryColor: '',
  capacity: null,
  rsvpClosesMinutesBefore: null,
};
