/** Formats a chapter's events as iCalendar, for one member. */

import { plural } from '#kit/counts.ts';
import { type Instant, type LocalDateTime, localToInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { RecurrenceRule } from '#kit/recurrence/recurrence.ts';
import { formatRule } from '#kit/recurrence/rule-text.ts';
import { isAllDay } from '../all-day.ts';
import type { Category } from '../categories/category.ts';
import { toInstants } from '../instants.ts';
import type { RsvpAnswer } from '../rsvp/occurrence-rsvp.ts';
import {
  type LocalTimes,
  minutesBetween,
  type ResolvedOccurrence,
  resolveOccurrence,
  type Series,
} from '../series.ts';
import { isOnClockChange } from './ical-clock-changes.ts';
import { formatBasicDay, formatBasicInstant, formatBasicLocal } from './ical-format.ts';
import { escapeText, formatLines } from './ical-lines.ts';
import { formatTimeZone } from './ical-zone.ts';

export type OwnRsvp = {
  readonly answer: RsvpAnswer;
  readonly guests: number;
  readonly isWaitlisted: boolean;
  /** When it was given, or came off the waitlist. */
  readonly changedAt: Instant;
};

export type FeedEvent = {
  readonly id: Id<'event'>;
  readonly timeZone: string;
  readonly series: Series;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
  /** The whole event is canceled. */
  readonly isCancelled: boolean;
  /** The member's RSVPs by original start. */
  readonly answers: ReadonlyMap<LocalDateTime, OwnRsvp>;
  /** Original starts of a series whose wall times others may read otherwise; see `ical-clock-changes`. */
  readonly onClockChanges: readonly LocalDateTime[];
};

/** The suffix of the UIDs of this product's own events. */
export const uidSuffix = '@chapter-hub';

export function formatFeed(
  name: string,
  events: readonly FeedEvent[],
  now: Instant,
  categories: readonly Category[] = [],
): string {
  const year = Number(now.slice(0, 4));
  const zones = Map.groupBy(events.filter(hasClock), ({ timeZone }) => timeZone);
  return formatLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Chapter Hub//Chapter Hub//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...[...zones].flatMap(([zone, members]) => {
      const first = Math.min(
        year,
        ...members.map(({ series }) => Number(series.start.slice(0, 4))),
      );
      return formatTimeZone(zone, { from: first - 1, to: year + 10 });
    }),
    ...events.flatMap((event) => formatEvent({ ...event, categories })),
    'END:VCALENDAR',
  ]);
}

/** Days alone need no time zone, which some calendars would shift them by. */
function hasClock({ series: { start, end, exceptions } }: FeedEvent): boolean {
  const changed = [...exceptions.values()].flatMap(({ times }) => (times ? [times] : []));
  return [{ start, end }, ...changed].some((times) => !isAllDay(times.start, times.end));
}

/** With what the chapter calls its color. */
type NamedEvent = FeedEvent & { readonly categories: readonly Category[] };

/** The event, and each occurrence that is an exception or has an RSVP of the member. */
function formatEvent(event: NamedEvent): string[] {
  const { series, answers } = event;
  if (!series.rule)
    return formatOccurrence(event, resolveOccurrence(series, series.start), undefined);
  const isShown = (original: LocalDateTime) =>
    !series.exceptions.get(original)?.isCancelled || mayAttend(answers.get(original));
  const exceptions = [...series.exceptions.keys()];
  const cancelled = exceptions.filter((original) => !isShown(original)).sort();
  const listed = new Set([
    ...exceptions.filter(isShown),
    ...answers.keys(),
    ...event.onClockChanges.filter(isShown),
  ]);
  return [
    // Always by the wall clock, which the rule repeats.
    ...formatVevent(event, { ...series, isCancelled: false }, undefined, [
      ...formatSeriesTimes(series, event.timeZone),
      `RRULE:${formatUtcRule(event)}`,
      ...cancelled.map((original) => `EXDATE${formatOriginal(original, event)}`),
    ]),
    ...[...listed].sort().flatMap((original) => {
      const expected = resolveOccurrence(series, original);
      return isShown(original) ? formatOccurrence(event, expected, original) : [];
    }),
  ];
}

function formatOccurrence(
  event: NamedEvent,
  expected: ResolvedOccurrence,
  recurrence: LocalDateTime | undefined,
): string[] {
  const more =
    recurrence === undefined ? [] : [`RECURRENCE-ID${formatOriginal(recurrence, event)}`];
  const times = formatTimes(expected, event.timeZone);
  return formatVevent(event, expected, event.answers.get(expected.original), [...times, ...more]);
}

/** As the series itself says when it is, whatever becomes of this occurrence. */
function formatOriginal(original: LocalDateTime, { series, timeZone }: FeedEvent): string {
  return isAllDay(series.start, series.end)
    ? formatDate(original)
    : `;TZID=${timeZone}:${formatBasicLocal(original)}`;
}

/** Members who are not going need not be told that it is canceled. */
function mayAttend(answer: OwnRsvp | undefined): boolean {
  return answer !== undefined && answer.answer !== 'not-going';
}

function formatVevent(
  { id, createdAt, updatedAt, version, isCancelled, categories, answers }: NamedEvent,
  shown: Pick<ResolvedOccurrence, 'fields' | 'isCancelled'>,
  answer: OwnRsvp | undefined,
  more: readonly string[],
): string[] {
  const { fields } = shown;
  const description = [answer && describeRsvp(answer), fields.description].filter(Boolean);
  const isBusy = answer?.answer === 'going' && !answer.isWaitlisted;
  // Some calendars compare only the first component of an event, so all of them tell the last change.
  const changes = [...answers.values()].map(({ changedAt }) => changedAt);
  const changedAt = formatBasicInstant([updatedAt, ...changes].sort().at(-1) ?? updatedAt);
  return [
    'BEGIN:VEVENT',
    `UID:${id}${uidSuffix}`,
    // Not the current time: clients poll the feed, and an unchanged event must look unchanged.
    `DTSTAMP:${changedAt}`,
    `CREATED:${formatBasicInstant(createdAt)}`,
    `LAST-MODIFIED:${changedAt}`,
    `SEQUENCE:${version}`,
    ...more,
    `SUMMARY:${escapeText(fields.title)}`,
    ...(description.length > 0 ? [`DESCRIPTION:${escapeText(description.join('\n\n'))}`] : []),
    ...(fields.location === '' ? [] : [`LOCATION:${escapeText(fields.location)}`]),
    ...formatCategory(categories, fields.categoryColor),
    `STATUS:${isCancelled || shown.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${isBusy ? 'OPAQUE' : 'TRANSPARENT'}`,
    ...(answer ? [`X-CHAPTER-HUB-RSVP:${formatRsvpProperty(answer)}`] : []),
    'END:VEVENT',
  ];
}

/** As the wall clock shows them, unless others may read that otherwise. */
export function formatTimes(times: LocalTimes, zone: string): string[] {
  if (!isOnClockChange(times, zone)) return formatWallTimes(times, zone);
  const { startsAt, endsAt } = toInstants(times.start, times.end, zone);
  return [`DTSTART:${formatBasicInstant(startsAt)}`, `DTEND:${formatBasicInstant(endsAt)}`];
}

/** Others take the duration of the first occurrence for all; on a clock change that is another one. */
function formatSeriesTimes(series: LocalTimes, zone: string): string[] {
  const [start = '', end = ''] = formatWallTimes(series, zone);
  if (!isOnClockChange(series, zone)) return [start, end];
  return [start, `DURATION:PT${minutesBetween(series.start, series.end)}M`];
}

/** Of whole days the end is the day after the last. */
function formatWallTimes({ start, end }: LocalTimes, zone: string): string[] {
  if (isAllDay(start, end)) return [`DTSTART${formatDate(start)}`, `DTEND${formatDate(end)}`];
  return [
    `DTSTART;TZID=${zone}:${formatBasicLocal(start)}`,
    `DTEND;TZID=${zone}:${formatBasicLocal(end)}`,
  ];
}

function formatDate(local: LocalDateTime): string {
  return `;VALUE=DATE:${formatBasicDay(local)}`;
}

/** An event of a color that is no category has none. */
function formatCategory(categories: readonly Category[], color: string): string[] {
  const category = categories.find((each) => each.color === color);
  return category ? [`CATEGORIES:${escapeText(category.name)}`] : [];
}

function formatRsvpProperty({ answer, isWaitlisted }: OwnRsvp): string {
  return isWaitlisted ? 'WAITLISTED' : answer.toUpperCase();
}

function describeRsvp({ answer, guests, isWaitlisted }: OwnRsvp): string {
  if (answer === 'maybe') return 'Your RSVP: maybe';
  if (answer === 'not-going') return 'Your RSVP: not going';
  const guestText = guests === 0 ? '' : `, with ${plural(guests, 'guest')}`;
  return isWaitlisted ? `You're on the waitlist${guestText}` : `Your RSVP: going${guestText}`;
}

/** RFC 5545 requires UNTIL in UTC if DTSTART has a time zone, and as a day if DTSTART is one. */
function formatUtcRule({ series, timeZone }: FeedEvent): string {
  const { rule } = series;
  if (!rule) return '';
  const text = formatRule(nameMonths(rule));
  if (rule.end.kind !== 'until') return text;
  // GNOME shows nothing of a series that ends in the year 9999.
  if (rule.end.until >= farEnd) return text.replace(/;UNTIL=[^;]*/, '');
  if (isAllDay(series.start, series.end))
    return text.replace(/UNTIL=[^;]*/, `UNTIL=${formatBasicDay(rule.end.until)}`);
  const until = formatBasicInstant(localToInstant(rule.end.until, timeZone)).replace(/00Z$/, '59Z');
  return text.replace(/UNTIL=[^;]*/, `UNTIL=${until}`);
}

const farEnd = '9000';

/**
 * Days of the month of a yearly series without months are those of every month for the hub and for some
 * calendars, but those of the first month for others.
 */
function nameMonths(rule: RecurrenceRule): RecurrenceRule {
  const { frequency, interval, byDay, byMonth, byMonthDay, bySetPosition } = rule;
  if (frequency !== 'yearly' || byMonth.length > 0 || byMonthDay.length === 0) return rule;
  const isOfMonth = bySetPosition.length === 0 && byDay.every(({ nth }) => nth === null);
  if (interval === 1 && isOfMonth) return { ...rule, frequency: 'monthly' };
  return { ...rule, byMonth: Array.from({ length: 12 }, (_, index) => index + 1) };
}
