/** Applies an edit of one occurrence to its series, for each scope. */

import { lastDay } from '#kit/calendar/calendar-day.ts';
import {
  addDays,
  addMonths,
  getFirstDay,
  getLastDay,
  type Month,
  monthsBetween,
  toMonth,
} from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, type LocalDateTime, localToDay, localToTime, type TimeOfDay } from '#kit/day.ts';
import {
  checkRule,
  generateOccurrences,
  invalid,
  type RecurrenceRule,
  startNotInRule,
  type Weekday,
} from '#kit/recurrence/recurrence.ts';
import { formatRule } from '#kit/recurrence/rule-text.ts';
import { findMovingWeekdays, getWeekday, shiftRule } from '#kit/recurrence/shift-rule.ts';
import { ok, type Result } from '#kit/result.ts';
import {
  addMinutes,
  createOccurrenceLookup,
  defaultTimesAt,
  type EventFields,
  type Exception,
  generateOriginalStarts,
  type LocalTimes,
  minutesBetween,
  type ResolvedOccurrence,
  resolveOccurrence,
  type Series,
} from './series.ts';

/** The desired state of an occurrence. */
export type OccurrenceEdit = LocalTimes & {
  readonly fields: EventFields;
  /** Undefined means unchanged. */
  readonly rule: RecurrenceRule | null | undefined;
};

/** Occurrences that no longer exist are missing from `newStartByOldStart`. */
export type EditedSeries = {
  readonly series: Series;
  readonly newStartByOldStart: ReadonlyMap<LocalDateTime, LocalDateTime>;
};

export function isSameRule(a: RecurrenceRule | null, b: RecurrenceRule | null): boolean {
  return (a && formatRule(a)) === (b && formatRule(b));
}

/** Changes only this occurrence. Fields equal to the series' keep following the series. */
export function editOccurrence(
  series: Series,
  original: LocalDateTime,
  edit: OccurrenceEdit,
): Result<Series> {
  if (edit.rule !== undefined && !isSameRule(edit.rule, series.rule)) {
    return invalid('A single occurrence cannot have its own recurrence');
  }
  const fields = changedFields(series.fields, edit.fields);
  const defaults = defaultTimesAt(series, original);
  const times = isSameTimes(edit, defaults) ? null : { start: edit.start, end: edit.end };
  const exceptions = new Map(series.exceptions);
  if (times === null && Object.keys(fields).length === 0) exceptions.delete(original);
  else exceptions.set(original, { isCanceled: false, fields, times });
  return ok({ ...series, exceptions });
}

/** Cancels this occurrence and keeps its overrides. */
export function cancelOccurrence(series: Series, original: LocalDateTime): Series {
  const known = series.exceptions.get(original) ?? { fields: {}, times: null };
  const exceptions = new Map(series.exceptions);
  exceptions.set(original, { ...known, isCanceled: true });
  return { ...series, exceptions };
}

/**
 * Applies the difference between the edit and the occurrence to the whole series: a day later means
 * every occurrence a day later, another time of day means that time for all. Other occurrences keep
 * their overrides. `originals` are the original starts that have rows; the result maps each of them, and
 * the exceptions further ahead, which have none yet.
 */
export function editSeries(
  series: Series,
  original: LocalDateTime,
  edit: OccurrenceEdit,
  { originals, horizon }: { originals: readonly LocalDateTime[]; horizon: Day },
): Result<EditedSeries> {
  const shown = resolveOccurrence(series, original);
  const shift = computeShift(series, original, shown, edit);
  const moved = shiftSeries(series, original, shown, edit, shift);
  if (!moved.ok) return moved;
  const known = [...new Set([...originals, ...series.exceptions.keys()])];
  const newStartByOldStart = mapOccurrences(moved.value, original, known, { shift, horizon });
  const exceptions = new Map<LocalDateTime, Exception>();
  for (const [old, exception] of series.exceptions) {
    const now = newStartByOldStart.get(old);
    if (now !== undefined && old !== original) exceptions.set(now, exception);
  }
  const now = newStartByOldStart.get(original);
  const own =
    now &&
    remainingOverrides(
      series.exceptions.get(original),
      shown,
      edit,
      defaultTimesAt(moved.value, now),
    );
  if (now !== undefined && own) exceptions.set(now, own);
  return ok({ series: { ...moved.value, exceptions }, newStartByOldStart });
}

/** How far an occurrence moves: by days, and to another time of day unless `time` is undefined. */
type Shift = {
  readonly days: number;
  /** From the 30th to the 1st is one month: occurrences go from each month to the next. */
  readonly months: number;
  readonly time: TimeOfDay | undefined;
  /** The weekdays that move by `days` if the rule changes; undefined means all of them. */
  readonly moving: ReadonlySet<Weekday> | undefined;
};

function computeShift(
  series: Series,
  original: LocalDateTime,
  shown: LocalTimes,
  edit: OccurrenceEdit,
): Shift {
  const [before, after] = [shown.start, edit.start];
  const days = daysBetween(localToDay(before), localToDay(after));
  const { rule } = series;
  const from = localToDay(original);
  return {
    days,
    months: monthsBetween(toMonth(from), toMonth(addDays(from, days))),
    time: localToTime(before) === localToTime(after) ? undefined : localToTime(after),
    moving: rule && edit.rule ? findMovingWeekdays(rule, edit.rule, original, days) : undefined,
  };
}

function applyShift(local: LocalDateTime, { days, time, moving }: Shift): LocalDateTime {
  const isMoving = moving?.has(getWeekday(local)) ?? true;
  return `${addDays(localToDay(local), isMoving ? days : 0)}T${time ?? localToTime(local)}`;
}

/** The series with the edit's fields, times and rule, without its exceptions. */
function shiftSeries(
  series: Series,
  original: LocalDateTime,
  shown: ResolvedOccurrence,
  edit: OccurrenceEdit,
  shift: Shift,
): Result<Series> {
  const fields = { ...series.fields, ...changedFields(shown.fields, edit.fields) };
  const [length, edited] = [shown, edit].map(({ start, end }) => minutesBetween(start, end));
  const of = length === edited ? series : edit;
  const minutes = minutesBetween(of.start, of.end);
  const withDuration = (start: LocalDateTime, rule: RecurrenceRule | null) =>
    ok({ start, end: addMinutes(start, minutes), rule, fields, exceptions: new Map() });
  const isOldRule = edit.rule === undefined || isSameRule(edit.rule, series.rule);
  const rule = isOldRule ? series.rule : (edit.rule ?? null);
  // A series that no longer repeats becomes the edited occurrence.
  if (rule === null)
    return withDuration(applyShift(series.rule ? original : series.start, shift), null);

  const following = isOldRule
    ? shiftEndByMonths(series, shiftRule(rule, original, shift.days), shift)
    : rule;
  const start = applyShift(series.start, shift);
  if (!isOldRule) {
    const partly = shift.moving && findFirstShiftedStart(series, original, following, shift);
    const first = partly ?? findFirstStart(start, following) ?? start;
    return checkRule(first, following) ?? withDuration(first, following);
  }
  const first = findShiftedStart(series.start, following, shift);
  const isOccurrence =
    first !== undefined && isOnRule(applyShift(original, shift), first, following);
  return isOccurrence ? withDuration(first, following) : startNotInRule();
}

/** A monthly rule that moves to other months still ends with the same occurrence. */
function shiftEndByMonths(
  { start, rule: before }: Series,
  rule: RecurrenceRule,
  { months }: Shift,
): RecurrenceRule {
  if (months === 0 || rule.frequency !== 'monthly' || before?.end.kind !== 'until') return rule;
  const to = localToDay(before.end.until);
  // Some months of the rule may lack its day.
  const from = getFirstDay(addMonths(toMonth(to), -monthsSearched * rule.interval));
  const last = [...generateOccurrences(start, before, { from, to })].at(-1);
  if (last === undefined) return rule;
  const day = getLastDay(addMonths(toMonth(last), months));
  return { ...rule, end: { kind: 'until', until: `${day}T23:59` } };
}

const monthsSearched = 4;

/** Whether a rule that starts at `first` produces this day, ignoring its end. */
function isOnRule(day: LocalDateTime, first: LocalDateTime, rule: RecurrenceRule): boolean {
  const endless: RecurrenceRule = { ...rule, end: { kind: 'never' } };
  const only = { from: localToDay(day), to: localToDay(day) };
  return !generateOccurrences(first, endless, only).next().done;
}

/** A new rule may have its first occurrence later than the old one. */
function findFirstStart(start: LocalDateTime, rule: RecurrenceRule): LocalDateTime | undefined {
  const series = { start, end: start, rule, fields: noFields, exceptions: new Map() };
  const from = localToDay(start);
  const soon = addDays(from, maxDaysToFirstStart);
  const [first] = generateOriginalStarts(series, { from, to: soon < lastDay ? soon : lastDay });
  return first;
}

/**
 * If only some weekdays of a series move, it starts with the first of either kind from which the rule
 * also produces the edited occurrence. Starting a week off would produce other dates.
 */
function findFirstShiftedStart(
  series: Series,
  original: LocalDateTime,
  rule: RecurrenceRule,
  shift: Shift,
): LocalDateTime | undefined {
  const from = localToDay(series.start);
  // Every weekday occurs at least once within this window.
  const soon = addDays(from, 7 * ((series.rule?.interval ?? 1) + 1));
  const firsts = [...generateOriginalStarts(series, { from, to: soon < lastDay ? soon : lastDay })]
    .map((each) => applyShift(each, shift))
    .sort();
  const edited = applyShift(original, shift);
  return firsts.find((first) => isOnRule(first, first, rule) && isOnRule(edited, first, rule));
}

/**
 * A shifted rule starts at the shifted start, or else within the month that its month moved to: the 30th
 * of March with April 30 if that moves to May 1. That month may lack the day.
 */
function findShiftedStart(
  before: LocalDateTime,
  rule: RecurrenceRule,
  shift: Shift,
): LocalDateTime | undefined {
  const start = applyShift(before, shift);
  if (findFirstStart(start, rule) === start) return start;
  const month = addMonths(toMonth(before), shift.months);
  return findFirstStart(`${getFirstDay(month)}T${localToTime(start)}`, rule);
}

/** Longer than any sensible rule waits for its first day: leap days can be 8 years apart. */
const maxDaysToFirstStart = 10 * 366;
const noFields: EventFields = {
  title: '',
  description: '',
  location: '',
  categoryColor: '',
  capacity: null,
  maxGuests: 0,
  rsvpClosesMinutesBefore: null,
};

/**
 * Finds the new start of each occurrence: shifted like the edited one; otherwise on the same day;
 * otherwise, for monthly rules, in the month that its month moved to. Each goes to an occurrence of the
 * edited series that no other one has taken.
 */
function mapOccurrences(
  after: Series,
  original: LocalDateTime,
  originals: readonly LocalDateTime[],
  { shift, horizon }: { shift: Shift; horizon: Day },
): Map<LocalDateTime, LocalDateTime> {
  const hasOccurrenceAt = createOccurrenceLookup(after, horizon);
  const newStartByOldStart = new Map<LocalDateTime, LocalDateTime>();
  const taken = new Set<LocalDateTime>();
  const tryMove = (old: LocalDateTime, now: LocalDateTime) => {
    if (newStartByOldStart.has(old) || taken.has(now) || !hasOccurrenceAt(now)) return;
    newStartByOldStart.set(old, now);
    taken.add(now);
  };
  const all = [original, ...originals];
  for (const old of all) tryMove(old, applyShift(old, shift));
  const time = localToTime(after.start);
  for (const old of all) tryMove(old, `${localToDay(old)}T${time}`);
  if (after.rule?.frequency === 'monthly') {
    const unplaced = all.filter((each) => !newStartByOldStart.has(each));
    const findMonth = (old: LocalDateTime) => addMonths(toMonth(old), shift.months);
    const startsByMonth = groupStartsByMonth(after, unplaced.map(findMonth));
    for (const old of unplaced) {
      for (const now of startsByMonth.get(findMonth(old)) ?? []) tryMove(old, now);
    }
  }
  return newStartByOldStart;
}

/** The series' starts by month, from the first to the last of `months`. Walks the series only once. */
function groupStartsByMonth(series: Series, months: readonly Month[]) {
  const sorted = [...months].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return new Map<Month, LocalDateTime[]>();
  const window = { from: getFirstDay(first), to: getLastDay(last) };
  return Map.groupBy(generateOriginalStarts(series, window), toMonth);
}

/** The overrides that the edited occurrence still needs to match the edit exactly. */
function remainingOverrides(
  known: Exception | undefined,
  shown: ResolvedOccurrence,
  edit: OccurrenceEdit,
  defaults: LocalTimes,
): Exception | undefined {
  const changed = changedFields(shown.fields, edit.fields);
  const kept = Object.entries(known?.fields ?? {}).filter(([name]) => !(name in changed));
  const fields: Partial<EventFields> = Object.fromEntries(kept);
  const times = isSameTimes(edit, defaults) ? null : { start: edit.start, end: edit.end };
  if (times === null && kept.length === 0) return undefined;
  return { isCanceled: false, fields, times };
}

export function isSameTimes(a: LocalTimes, b: LocalTimes): boolean {
  return a.start === b.start && a.end === b.end;
}

function changedFields(from: EventFields, to: EventFields): Partial<EventFields> {
  const names = Object.keys(to) as (keyof EventFields)[];
  return Object.fromEntries(
    names.filter((name) => from[name] !== to[name]).map((name) => [name, to[name]]),
  );
}
