import { addDays } from '#kit/calendar/month.ts';
import { nameWeekday } from '#kit/calendar/weekday.ts';
import { type Day, formatDay } from '#kit/day.ts';

/** 'this morning' would claim too much: 'earlier today', 'yesterday', 'Tuesday', or 'Nov 3, 2026'. */
export function describeSince(day: Day, today: Day): string {
  if (day >= today) return 'earlier today';
  if (day === addDays(today, -1)) return 'yesterday';
  // A week ago has the same name as today.
  if (day < addDays(today, -6)) return formatDay(day);
  return nameWeekday(day);
}
