/**
 * A series and what follows from it. The truth is its wall times, its rule and its exceptions;
 * occurrences are told by where the rule puts them, their original start, and derived from that.
 */

import { lastDay } from '#kit/calendar/calendar-day.ts';
import { addDays } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, dayOfLocal, formatLocal, type LocalDateTime, toDay } from '#kit/day.ts';
import {
  invalid,
  occurrencesOf,
  type RecurrenceRule,
  type Window,
} from '#kit/recurrence/recurrence.ts';
import { ok, type Result } from '#kit/result.ts';

/** What an occurrence may have of its own beside its times. */
export type EventFields = {
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly categoryColor: string;
  readonly capacity: number | null;
  readonly rsvpClosesMinutesBefore: number | null;
};

export type WallTimes = { readonly start: LocalDateTime; readonly end: LocalDateTime };

export type Exception = {
  readonly isCancelled: boolean;
  readonly fields: Partial<EventFields>;
  /** Null: where the rule puts it, for as long as the others. */
  readonly times: WallTimes | null;
};

/** `start` and `end` are those of the first occurrence; without a rule it is the only one. */
export type Series = WallTimes & {
  readonly fields: EventFields;
  readonly rule: RecurrenceRule | null;
  /** By original start, each of which the rule names. */
  readonly exceptions: ReadonlyMap<LocalDateTime, Exception>;
};

/** An occurrence as it must be. */
export type Expected = WallTimes & {
  readonly original: LocalDateTime;
  readonly isCancelled: boolean;
  /** What it has of its own. */
  readonly own: Partial<EventFields>;
  readonly isException: boolean;
  /** What holds for it, its own or its series'. */
  readonly fields: EventFields;
};

export function expectedAt(series: Series, original: LocalDateTime): Expected {
  const exception = series.exceptions.get(original);
  const times = exception?.times ?? timesAt(series, original);
  const own = exception?.fields ?? {};
  return {
    original,
    start: times.start,
    end: times.end,
    isCancelled: exception?.isCancelled ?? false,
    own,
    isException: exception !== undefined,
    fields: { ...series.fields, ...own },
  };
}

/** Where an occurrence is that has no times of its own. */
export function timesAt(series: WallTimes, original: LocalDateTime): WallTimes {
  return { start: original, end: addMinutes(original, minutesBetween(series.start, series.end)) };
}

/** On the wall clock, on which every day has 24 hours. */
export function minutesBetween(from: LocalDateTime, to: LocalDateTime): number {
  const days = daysBetween(dayOfLocal(from), dayOfLocal(to));
  return days * 1_440 + minuteOfDay(to) - minuteOfDay(from);
}

function minuteOfDay(local: LocalDateTime): number {
  return Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
}

export function addMinutes(local: LocalDateTime, minutes: number): LocalDateTime {
  return formatLocal(Temporal.PlainDateTime.from(local).add({ minutes }));
}

/** Original starts within a window of days, in order. */
export function* originalsOf(series: Series, window: Window): Generator<LocalDateTime> {
  const { start, rule } = series;
  if (rule) return yield* occurrencesOf(start, rule, window);
  const day = dayOfLocal(start);
  if (day >= window.from && day <= window.to) yield start;
}

/** Most rows that are made for a series at once. */
export const mostOccurrences = 10_000;

/** Most occurrences of one series that go on at the same time: what bounds a window's answer. */
export const mostAtOnce = 7;

/** Days that are looked at, at most, for all occurrences of a counted series: 60 years of each day. */
const mostDaysLookedAt = 21_915;

/** The day by which a counted series has happened as often as it says; others are never walked. */
function countedUntil({ start, rule }: Series): Day {
  const from = Temporal.PlainDate.from(dayOfLocal(start));
  const until = from.add({ days: mostDaysLookedAt * (rule?.interval ?? 1) });
  return until.year < 9999 ? toDay(until) : lastDay;
}

function isCountedOut(series: Series): boolean {
  if (series.rule?.end.kind !== 'count') return true;
  return isOverBy(series, countedUntil(series));
}

/**
 * The original starts that have rows when everything up to the horizon has one, the first in any
 * case; and until when that is, null when there are no others. Refuses a series that has too many,
 * in all or at once, and a count that it does not come to in a reasonable time.
 */
export function coverageOf(
  series: Series,
  horizon: Day,
): Result<{ originals: LocalDateTime[]; until: Day | null }> {
  const from = dayOfLocal(series.start);
  const to = horizon > from ? horizon : from;
  if (!isCountedOut(series)) {
    return invalid(`The series does not reach that many occurrences by ${countedUntil(series)}`);
  }
  if (isTooDeep(series)) {
    return invalid(`At most ${mostAtOnce} occurrences of an event can overlap`);
  }
  const originals: LocalDateTime[] = [];
  for (const original of originalsOf(series, { from, to })) {
    if (originals.length === mostOccurrences) {
      return invalid(`At most ${mostOccurrences} occurrences until ${to}`);
    }
    originals.push(original);
  }
  return ok({ originals, until: isOverBy(series, to) ? null : to });
}

/** In its first ten years, by its rule; occurrences are a day apart at least. */
function isTooDeep(series: Series): boolean {
  const from = dayOfLocal(series.start);
  if (series.rule === null || daysBetween(from, dayOfLocal(series.end)) < mostAtOnce) return false;
  const tenYears = addDays(from, 3_653);
  const to = tenYears < lastDay ? tenYears : lastDay;
  const originals = [...originalsOf(series, { from, to })];
  return originals.some((original, index) => {
    const later = originals[index + mostAtOnce];
    return later !== undefined && later < timesAt(series, original).end;
  });
}

/** Whether a series has no occurrence after a day. */
export function isOverBy(series: Series, day: Day): boolean {
  const { rule, start } = series;
  if (!rule) return true;
  const { end } = rule;
  switch (end.kind) {
    case 'never':
      return false;
    case 'until':
      return dayOfLocal(end.until) <= day;
    case 'count':
      return [...originalsOf(series, { from: dayOfLocal(start), to: day })].length >= end.count;
    default:
      return end satisfies never;
  }
}

/** Says whether a series has an occurrence with this original start. */
export function namerOf(series: Series, horizon: Day): (original: LocalDateTime) => boolean {
  const from = dayOfLocal(series.start);
  const isCounted = series.rule?.end.kind === 'count';
  // A counted series is walked through from its start each time, so better once and for all.
  const to = isCounted ? countedUntil(series) : horizon;
  const near = new Set(originalsOf(series, { from, to }));
  return (original) => {
    const day = dayOfLocal(original);
    if (day < from) return false;
    if (isCounted || day <= to) return near.has(original);
    const [only] = originalsOf(series, { from: day, to: day });
    return only === original;
  };
}

/** Whether a series has nothing before this occurrence of it. */
export function isFirst(series: Series, original: LocalDateTime): boolean {
  return original <= series.start;
}

/** The same series without its occurrences from `original` on, the first of which it is not. */
export function endedBefore(series: Series, original: LocalDateTime): Series {
  const { rule } = series;
  if (!rule) return series;
  const end: RecurrenceRule['end'] =
    rule.end.kind === 'count'
      ? { kind: 'count', count: countBefore(series, original) }
      : { kind: 'until', until: `${addDays(dayOfLocal(original), -1)}T23:59` };
  return {
    ...series,
    rule: { ...rule, end },
    exceptions: exceptionsOf(series, (each) => each < original),
  };
}

/** The rest of it, from `original` on, as a series of its own. */
export function begunAt(series: Series, original: LocalDateTime): Series {
  const { rule } = series;
  if (!rule) return series;
  const end: RecurrenceRule['end'] =
    rule.end.kind === 'count'
      ? { kind: 'count', count: rule.end.count - countBefore(series, original) }
      : rule.end;
  return {
    ...series,
    ...timesAt(series, original),
    rule: { ...rule, end },
    exceptions: exceptionsOf(series, (each) => each >= original),
  };
}

function countBefore(series: Series, original: LocalDateTime): number {
  const window = { from: dayOfLocal(series.start), to: addDays(dayOfLocal(original), -1) };
  return [...originalsOf(series, window)].length;
}

function exceptionsOf(series: Series, isWanted: (original: LocalDateTime) => boolean) {
  return new Map([...series.exceptions].filter(([original]) => isWanted(original)));
}
