import { type Day, type LocalDateTime, localToDay } from '#kit/day.ts';

/** The longest window one call may request: a year and some margin. */
export const maxWindowDays = 400;

/** Whole days between two days; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  if (from === to) return 0;
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;
}

/**
 * The longest an event may last, in days: bounds the search for events that started before a
 * window.
 */
export const maxEventDays = 365;

/** Whether an event is within the maximum length. */
export function isShortEnough(start: LocalDateTime, end: LocalDateTime): boolean {
  return daysBetween(localToDay(start), localToDay(end)) <= maxEventDays;
}
