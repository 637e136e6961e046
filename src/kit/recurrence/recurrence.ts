/**
 * Recurrence rules of RFC 5545 (section 3.3.10), in days: FREQ from daily to yearly, INTERVAL,
 * BYDAY with ordinals, BYMONTHDAY, BYMONTH, BYSETPOS, WKST, COUNT and UNTIL. All computation is in local time
 * without a zone, so that clock changes have no effect; local times are converted to instants
 * elsewhere. Unknown parts are refused, never ignored.
 */
import { type Day, type LocalDateTime, localToDay, localToTime } from '#kit/day.ts';
import { type Refused, refuse } from '#kit/result.ts';
import { type Budget, createBudget } from '../budget.ts';
import {
  type Civil,
  countDaysOfMonth,
  formatDay,
  getWeekdayIndex,
  isLeapYear,
  parseDay,
  toCivil,
  toDayNumber,
} from './day-number.ts';

export const frequencies = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type Frequency = (typeof frequencies)[number];

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];

/** A weekday; `nth` is the first (1), second … or, from the end, last (−1) one of its period. */
export type ByDay = { readonly weekday: Weekday; readonly nth: number | null };

export type RecurrenceEnd =
  | { readonly kind: 'never' }
  /** Inclusive, in local time. */
  | { readonly kind: 'until'; readonly until: LocalDateTime }
  /** Number of occurrences, including the first and canceled ones. */
  | { readonly kind: 'count'; readonly count: number };

export type RecurrenceRule = {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly byDay: readonly ByDay[];
  /** 1 to 31, or −1 to −31 from the end of the month. Months without the day are skipped. */
  readonly byMonthDay: readonly number[];
  /** 1 to 12. */
  readonly byMonth: readonly number[];
  /**
   * Which of the days that the other parts name in a month or year: the first (1), the last (−1).
   * None means all of them.
   */
  readonly bySetPosition: readonly number[];
  /** First day of the week, which matters for every second week. */
  readonly weekStart: Weekday;
  readonly end: RecurrenceEnd;
};

export const maxInterval = 999;
export const maxCount = 10_000;
/** Days of a year. */
export const maxSetPosition = 366;
const lastYear = 9998;
const lastDayNumber = toDayNumber({ year: lastYear, month: 12, day: 31 });

/** Both days are included. */
export type Window = { readonly from: Day; readonly to: Day };

/**
 * The occurrences of a series within a window, in order. The first occurrence is `start` itself,
 * which `checkRule` ensures.
 */
export function* generateOccurrences(
  start: LocalDateTime,
  rule: RecurrenceRule,
  { from, to }: Window,
  budget: Budget = createBudget(Number.POSITIVE_INFINITY),
): Generator<LocalDateTime> {
  const [firstDay, time] = [localToDay(start), localToTime(start)];
  let count = 0;
  // Searching for one more than the last could continue to the last year.
  const isCountedOut = () => rule.end.kind === 'count' && count >= rule.end.count;
  if (isCountedOut()) return;
  // Only a count requires generating all earlier occurrences.
  const lookFrom = rule.end.kind === 'count' || from < firstDay ? firstDay : from;
  for (const day of generateDays(firstDay, rule, { from: lookFrom, to }, budget)) {
    const local: LocalDateTime = `${day}T${time}`;
    if (rule.end.kind === 'until' && local > rule.end.until) return;
    count += 1;
    if (day >= from) yield local;
    if (isCountedOut()) return;
  }
}

/** The days of a rule ignoring its end; `from` must not be before the first one. */
function* generateDays(
  first: Day,
  rule: RecurrenceRule,
  window: Window,
  budget: Budget,
): Generator<Day> {
  const { frequency } = rule;
  if (frequency === 'daily' || frequency === 'weekly') {
    return yield* generateByDays(first, rule, window, budget);
  }
  const { from, to } = window;
  const start = Temporal.PlainDate.from(first);
  let step = stepsBefore(start, rule, from);
  for (;;) {
    const period = periodAt(start, { ...rule, frequency }, step);
    if (period === undefined || period.toString() > to) return;
    step += 1;
    budget.spend(countDaysLookedAt(rule));
    if (budget.isSpent()) return;
    const days =
      frequency === 'yearly'
        ? listDaysOfYear(period, start, rule)
        : isInMonth(period, rule.byMonth)
          ? listDaysOfMonth(period, start, rule)
          : [];
    for (const day of pickPositions(days, rule)) {
      if (day > to) return;
      if (day >= from) yield day;
    }
  }
}

/** In order; `days` are all of one month or year. */
function pickPositions(days: Day[], { bySetPosition }: RecurrenceRule): Day[] {
  if (bySetPosition.length === 0) return days;
  const places = new Set(bySetPosition.map((each) => (each > 0 ? each - 1 : days.length + each)));
  return days.filter((_, place) => places.has(place));
}

/** Daily and weekly rules. */
function* generateByDays(
  first: Day,
  rule: RecurrenceRule,
  window: Window,
  budget: Budget,
): Generator<Day> {
  const start = Temporal.PlainDate.from(first);
  const [from, to] = [toDayNumber(parseDay(window.from)), toDayNumber(parseDay(window.to))];
  const isWeekly = rule.frequency === 'weekly';
  const offsets = isWeekly ? listWeekdayOffsets(start, rule) : [0];
  const origin = isWeekly ? getWeekStart(start, rule.weekStart) : start;
  const stride = rule.interval * (isWeekly ? 7 : 1);
  let period = toDayNumber(origin) + stepsBefore(start, rule, window.from) * stride;
  for (; period <= to && period <= lastDayNumber; period += stride) {
    budget.spend(countDaysLookedAt(rule));
    if (budget.isSpent()) return;
    for (const offset of offsets) {
      const number = period + offset;
      if (number > to) return;
      if (number < from) continue;
      const day = toCivil(number);
      const isMeant = isWeekly
        ? isInMonth(day, rule.byMonth)
        : isLimitedTo(day, getWeekdayIndex(number), rule);
      if (isMeant) yield formatDay(day);
    }
  }
}

/** The work of one period. */
function countDaysLookedAt({ frequency, byDay, byMonth, byMonthDay }: RecurrenceRule): number {
  switch (frequency) {
    case 'daily':
      return 1;
    case 'weekly':
      return Math.max(1, byDay.length);
    case 'monthly':
      return 31;
    case 'yearly':
      if (byMonth.length > 0) return 31 * byMonth.length;
      return byMonthDay.length > 0 || byDay.length > 0 ? 366 : 31;
    default:
      return frequency satisfies never;
  }
}

/** Average length of a period; `stepsBefore` subtracts two steps to allow for variation. */
const periodDays: Record<Frequency, number> = {
  daily: 1,
  weekly: 7,
  monthly: 30.44,
  yearly: 365.25,
};

/** Steps that certainly end before `from`, to avoid iterating from the start of an old series. */
function stepsBefore(start: Temporal.PlainDate, rule: RecurrenceRule, from: Day): number {
  const days = start.until(Temporal.PlainDate.from(from), { largestUnit: 'day' }).days;
  const steps = Math.floor(days / (periodDays[rule.frequency] * rule.interval)) - 2;
  return Math.max(0, steps);
}

/** The first day of the month or year `step` intervals after the first one. */
function periodAt(
  start: Temporal.PlainDate,
  { frequency, interval }: { frequency: 'monthly' | 'yearly'; interval: number },
  step: number,
): Temporal.PlainDate | undefined {
  const amount = step * interval;
  const begin =
    frequency === 'monthly'
      ? start.with({ day: 1 }).add({ months: amount })
      : start.with({ month: 1, day: 1 }).add({ years: amount });
  return begin.year > lastYear ? undefined : begin;
}

function getWeekStart(day: Temporal.PlainDate, weekStart: Weekday): Temporal.PlainDate {
  const offset = (day.dayOfWeek - 1 - weekdays.indexOf(weekStart) + 7) % 7;
  return day.subtract({ days: offset });
}

function isLimitedTo(
  day: Civil,
  weekday: number,
  { byDay, byMonth, byMonthDay }: RecurrenceRule,
): boolean {
  return (
    isInMonth(day, byMonth) &&
    (byMonthDay.length === 0 || isOnMonthDay(day.day, countDaysOfMonth(day), byMonthDay)) &&
    (byDay.length === 0 || byDay.some((each) => weekdays[weekday] === each.weekday))
  );
}

/** The rule's weekdays, in days from the start of the week. */
function listWeekdayOffsets(
  start: Temporal.PlainDate,
  { byDay, weekStart }: RecurrenceRule,
): number[] {
  const first = weekdays.indexOf(weekStart);
  const places =
    byDay.length === 0
      ? [start.dayOfWeek - 1]
      : byDay.map(({ weekday }) => weekdays.indexOf(weekday));
  const offsets = new Set(places.map((place) => (place - first + 7) % 7));
  return [...offsets].sort((one, other) => one - other);
}

function isInMonth({ month }: { month: number }, byMonth: readonly number[]): boolean {
  return byMonth.length === 0 || byMonth.includes(month);
}

function isOnMonthDay(day: number, length: number, byMonthDay: readonly number[]): boolean {
  return byMonthDay.some((each) => day === (each > 0 ? each : length + 1 + each));
}

function listDaysOfMonth(
  { year, month }: Pick<Civil, 'year' | 'month'>,
  start: Temporal.PlainDate,
  { byDay, byMonthDay }: Pick<RecurrenceRule, 'byDay' | 'byMonthDay'>,
): Day[] {
  const length = countDaysOfMonth({ year, month });
  const before = toDayNumber({ year, month, day: 1 }) - 1;
  const monthDays = byMonthDay.length === 0 && byDay.length === 0 ? [start.day] : byMonthDay;
  const found: Day[] = [];
  for (let day = 1; day <= length; day += 1) {
    if (monthDays.length > 0 && !isOnMonthDay(day, length, monthDays)) continue;
    if (byDay.length > 0 && !isNth(getWeekdayIndex(before + day), byDay, day, length)) continue;
    found.push(formatDay({ year, month, day }));
  }
  return found;
}

/** Whether a day at `place` of `length` days in its period matches one of the weekdays. */
function isNth(weekday: number, byDay: readonly ByDay[], place: number, length: number): boolean {
  const fromStart = Math.ceil(place / 7);
  const fromEnd = -Math.ceil((length - place + 1) / 7);
  return byDay.some(
    (each) =>
      each.weekday === weekdays[weekday] &&
      (each.nth === null || each.nth === fromStart || each.nth === fromEnd),
  );
}

function listDaysOfYear(
  { year }: Pick<Civil, 'year'>,
  start: Temporal.PlainDate,
  { byDay, byMonth, byMonthDay }: RecurrenceRule,
): Day[] {
  const inMonths = (
    months: readonly number[],
    rule: Pick<RecurrenceRule, 'byDay' | 'byMonthDay'>,
  ) =>
    [...months]
      .sort((one, other) => one - other)
      .flatMap((month) => listDaysOfMonth({ year, month }, start, rule));
  if (byMonth.length > 0) return inMonths(byMonth, { byDay, byMonthDay });
  if (byMonthDay.length === 0 && byDay.length === 0) {
    return inMonths([start.month], { byDay, byMonthDay });
  }
  const before = toDayNumber({ year, month: 1, day: 1 }) - 1;
  const length = isLeapYear(year) ? 366 : 365;
  const isMeant = (number: number) =>
    byDay.length === 0 || isNth(getWeekdayIndex(number), byDay, number - before, length);
  if (byMonthDay.length > 0) {
    return inMonths(everyMonth, { byDay: [], byMonthDay }).filter((day) =>
      isMeant(toDayNumber(parseDay(day))),
    );
  }
  return Array.from({ length }, (_, offset) => before + 1 + offset)
    .filter(isMeant)
    .map((number) => formatDay(toCivil(number)));
}

const everyMonth = Array.from({ length: 12 }, (_, index) => index + 1);

/**
 * Refuses a rule with parts its frequency does not allow (RFC 5545), an end before the start, or a
 * start that is not an occurrence, for which RFC 5545 defines no meaning.
 */
export function checkRule(start: LocalDateTime, rule: RecurrenceRule): Refused | undefined {
  const { frequency, byDay, byMonthDay } = rule;
  const isByPeriod = frequency === 'monthly' || frequency === 'yearly';
  if (!isByPeriod && byDay.some(({ nth }) => nth !== null)) {
    return invalid(
      'Only monthly and yearly events can repeat on a numbered weekday, such as the first Monday',
    );
  }
  if (new Set(byDay.map(({ nth }) => nth === null)).size > 1) {
    // Other programs disagree about the meaning of both together.
    return invalid('Weekdays must be either all numbered, such as 2TU, or all plain');
  }
  if (frequency === 'monthly' && byDay.some(({ nth }) => Math.abs(nth ?? 0) > 5)) {
    return invalid('A month has at most five of each weekday');
  }
  if (rule.bySetPosition.length > 0) {
    if (!isByPeriod) return invalid('Only monthly and yearly events can repeat by BYSETPOS');
    if (byDay.length === 0 && byMonthDay.length === 0)
      return invalid('BYSETPOS needs days to choose from');
  }
  if (frequency === 'weekly' && byMonthDay.length > 0) {
    return invalid('Weekly events repeat on weekdays, not on days of the month');
  }
  if (rule.end.kind === 'until' && rule.end.until < start) {
    return invalid('The series ends before it starts');
  }
  const day = localToDay(start);
  const [first] = generateOccurrences(start, rule, { from: day, to: day });
  return first === start ? undefined : startNotInRule();
}

export function startNotInRule(): Refused {
  return invalid('The first day must match the recurrence rule');
}

/** A refusal of the recurrence. */
export function invalid(message: string): Refused {
  return refuse('invalid', 'recurrence_invalid', message, { field: 'recurrence' });
}
