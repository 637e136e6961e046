import { addDays } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import { moveDayByKey } from '#web/ui/fields/day-navigation.ts';

/** A phone has room for fewer days. */
const countShownDays = (isCompact: boolean): number => (isCompact ? 3 : 7);

/** The days shown around a day: its week from Sunday, or on a phone the days from it. */
export function findShownDays(day: Day, isCompact: boolean): [Day, ...Day[]] {
  const first = isCompact ? day : (moveDayByKey(day, 'Home', false) ?? day);
  const rest = Array.from({ length: countShownDays(isCompact) - 1 }, (_, index) =>
    addDays(first, index + 1),
  );
  return [first, ...rest];
}

/**
 * 'Nov 22 – 28, 2026', with the month and year of both days where they differ; without the year where it is
 * `thisYear`.
 */
export function formatDaysTitle(days: readonly [Day, ...Day[]], thisYear?: number): string {
  const [first, last] = [days[0], days.at(-1) ?? days[0]].map((day) =>
    Temporal.PlainDate.from(day),
  );
  if (!first || !last) return '';
  const isSameYear = first.year === last.year;
  const start = first.toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    ...(!isSameYear && { year: 'numeric' }),
  });
  const end = isSameYear && first.month === last.month ? String(last.day) : formatMonthDay(last);
  const isKnownYear = isSameYear && last.year === thisYear;
  return `${start} – ${end}${isKnownYear ? '' : `, ${last.year}`}`;
}

function formatMonthDay(date: Temporal.PlainDate): string {
  return date.toLocaleString('en-US', { month: 'short', day: 'numeric' });
}
