/**
 * A series and the occurrences derived from it. The source of truth is its local times, its rule and
 * its exceptions. An occurrence is identified by its original start: the time the rule gives it.
 */

import { type Budget, createBudget } from '#kit/budget.ts';
import { lastDay } from '#kit/calendar/calendar-day.ts';
import { addDays } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, type LocalDateTime, localToDay, type TimeOfDay, toDay } from '#kit/day.ts';
import { formatDay, parseDay, toCivil, toDayNumber } from '#kit/recurrence/day-number.ts';
import {
  generateOccurrences,
  invalid,
  type RecurrenceRule,
  type Window,
} from '#kit/recurrence/recurrence.ts';
import { ok, type Result } from '#kit/result.ts';

/** The fields besides its times that an occurrence may override. */
export type EventFields = {
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly categoryColor: string;
  readonly capacity: number | null;
  readonly maxGuests: number;
  readonly rsvpClosesMinutesBefore: number | null;
};

export type LocalTimes = { readonly start: LocalDateTime; readonly end: LocalDateTime };

export type Exception = {
  readonly isCanceled: boolean;
  readonly fields: Partial<EventFields>;
  /** Null means the series' own times. */
  readonly times: LocalTimes | null;
};

/** `start` and `end` are those of the first occurrence, which is the only one without a rule. */
export type Series = LocalTimes & {
  readonly fields: EventFields;
  readonly rule: RecurrenceRule | null;
  /** By original start; the rule produces each of them. */
  readonly exceptions: ReadonlyMap<LocalDateTime, Exception>;
};

/** An occurrence with its series and its exception merged. */
export type ResolvedOccurrence = LocalTimes & {
  readonly original: LocalDateTime;
  readonly isCanceled: boolean;
  /** The fields that differ from the series. */
  readonly overrides: Partial<EventFields>;
  readonly isException: boolean;
  /** The effective fields. */
  readonly fields: EventFields;
};

export function resolveOccurrence(series: Series, original: LocalDateTime): ResolvedOccurrence {
  const exception = series.exceptions.get(original);
  const times = exception?.times ?? defaultTimesAt(series, original);
  const overrides = exception?.fields ?? {};
  return {
    original,
    start: times.start,
    end: times.end,
    isCanceled: exception?.isCanceled ?? false,
    overrides,
    isException: exception !== undefined,
    fields: { ...series.fields, ...overrides },
  };
}

/** The times of an occurrence that does not override them. */
export function defaultTimesAt(series: LocalTimes, original: LocalDateTime): LocalTimes {
  return { start: original, end: addMinutes(original, minutesBetween(series.start, series.end)) };
}

/** In local time, where every day has 24 hours. */
export function minutesBetween(from: LocalDateTime, to: LocalDateTime): number {
  const days = daysBetween(localToDay(from), localToDay(to));
  return days * 1_440 + minuteOfDay(to) - minuteOfDay(from);
}

function minuteOfDay(local: LocalDateTime): number {
  return Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
}

export function addMinutes(local: LocalDateTime, minutes: number): LocalDateTime {
  const all = minuteOfDay(local) + minutes;
  const days = Math.floor(all / 1_440);
  const minute = all - days * 1_440;
  const day = toDayNumber(parseDay(localToDay(local))) + days;
  const time = `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
  return `${formatDay(toCivil(day))}T${time as TimeOfDay}`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Yields the original starts within a window of days, in order. */
export function* generateOriginalStarts(
  series: Series,
  window: Window,
  budget?: Budget,
): Generator<LocalDateTime> {
  const { start, rule } = series;
  if (rule) return yield* generateOccurrences(start, rule, window, budget);
  const day = localToDay(start);
  if (day >= window.from && day <= window.to) yield start;
}

/** The rows created for a series at once. */
export const maxOccurrences = 10_000;

/** Days that may be looked at for one series: more than any since 1900 needs. */
export const maxStepsOfSeries = 50_000;

/** Occurrences of one series that may overlap. This bounds the size of a window's reply. */
const maxOverlapping = 7;

/** Days searched for all occurrences of a series that ends by count: 60 years. */
const maxDaysSearched = 21_915;

/** The day by which a series that ends by count must have reached its count. */
function findSearchLimit({ start, rule }: Series): Day {
  const from = Temporal.PlainDate.from(localToDay(start));
  const until = from.add({ days: maxDaysSearched * (rule?.interval ?? 1) });
  return until.year < 9999 ? toDay(until) : lastDay;
}

/** All original starts of a series that ends by count; some of them if it repeats for too long. */
export function listCounted(series: Series): LocalDateTime[] {
  const window = { from: localToDay(series.start), to: findSearchLimit(series) };
  return [...generateOriginalStarts(series, window, createBudget(maxStepsOfSeries))];
}

/**
 * The original starts up to the horizon, always including the first, and the day up to which they
 * are complete: null if there are no more. Refuses a series with too many occurrences, too many
 * overlapping ones, a count that it does not reach in a reasonable time, or more steps than the
 * budget has. Others have their turn between some dozens of dates.
 */
export async function expandSeriesInTurns(
  series: Series,
  horizon: Day,
  nextTurn: () => Promise<unknown>,
  budget: Budget = createBudget(maxStepsOfSeries),
): Promise<Result<Expanded>> {
  const steps = expandInSteps(series, horizon, budget);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await nextTurn();
  }
}

export type Expanded = {
  readonly originals: LocalDateTime[];
  readonly until: Day | null;
};

const datesOfStep = 50;

/** Without what `expandSeriesInTurns` does between its steps. */
export function* expandInSteps(
  series: Series,
  horizon: Day,
  budget: Budget,
): Generator<undefined, Result<Expanded>> {
  const from = localToDay(series.start);
  const to = horizon > from ? horizon : from;
  const { rule } = series;
  const overlaps = overlapsTooOften(series, budget);
  // A series that ends by count is walked whole, which answers all questions at once.
  const limit = rule?.end.kind === 'count' ? findSearchLimit(series) : undefined;
  const window = { from, to: limit !== undefined && limit > to ? limit : to };
  const found: LocalDateTime[] = [];
  for (const original of generateOriginalStarts(series, window, budget)) {
    if (limit === undefined && found.length === maxOccurrences) {
      return invalid(`At most ${maxOccurrences} occurrences until ${to}`);
    }
    found.push(original);
    if (found.length % datesOfStep === 0) yield;
  }
  if (budget.isSpent()) return repeatsTooLong;
  if (rule?.end.kind === 'count' && limit !== undefined) {
    const last = found[rule.end.count - 1];
    if (last === undefined || localToDay(last) > limit) {
      return invalid(`The series does not reach that many occurrences by ${limit}`);
    }
  }
  if (overlaps) {
    return invalid(`At most ${maxOverlapping} occurrences of an event can overlap`);
  }
  const originals = found.filter((original) => localToDay(original) <= to);
  const hasEnded = limit === undefined ? hasEndedBy(series, to) : originals.length === found.length;
  return ok({ originals, until: hasEnded ? null : to });
}

const repeatsTooLong = invalid(
  'The series repeats for too long. Let it begin later, or repeat less often',
);

/** Checks the first ten years. Occurrences are at least a day apart. */
function overlapsTooOften(series: Series, budget: Budget): boolean {
  const from = localToDay(series.start);
  if (series.rule === null || daysBetween(from, localToDay(series.end)) < maxOverlapping)
    return false;
  const tenYears = addDays(from, 3_653);
  const to = tenYears < lastDay ? tenYears : lastDay;
  const originals = [...generateOriginalStarts(series, { from, to }, budget)];
  return originals.some((original, index) => {
    const later = originals[index + maxOverlapping];
    return later !== undefined && later < defaultTimesAt(series, original).end;
  });
}

/** Whether a series has no occurrence after `day`. */
export function hasEndedBy(series: Series, day: Day): boolean {
  const { rule, start } = series;
  if (!rule) return true;
  const { end } = rule;
  switch (end.kind) {
    case 'never':
      return false;
    case 'until':
      return localToDay(end.until) <= day;
    case 'count':
      return (
        [...generateOriginalStarts(series, { from: localToDay(start), to: day })].length >=
        end.count
      );
    default:
      return end satisfies never;
  }
}

/** Returns a function that decides whether the series has an occurrence with this original start. */
export function createOccurrenceLookup(
  series: Series,
  horizon: Day,
  budget: Budget = createBudget(maxStepsOfSeries),
): (original: LocalDateTime) => boolean {
  const from = localToDay(series.start);
  const isCounted = series.rule?.end.kind === 'count';
  // A series that ends by count is always walked from its start, so walk it only once.
  const to = isCounted ? findSearchLimit(series) : horizon;
  const known = new Set(generateOriginalStarts(series, { from, to }, budget));
  return (original) => {
    const day = localToDay(original);
    if (day < from) return false;
    if (isCounted || day <= to) return known.has(original);
    const [only] = generateOriginalStarts(series, { from: day, to: day });
    return only === original;
  };
}

/** Whether a series has no occurrence before this one. */
export function isFirstOccurrence(series: Series, original: LocalDateTime): boolean {
  return original <= series.start;
}

/** The series without its occurrences from `original` on. `original` must not be the first. */
export function endSeriesBefore(series: Series, original: LocalDateTime): Series {
  const { rule } = series;
  if (!rule) return series;
  const end: RecurrenceRule['end'] =
    rule.end.kind === 'count'
      ? { kind: 'count', count: countBefore(series, original) }
      : { kind: 'until', until: `${addDays(localToDay(original), -1)}T23:59` };
  return {
    ...series,
    rule: { ...rule, end },
    exceptions: filterExceptions(series, (each) => each < original),
  };
}

/** The occurrences from `original` on, as a series of their own. */
export function startSeriesAt(series: Series, original: LocalDateTime): Series {
  const { rule } = series;
  if (!rule) return series;
  const end: RecurrenceRule['end'] =
    rule.end.kind === 'count'
      ? { kind: 'count', count: rule.end.count - countBefore(series, original) }
      : rule.end;
  return {
    ...series,
    ...defaultTimesAt(series, original),
    rule: { ...rule, end },
    exceptions: filterExceptions(series, (each) => each >= original),
  };
}

function countBefore(series: Series, original: LocalDateTime): number {
  const window = { from: localToDay(series.start), to: addDays(localToDay(original), -1) };
  return [...generateOriginalStarts(series, window)].length;
}

function filterExceptions(series: Series, isKept: (original: LocalDateTime) => boolean) {
  return new Map([...series.exceptions].filter(([original]) => isKept(original)));
}
