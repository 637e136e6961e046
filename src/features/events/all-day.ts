/**
 * Events of whole days: days of the calendar and not of a clock, so that they are the same days in every
 * time zone. What lasts from one midnight to a later one is such an event, which needs no further mark.
 */
import { addDays } from '#kit/calendar/month.ts';
import { type Day, type LocalDateTime, localToDay } from '#kit/day.ts';

const midnight = 'T00:00';

export function isAllDay(start: LocalDateTime, end: LocalDateTime): boolean {
  return start.endsWith(midnight) && end.endsWith(midnight) && end > start;
}

/** From the first day to the last, both included. */
export function allDayTimes(
  first: Day,
  last: Day = first,
): { startDate: LocalDateTime; endDate: LocalDateTime } {
  return { startDate: `${first}${midnight}`, endDate: `${addDays(last, 1)}${midnight}` };
}

/** The last day that an event of whole days takes. */
export function lastDayOfAllDay(end: LocalDateTime): Day {
  return addDays(localToDay(end), -1);
}
