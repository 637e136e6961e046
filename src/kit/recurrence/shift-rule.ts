import { type Day, type LocalDateTime, localToDay, localToTime, toDay } from '#kit/day.ts';
import { lastDay } from '../calendar/calendar-day.ts';
import { type ByDay, type RecurrenceRule, type Weekday, weekdays } from './recurrence.ts';

/**
 * Shifts a rule by a number of days as far as possible: Tuesdays become Wednesdays, the second
 * Tuesday becomes the weekday of the moved `occurrence`, the 15th its day. The end date moves
 * along, and so does the start of the week where the rule would skip other weeks. Parts that cannot be
 * shifted stay as they were.
 */
export function shiftRule(
  rule: RecurrenceRule,
  occurrence: LocalDateTime,
  days: number,
): RecurrenceRule {
  if (days === 0) return rule;
  const { end } = rule;
  const from = Temporal.PlainDate.from(localToDay(occurrence));
  const moved = from.add({ days });
  return {
    ...rule,
    byDay: shiftDays(rule, from, moved, days),
    byMonthDay: shiftMonthDays(rule, from, moved),
    weekStart: shiftWeekStart(rule, days),
    end:
      end.kind === 'until'
        ? { kind: 'until', until: `${shiftEnd(end.until, days)}T${localToTime(end.until)}` }
        : end,
  };
}

/** Never past the last possible day. */
function shiftEnd(until: LocalDateTime, days: number): Day {
  const moved = Temporal.PlainDate.from(localToDay(until)).add({ days });
  return Temporal.PlainDate.compare(moved, lastDay) > 0 ? lastDay : toDay(moved);
}

function shiftDays(
  { frequency, byDay }: RecurrenceRule,
  from: Temporal.PlainDate,
  moved: Temporal.PlainDate,
  days: number,
): readonly ByDay[] {
  const [only] = byDay;
  if (frequency === 'weekly' || frequency === 'daily') {
    return byDay.map(({ weekday, nth }) => ({ weekday: weekdayAfter(weekday, days), nth }));
  }
  if (frequency !== 'monthly' || !only || byDay.length > 1) return byDay;
  const weekday = weekdays[moved.dayOfWeek - 1] ?? only.weekday;
  if (only.nth === null) return byDay;
  const isSameMonth = from.year === moved.year && from.month === moved.month;
  if (!isSameMonth) return byDay;
  const nth =
    only.nth > 0 ? Math.ceil(moved.day / 7) : -Math.ceil((moved.daysInMonth - moved.day + 1) / 7);
  return [{ weekday, nth }];
}

/**
 * Every second Monday and Friday becomes Wednesday and the Sunday after it, in weeks that begin on a
 * Tuesday. Weeks begin on Sunday if that means the same, as in the rules of the event form.
 */
function shiftWeekStart(
  { frequency, interval, byDay, weekStart }: RecurrenceRule,
  days: number,
): Weekday {
  if (frequency !== 'weekly' || interval === 1) return weekStart;
  const shifted = weekdayAfter(weekStart, days);
  const places = byDay.map(({ weekday }) => daysToWeekday(weekStart, weekday));
  // The weekdays from the shifted start of the week up to Saturday belong to the Sunday before.
  const daysToSunday = daysToWeekday(shifted, 'SU');
  const isSplit =
    places.some((place) => place < daysToSunday) && places.some((place) => place >= daysToSunday);
  return isSplit ? shifted : 'SU';
}

function daysToWeekday(from: Weekday, to: Weekday): number {
  return (weekdays.indexOf(to) - weekdays.indexOf(from) + 7) % 7;
}

/**
 * Which weekdays of a weekly rule move when `occurrence` moves by a number of days and the rule
 * changes: only Thursdays if Tuesdays and Thursdays become Tuesdays and Fridays. Undefined if all
 * of them move.
 */
export function findMovingWeekdays(
  before: RecurrenceRule,
  after: RecurrenceRule,
  occurrence: LocalDateTime,
  days: number,
): ReadonlySet<Weekday> | undefined {
  if (before.frequency !== 'weekly' || after.frequency !== 'weekly' || days % 7 === 0) {
    return undefined;
  }
  const own = getWeekday(occurrence);
  const old = before.byDay.length === 0 ? [own] : before.byDay.map(({ weekday }) => weekday);
  const named = new Set(after.byDay.map(({ weekday }) => weekday));
  if (old.every((weekday) => named.has(weekdayAfter(weekday, days)))) return undefined;
  const moving = old.filter((weekday) => weekday === own || !named.has(weekday));
  return moving.length < old.length ? new Set(moving) : undefined;
}

export function getWeekday(local: LocalDateTime): Weekday {
  const { dayOfWeek } = Temporal.PlainDate.from(localToDay(local));
  return weekdays[dayOfWeek - 1] ?? 'MO';
}

function weekdayAfter(weekday: ByDay['weekday'], days: number): ByDay['weekday'] {
  const index = (((weekdays.indexOf(weekday) + days) % 7) + 7) % 7;
  return weekdays[index] ?? weekday;
}

function shiftMonthDays(
  { frequency, byMonthDay }: RecurrenceRule,
  from: Temporal.PlainDate,
  moved: Temporal.PlainDate,
): readonly number[] {
  const [only] = byMonthDay;
  const isByMonth = frequency === 'monthly' || frequency === 'yearly';
  if (!isByMonth || byMonthDay.length !== 1 || only !== from.day) return byMonthDay;
  return [moved.day];
}
