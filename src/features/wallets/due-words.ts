/** Words for when something is due, or how late it is. */
import { daysBetween } from '#kit/calendar/window.ts';
import { plural } from '#kit/counts.ts';
import { type Day, formatDay } from '#kit/day.ts';

export function describeDue(dueOn: Day, today: Day): string {
  return dueOn === today ? 'Due today' : `Due ${formatNearDay(dueOn, today)}`;
}

export function describeLate(days: number): string {
  return `${plural(days, 'day')} late`;
}

/** 0 up to and on the due day. */
export function countDaysLate(dueOn: Day, today: Day): number {
  return Math.max(0, daysBetween(dueOn, today));
}

/** In which a day and a month mean only one day. */
const nearDays = 300;

/** 'Jan 31'; with the year if it is far from today. */
export function formatNearDay(day: Day, today: Day): string {
  const isNear = Math.abs(daysBetween(day, today)) < nearDays;
  return isNear ? formatDay(day).replace(/, \d+$/, '') : formatDay(day);
}
