/** Which days may be given, and why another may not. */
import { addDays } from '#kit/calendar/month.ts';
import { type Day, formatDay, toDay } from '#kit/day.ts';
import { maxPauseDays, maxYearsAhead } from './contract.ts';

/** The due day of what says no other. */
export function usualDueDay(today: Day): Day {
  return addDays(today, 30);
}

export function lastDueDay(today: Day): Day {
  return toDay(Temporal.PlainDate.from(today).add({ years: maxYearsAhead }));
}

export function lastPausedDay(today: Day): Day {
  return addDays(today, maxPauseDays);
}

/** Why this is no day from today to the last one; '' is none yet. */
export function explainDay(day: Day | '', today: Day, last: Day): string | undefined {
  if (day === '') return 'Choose the day';
  if (day < today) return 'Choose today or a later day';
  return day > last ? `Choose a day until ${formatDay(last)}` : undefined;
}
