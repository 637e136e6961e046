/**
 * The days of a recurring expense. Every day is computed from the first one, so that a rule needs no
 * stepping and January 31 is followed by February 28 and March 31. The database computes the same
 * (`hub.recurring_day`) and refuses another next day.
 */
import { lastDay as lastPossibleDay } from '#kit/calendar/calendar-day.ts';
import { type Day, toDay } from '#kit/day.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import type { RecurringRule } from './recurring.ts';

export type Interval = Pick<RecurringRule, 'frequency' | 'interval'>;

export type Schedule = Interval & {
  readonly firstDay: Day;
  /** Inclusive; `lastPossibleDay` for an endless rule. */
  readonly lastDay: Day;
  /** How many days are past, which is also the position of the next one. */
  readonly position: number;
  /** How many of those were skipped while paused. */
  readonly skipped: number;
};

const units = { weekly: 'weeks', monthly: 'months', yearly: 'years' } as const;
const lastPossibleYear = Number(lastPossibleDay.slice(0, 4));
/** Beyond, every rule has left the calendar. */
const maxSteps = { weekly: 430_000, monthly: 98_000, yearly: 8_200 } as const;

/** The day at a position, whether the rule has ended by then or not; undefined beyond the calendar. */
export function dayAt(
  { frequency, interval, firstDay }: Pick<Schedule, 'firstDay'> & Interval,
  position: number,
): Day | undefined {
  const steps = interval * position;
  if (steps > maxSteps[frequency]) return undefined;
  const day = Temporal.PlainDate.from(firstDay).add({ [units[frequency]]: steps });
  // Compared as a number, because years from 10000 on sort before others as text.
  return day.year > lastPossibleYear ? undefined : toDay(day);
}

/** The next day; null once the rule has ended. */
export function nextDay(schedule: Schedule): Day | null {
  const day = dayAt(schedule, schedule.position);
  return day !== undefined && isOnOrBefore(day, schedule.lastDay) ? day : null;
}

/** The schedule once the next day is made. */
export function afterMaking(schedule: Schedule): Schedule {
  return { ...schedule, position: schedule.position + 1 };
}

/** The schedule that goes on after a day; the days until then are skipped. */
export function skipThrough(schedule: Schedule, day: Day): Schedule {
  const { frequency, interval, firstDay, lastDay, position, skipped } = schedule;
  if (day < firstDay) return schedule;
  const through = day < lastDay ? day : lastDay;
  const unit = units[frequency];
  const passed = Temporal.PlainDate.from(firstDay).until(Temporal.PlainDate.from(through), {
    largestUnit: unit,
  })[unit];
  // The estimate may be one short, as February 28 is a whole month after January 31.
  const isPast = (at: number) => isOnOrBefore(dayAt(schedule, at), through);
  let next = Math.max(position, Math.floor(passed / interval));
  while (isPast(next)) next += 1;
  return { ...schedule, position: next, skipped: skipped + next - position };
}

function isOnOrBefore(day: Day | undefined, other: Day): boolean {
  return day !== undefined && day <= other;
}

/** Starts a rule on a day. A `count` is turned into the last day. */
export function startSchedule(
  { frequency, interval, endBy, count }: RecurringRule,
  firstDay: Day,
): Result<Schedule> {
  const counted = count === null ? null : dayAt({ frequency, interval, firstDay }, count - 1);
  const lastDay = endBy ?? counted ?? lastPossibleDay;
  const schedule = { frequency, interval, firstDay, lastDay, position: 0, skipped: 0 };
  return checkEnd(schedule) ?? ok(schedule);
}

/**
 * Applies a rule from a day on. As long as interval and day stay, days are counted from the same first
 * one: what began on the 31st stays at the end of the month.
 */
export function changeSchedule(
  schedule: Schedule,
  rule: RecurringRule,
  day: Day,
): Result<Schedule> {
  const started = startSchedule(rule, day);
  const isSame =
    rule.frequency === schedule.frequency &&
    rule.interval === schedule.interval &&
    nextDay(schedule) === day;
  if (!started.ok || !isSame) return started;
  const { position } = schedule;
  const counted = rule.count === null ? null : dayAt(schedule, position + rule.count - 1);
  return ok({ ...schedule, lastDay: rule.endBy ?? counted ?? lastPossibleDay });
}

export function toRule({ frequency, interval, lastDay }: Schedule): RecurringRule {
  const endBy = lastDay === lastPossibleDay ? null : lastDay;
  return { frequency, interval, endBy, count: null };
}

function checkEnd({ firstDay, lastDay }: Schedule): Refused | undefined {
  if (lastDay >= firstDay) return undefined;
  return refuse('invalid', 'ends_before_start', 'The last day is before the first one', {
    field: 'rule.endBy',
  });
}
