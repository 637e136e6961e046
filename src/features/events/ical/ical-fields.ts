/** Reads the fields of one event of an iCalendar file. */
import * as z from 'zod/mini';
import type { Budget } from '#kit/budget.ts';
import { type LocalDateTime, localToDay } from '#kit/day.ts';
import type { RecurrenceRule } from '#kit/recurrence/recurrence.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { newEvent } from '../event.ts';
import {
  addMinutes,
  createOccurrenceLookup,
  type EventFields,
  type LocalTimes,
} from '../series.ts';
import type { FindClock } from './ical-clock.ts';
import { readContent } from './ical-content.ts';
import { type Component, findProperty, getText } from './ical-read.ts';
import { addDuration, type IcalTime, readDuration, readTime, toZone } from './ical-times.ts';

export type ImportedText = Pick<EventFields, 'title' | 'description' | 'location'>;

export function unsupported(why: string) {
  return refuse('invalid', 'not_supported', why);
}

/** A file may have several such lines. */
export function readCategories({ properties }: Component): string[] {
  return properties
    .filter(({ name }) => name === 'CATEGORIES')
    .flatMap(({ values }) => values.map((text) => text.trim()))
    .filter((text) => text !== '');
}

export function readStart(component: Component, findClock: FindClock): IcalTime | undefined {
  const property = findProperty(component, 'DTSTART');
  const start = property && readTime(property, findClock);
  return start && (isDayOfOutlook(component, start) ? { ...start, isDay: true } : start);
}

/** Outlook and Exchange also write whole days from midnight to midnight of some zone, and say so. */
function isDayOfOutlook(component: Component, { local }: IcalTime): boolean {
  const isMarked = /^true$/i.test(getText(component, 'X-MICROSOFT-CDO-ALLDAYEVENT'));
  return isMarked && local.endsWith('T00:00');
}

/** Whole days end at midnight after the last. Events without an end have no duration. */
export function readLocalTimes(
  component: Component,
  start: IcalTime,
  { findClock, zone }: { readonly findClock: FindClock; readonly zone: string },
): LocalTimes | undefined {
  const from = toZone(start, zone);
  const end = findProperty(component, 'DTEND');
  const duration = findProperty(component, 'DURATION');
  const nextDay = addMinutes(from, minutesPerDay);
  if (end) {
    const until = readTime(end, findClock);
    if (!until) return undefined;
    const isOfDays = start.isDay && (until.isDay || isDayOfOutlook(component, until));
    if (!isOfDays) return { start: from, end: toZone(until, zone) };
    return { start: from, end: until.local > from ? until.local : nextDay };
  }
  if (duration) {
    const length = readDuration(duration.values[0] ?? '');
    if (!length) return undefined;
    // A series keeps its wall clock (decision 15), also if its first date is on a night on which clocks change.
    const isOnWallClock = start.isDay || findProperty(component, 'RRULE') !== undefined;
    const to = addDuration(from, length, isOnWallClock ? 'UTC' : zone);
    return { start: from, end: start.isDay && to === from ? nextDay : to };
  }
  return { start: from, end: start.isDay ? nextDay : from };
}

const minutesPerDay = 1_440;

/** Applies the same validation as the event form, to texts that are cut to its limits. */
export function readText(component: Component, { start, end }: LocalTimes): Result<ImportedText> {
  const content = readContent(component);
  const read = z.safeDecode(newEvent, {
    title: content.title || 'Untitled event',
    description: content.description,
    location: content.location,
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

/** Walks the series only once, however many starts are looked up. */
export function createLookup(
  { start, end, rule }: LocalTimes & { readonly rule: RecurrenceRule | null },
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
