/** What a change of an occurrence makes of its series, for each scope. */

import { lastDay } from '#kit/calendar/calendar-day.ts';
import { addDays, firstDayOf, lastDayOf, type Month, monthOf } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, dayOfLocal, type LocalDateTime, type TimeOfDay, timeOfLocal } from '#kit/day.ts';
import { movedRule, movingWeekdays, weekdayOf } from '#kit/recurrence/moved-rule.ts';
import {
  invalid,
  notNamed,
  occurrencesOf,
  type RecurrenceRule,
  refusalOfRule,
  type Weekday,
} from '#kit/recurrence/recurrence.ts';
import { formatRule } from '#kit/recurrence/rule-text.ts';
import { ok, type Result } from '#kit/result.ts';
import {
  addMinutes,
  type EventFields,
  type Exception,
  type Expected,
  expectedAt,
  minutesBetween,
  namerOf,
  originalsOf,
  type Series,
  timesAt,
  type WallTimes,
} from './series.ts';

/** An occurrence as it is to be. */
export type Wish = WallTimes & {
  readonly fields: EventFields;
  /** Undefined: as it was. */
  readonly rule: RecurrenceRule | null | undefined;
};

/** A series that was changed, and where the occurrences that had rows are now; nowhere: undefined. */
export type Changed = {
  readonly series: Series;
  readonly moved: ReadonlyMap<LocalDateTime, LocalDateTime>;
};

export function isSameRule(a: RecurrenceRule | null, b: RecurrenceRule | null): boolean {
  return (a && formatRule(a)) === (b && formatRule(b));
}

/** This occurrence alone becomes what is wished; what is as its series' has it follows the series. */
export function changedOne(series: Series, original: LocalDateTime, wish: Wish): Result<Series> {
  if (wish.rule !== undefined && !isSameRule(wish.rule, series.rule)) {
    return invalid('A single occurrence cannot have its own recurrence');
  }
  const fields = differing(series.fields, wish.fields);
  const usual = timesAt(series, original);
  const times = isSameTimes(wish, usual) ? null : { start: wish.start, end: wish.end };
  const exceptions = new Map(series.exceptions);
  if (times === null && Object.keys(fields).length === 0) exceptions.delete(original);
  else exceptions.set(original, { isCancelled: false, fields, times });
  return ok({ ...series, exceptions });
}

/** This occurrence does not happen; what it had of its own is kept with it. */
export function cancelledOne(series: Series, original: LocalDateTime): Series {
  const known = series.exceptions.get(original) ?? { fields: {}, times: null };
  const exceptions = new Map(series.exceptions);
  exceptions.set(original, { ...known, isCancelled: true });
  return { ...series, exceptions };
}

/**
 * The whole series changes in what differs between the wish and the occurrence as it is: a day later
 * means every occurrence a day later, another time of day that time for all. What other occurrences
 * have of their own they keep. `originals` are those with rows, which the result says the way of.
 */
export function changedAll(
  series: Series,
  original: LocalDateTime,
  wish: Wish,
  { originals, horizon }: { originals: readonly LocalDateTime[]; horizon: Day },
): Result<Changed> {
  const shown = expectedAt(series, original);
  const shift = shiftOf(series, original, shown, wish);
  const moved = movedSeries(series, original, shown, wish, shift);
  if (!moved.ok) return moved;
  const ways = waysOf(moved.value, original, originals, { shift, horizon });
  const exceptions = new Map<LocalDateTime, Exception>();
  for (const [old, exception] of series.exceptions) {
    const now = ways.get(old);
    if (now !== undefined && old !== original) exceptions.set(now, exception);
  }
  const now = ways.get(original);
  const own = now && ownOf(series.exceptions.get(original), shown, wish, timesAt(moved.value, now));
  if (now !== undefined && own) exceptions.set(now, own);
  return ok({ series: { ...moved.value, exceptions }, moved: ways });
}

/** How far an occurrence is moved: by days, and to another time of day unless undefined. */
type Shift = {
  readonly days: number;
  readonly time: TimeOfDay | undefined;
  /** Of weekdays that another rule names: which move by the days. Undefined: everything does. */
  readonly moving: ReadonlySet<Weekday> | undefined;
};

function shiftOf(series: Series, original: LocalDateTime, shown: WallTimes, wish: Wish): Shift {
  const [before, after] = [shown.start, wish.start];
  const days = daysBetween(dayOfLocal(before), dayOfLocal(after));
  const { rule } = series;
  return {
    days,
    time: timeOfLocal(before) === timeOfLocal(after) ? undefined : timeOfLocal(after),
    moving: rule && wish.rule ? movingWeekdays(rule, wish.rule, original, days) : undefined,
  };
}

function shifted(local: LocalDateTime, { days, time, moving }: Shift): LocalDateTime {
  const isMoving = moving?.has(weekdayOf(local)) ?? true;
  return `${addDays(dayOfLocal(local), isMoving ? days : 0)}T${time ?? timeOfLocal(local)}`;
}

/** The series with the wish's fields, times and rule, and no exceptions yet. */
function movedSeries(
  series: Series,
  original: LocalDateTime,
  shown: Expected,
  wish: Wish,
  shift: Shift,
): Result<Series> {
  const fields = { ...series.fields, ...differing(shown.fields, wish.fields) };
  const [length, wished] = [shown, wish].map(({ start, end }) => minutesBetween(start, end));
  const of = length === wished ? series : wish;
  const minutes = minutesBetween(of.start, of.end);
  const lasting = (start: LocalDateTime, rule: RecurrenceRule | null) =>
    ok({ start, end: addMinutes(start, minutes), rule, fields, exceptions: new Map() });
  const isOldRule = wish.rule === undefined || isSameRule(wish.rule, series.rule);
  const rule = isOldRule ? series.rule : (wish.rule ?? null);
  // What happens once from now on is the occurrence at hand.
  if (rule === null) return lasting(shifted(series.rule ? original : series.start, shift), null);

  const following = isOldRule ? movedRule(rule, original, shift.days) : rule;
  const start = shifted(series.start, shift);
  if (!isOldRule) {
    const partly = shift.moving && firstOfMoved(series, original, following, shift);
    const first = partly ?? firstOf(start, following) ?? start;
    return refusalOfRule(first, following) ?? lasting(first, following);
  }
  const first = sameMonthStart(start, following);
  const hasFollowed = first !== undefined && isNamed(shifted(original, shift), first, following);
  return hasFollowed ? lasting(first, following) : notNamed();
}

/** Whether a rule that begins at `first` names a day, if it goes on for so long. */
function isNamed(day: LocalDateTime, first: LocalDateTime, rule: RecurrenceRule): boolean {
  const endless: RecurrenceRule = { ...rule, end: { kind: 'never' } };
  const only = { from: dayOfLocal(day), to: dayOfLocal(day) };
  return !occurrencesOf(first, endless, only).next().done;
}

/** Another rule may begin later than the old one did. */
function firstOf(start: LocalDateTime, rule: RecurrenceRule): LocalDateTime | undefined {
  const series = { start, end: start, rule, fields: noFields, exceptions: new Map() };
  const from = dayOfLocal(start);
  const soon = addDays(from, longestWaitDays);
  const [first] = originalsOf(series, { from, to: soon < lastDay ? soon : lastDay });
  return first;
}

/**
 * Where some weekdays of a series move and others stay, it begins with the first of either from
 * where the rule names the occurrence at hand: in a week before or after it, others are meant.
 */
function firstOfMoved(
  series: Series,
  original: LocalDateTime,
  rule: RecurrenceRule,
  shift: Shift,
): LocalDateTime | undefined {
  const from = dayOfLocal(series.start);
  // Each weekday happens once until as many days after the interval's first week.
  const soon = addDays(from, 7 * ((series.rule?.interval ?? 1) + 1));
  const firsts = [...originalsOf(series, { from, to: soon < lastDay ? soon : lastDay })]
    .map((each) => shifted(each, shift))
    .sort();
  const wished = shifted(original, shift);
  return firsts.find((first) => isNamed(first, first, rule) && isNamed(wished, first, rule));
}

/** A rule that moved begins where its start was moved to, or in that month. */
function sameMonthStart(start: LocalDateTime, rule: RecurrenceRule): LocalDateTime | undefined {
  if (firstOf(start, rule) === start) return start;
  const month = monthOf(start);
  const first = firstOf(`${firstDayOf(month)}T${timeOfLocal(start)}`, rule);
  return first !== undefined && monthOf(first) === month ? first : undefined;
}

/** Longer than any rule that a person means waits for its first day: leap days are 8 years apart. */
const longestWaitDays = 10 * 366;
const noFields: EventFields = {
  title: '',
  description: '',
  location: '',
  categoryColor: '',
  capacity: null,
  rsvpClosesMinutesBefore: null,
};

/**
 * Where each occurrence goes: as far as the one at hand was moved; else it stays on its day; else, of
 * a rule by months, it stays in its month. Always where the changed series has an occurrence that is
 * nobody's yet.
 */
function waysOf(
  after: Series,
  original: LocalDateTime,
  originals: readonly LocalDateTime[],
  { shift, horizon }: { shift: Shift; horizon: Day },
): Map<LocalDateTime, LocalDateTime> {
  const isNamed = namerOf(after, horizon);
  const ways = new Map<LocalDateTime, LocalDateTime>();
  const taken = new Set<LocalDateTime>();
  const go = (old: LocalDateTime, now: LocalDateTime) => {
    if (ways.has(old) || taken.has(now) || !isNamed(now)) return;
    ways.set(old, now);
    taken.add(now);
  };
  const all = [original, ...originals];
  for (const old of all) go(old, shifted(old, shift));
  const time = timeOfLocal(after.start);
  for (const old of all) go(old, `${dayOfLocal(old)}T${time}`);
  if (after.rule?.frequency === 'monthly') {
    const placeless = all.filter((each) => !ways.has(each));
    const named = namedByMonth(after, placeless);
    for (const old of placeless) {
      for (const now of named.get(monthOf(old)) ?? []) go(old, now);
    }
  }
  return ways;
}

/** What a series has in the months of these, walked through once for all of them. */
function namedByMonth(series: Series, locals: readonly LocalDateTime[]) {
  const months = locals.map(monthOf).sort();
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return new Map<Month, LocalDateTime[]>();
  const window = { from: firstDayOf(first), to: lastDayOf(last) };
  return Map.groupBy(originalsOf(series, window), monthOf);
}

/** What the occurrence at hand still has of its own, so that it is exactly what was wished. */
function ownOf(
  known: Exception | undefined,
  shown: Expected,
  wish: Wish,
  usual: WallTimes,
): Exception | undefined {
  const changed = differing(shown.fields, wish.fields);
  const kept = Object.entries(known?.fields ?? {}).filter(([name]) => !(name in changed));
  const fields: Partial<EventFields> = Object.fromEntries(kept);
  const times = isSameTimes(wish, usual) ? null : { start: wish.start, end: wish.end };
  if (times === null && kept.length === 0) return undefined;
  return { isCancelled: false, fields, times };
}

function isSameTimes(a: WallTimes, b: WallTimes): boolean {
  return a.start === b.start && a.end === b.end;
}

function differing(from: EventFields, to: EventFields): Partial<EventFields> {
  const names = Object.keys(to) as (keyof EventFields)[];
  return Object.fromEntries(
    names.filter((name) => from[name] !== to[name]).map((name) => [name, to[name]]),
  );
}
