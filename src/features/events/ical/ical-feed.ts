/** Formats a chapter's events as iCalendar, for one member. */

import { createBudget } from '#kit/budget.ts';
import { addDays } from '#kit/calendar/month.ts';
import { plural } from '#kit/counts.ts';
import {
  type Day,
  type Instant,
  type LocalDateTime,
  localToDay,
  localToInstant,
  localToTime,
  startOfDay,
} from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { RecurrenceRule } from '#kit/recurrence/recurrence.ts';
import { formatRule } from '#kit/recurrence/rule-text.ts';
import { cut } from '#kit/text.ts';
import { isAllDay } from '../all-day.ts';
import type { Category } from '../categories/category.ts';
import { isOdd, isRepeated, toInstants } from '../instants.ts';
import { maxExcerptLength } from '../occurrence.ts';
import type { RsvpAnswer } from '../rsvp/occurrence-rsvp.ts';
import {
  addMinutes,
  generateOriginalStarts,
  type LocalTimes,
  minutesBetween,
  type ResolvedOccurrence,
  resolveOccurrence,
  type Series,
  startSeriesAt,
} from '../series.ts';
import { isOnClockChange } from './ical-clock-changes.ts';
import { formatBasicDay, formatBasicInstant, formatBasicLocal } from './ical-format.ts';
import { findLastIfSkipped, type Gap, listGaps } from './ical-gaps.ts';
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
  readonly isCanceled: boolean;
  /** The member's RSVPs by original start. */
  readonly answers: ReadonlyMap<LocalDateTime, OwnRsvp>;
  /** Original starts of a series whose wall times others may read otherwise; see `ical-clock-changes`. */
  readonly onClockChanges: readonly LocalDateTime[];
};

/** The suffix of the UIDs of this product's own events. */
export const uidSuffix = '@chapter-hub';

/** Entries in a feed. An event that does not fit is left out as a whole, and so are those after it. */
export const maxEntries = 10_000;

/** Characters of descriptions that a feed has in full; then it has the beginning of each. */
const maxDescriptionCharacters = 2_000_000;

export function formatFeed(...parts: Parameters<typeof formatFeedInParts>): string {
  return [...formatFeedInParts(...parts)].join('');
}

/** In parts of one entry or time zone each, so that others have their turn after any of them. */
export function* formatFeedInParts(
  name: string,
  events: readonly FeedEvent[],
  now: Instant,
  categories: readonly Category[] = [],
): Generator<string> {
  const year = Number(now.slice(0, 4));
  const shown = takeEntries(events);
  yield formatLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Chapter Hub//Chapter Hub//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  ]);
  const gaps = new Map<string, readonly Gap[]>();
  for (const [zone, members] of Map.groupBy(shown.filter(hasClock), ({ timeZone }) => timeZone)) {
    const firsts = members.map(({ series }) => Number(series.start.slice(0, 4)));
    const first = firsts.reduce((one, other) => Math.min(one, other), year);
    const years = { from: first - 1, to: year + 10 };
    yield formatLines(formatTimeZone(zone, years));
    const [from, to] = [years.from, years.to].map((each) =>
      startOfDay(`${each}-01-01` as Day, 'UTC'),
    );
    if (from && to) gaps.set(zone, listGaps(zone, from, to));
  }
  const descriptions = createBudget(maxDescriptionCharacters);
  const shorten = (text: string) => {
    descriptions.spend(text.length);
    if (!descriptions.isSpent() || text.length <= maxExcerptLength) return text;
    return `${cut(text, maxExcerptLength)}…`;
  };
  for (const event of shown) {
    const uid = `${event.id}${uidSuffix}`;
    const more = { uid, categories, shorten, gaps: gaps.get(event.timeZone) ?? [] };
    for (const entry of formatEvent({ ...event, ...more })) yield formatLines(entry);
  }
  yield formatLines(['END:VCALENDAR']);
}

function takeEntries(events: readonly FeedEvent[]): readonly FeedEvent[] {
  let entries = 0;
  const next = events.findIndex(({ series, answers, onClockChanges }) => {
    entries += 1 + series.exceptions.size + answers.size + onClockChanges.length;
    return entries > maxEntries;
  });
  return next === -1 ? events : events.slice(0, next);
}

/** Days alone need no time zone, which some calendars would shift them by. */
function hasClock({ series: { start, end, exceptions } }: FeedEvent): boolean {
  const changed = [...exceptions.values()].flatMap(({ times }) => (times ? [times] : []));
  return [{ start, end }, ...changed].some((times) => !isAllDay(times.start, times.end));
}

type NamedEvent = FeedEvent & {
  readonly uid: string;
  /** Of its zone. */
  readonly gaps: readonly Gap[];
  /** What the chapter calls its color. */
  readonly categories: readonly Category[];
  shorten(description: string): string;
};

/** The event, and each occurrence that is an exception or has an RSVP of the member. */
function* formatEvent(event: NamedEvent): Generator<string[]> {
  const { series, answers } = event;
  if (!series.rule) {
    yield formatOccurrence(event, resolveOccurrence(series, series.start), undefined);
    return;
  }
  const isShown = (original: LocalDateTime) =>
    !series.exceptions.get(original)?.isCanceled || mayAttend(answers.get(original));
  const later = withoutOddFirst(event);
  if (later) {
    const uid = `${event.id}${firstSuffix}${uidSuffix}`;
    const first = resolveOccurrence(series, series.start);
    if (isShown(series.start)) yield formatOccurrence({ ...event, uid }, first, undefined);
    return yield* formatEvent(later);
  }
  const exceptions = [...series.exceptions.keys()];
  const canceled = exceptions.filter((original) => !isShown(original)).sort();
  const listed = new Set([
    ...exceptions.filter(isShown),
    ...answers.keys(),
    ...event.onClockChanges.filter(isShown),
  ]);
  const shown = [...listed].filter(isShown).sort();
  // Always by the wall clock, which the rule repeats.
  yield formatVevent(event, { ...series, isCanceled: false }, undefined, [
    ...formatSeriesTimes(series, event.timeZone),
    `RRULE:${formatUtcRule(event)}`,
    ...canceled.flatMap((original) => formatExcluded(original, event)),
    ...shown.flatMap((original) => formatReplaced(original, event)),
  ]);
  for (const original of shown) {
    yield formatOccurrence(event, resolveOccurrence(series, original), original);
  }
}

/** Of the UID of a first occurrence that is an event of its own. */
export const firstSuffix = '-first';

/**
 * The series from its second occurrence on, if the clocks skip or repeat the first: calendars would have all of it at
 * the time to which that one moves, or with another duration.
 */
function withoutOddFirst(event: NamedEvent): NamedEvent | undefined {
  const { series, timeZone, answers, onClockChanges } = event;
  const { start } = series;
  // Also if it was moved or left out: the others go by it all the same.
  if (isAllDay(start, series.end) || !isOdd(start, timeZone)) return undefined;
  const window = { from: localToDay(start), to: addDays(localToDay(start), daysToSecond) };
  const [, second] = generateOriginalStarts(series, window);
  if (second === undefined || isOdd(second, timeZone)) return undefined;
  const isLater = (original: LocalDateTime) => original !== start;
  return {
    ...event,
    series: startSeriesAt(series, second),
    answers: new Map([...answers].filter(([original]) => isLater(original))),
    onClockChanges: onClockChanges.filter(isLater),
  };
}

const daysToSecond = 400;

/**
 * Of the two times that an hour which happens twice has, programs take one for dates and one for rules. A day, which
 * RFC 5545 has for series of days, is understood by those that would not find the time.
 */
function formatExcluded(original: LocalDateTime, event: NamedEvent): string[] {
  const excluded = `EXDATE${formatOriginal(original, event)}`;
  return isOfRepeatedHour(original, event)
    ? [excluded, `EXDATE${formatDate(original)}`]
    : [excluded];
}

/** Otherwise those would show such a date beside what is listed for it. */
function formatReplaced(original: LocalDateTime, event: NamedEvent): string[] {
  if (!isOfRepeatedHour(original, event)) return [];
  return [`EXDATE:${formatBasicInstant(localToInstant(original, event.timeZone))}`];
}

function isOfRepeatedHour(original: LocalDateTime, { series, timeZone }: NamedEvent): boolean {
  return !isAllDay(series.start, series.end) && isRepeated(original, timeZone);
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

/** Members who are not going need no notice that it is canceled. */
function mayAttend(answer: OwnRsvp | undefined): boolean {
  return answer !== undefined && answer.answer !== 'not-going';
}

function formatVevent(
  { uid, createdAt, updatedAt, version, isCanceled, categories, answers, shorten }: NamedEvent,
  shown: Pick<ResolvedOccurrence, 'fields' | 'isCanceled'>,
  answer: OwnRsvp | undefined,
  more: readonly string[],
): string[] {
  const { fields } = shown;
  const description = [answer && describeRsvp(answer), shorten(fields.description)].filter(Boolean);
  const isBusy = answer?.answer === 'going' && !answer.isWaitlisted;
  // Some calendars compare only the first component of an event, so all of them carry the last change.
  const changes = [...answers.values()].map(({ changedAt }) => changedAt);
  const changedAt = formatBasicInstant([updatedAt, ...changes].sort().at(-1) ?? updatedAt);
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
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
    `STATUS:${isCanceled || shown.isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
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
function formatUtcRule({ series, timeZone, gaps }: NamedEvent): string {
  if (!series.rule) return '';
  const { end } = series.rule;
  const last =
    end.kind === 'until' ? onLastDay(end.until, series) : findLastIfSkipped(series, gaps);
  // The end of its day: some calendars take the offset of the first occurrence for it, or the second of two equal times.
  const until = last && {
    kind: 'until' as const,
    until: `${localToDay(last)}T23:59` as LocalDateTime,
  };
  const rule = { ...series.rule, end: until ?? end };
  const text = formatRule(nameMonths(rule));
  if (rule.end.kind !== 'until') return text;
  // GNOME shows nothing of a series that ends in the year 9999.
  if (rule.end.until >= farEnd) return text.replace(/;UNTIL=[^;]*/, '');
  if (isAllDay(series.start, series.end))
    return text.replace(/UNTIL=[^;]*/, `UNTIL=${formatBasicDay(rule.end.until)}`);
  const instant = formatBasicInstant(localToInstant(rule.end.until, timeZone));
  return text.replace(/UNTIL=[^;]*/, `UNTIL=${instant.replace(/00Z$/, '59Z')}`);
}

/** A time of the last day on which the series may begin. */
function onLastDay(until: LocalDateTime, { start }: LocalTimes): LocalDateTime {
  return localToTime(until) < localToTime(start) ? addMinutes(until, -minutesPerDay) : until;
}

const minutesPerDay = 1_440;

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
