/** English names of days of the week, without `Intl` as in day.ts. */
import { type Day, formatLongDay } from '#kit/day.ts';

export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** 'Friday' */
export function nameWeekday(day: Day): string {
  return weekdays[Temporal.PlainDate.from(day).dayOfWeek % 7] ?? '';
}

/** 'Friday, November 20, 2026' */
export function formatFullDay(day: Day): string {
  return `${nameWeekday(day)}, ${formatLongDay(day)}`;
}
