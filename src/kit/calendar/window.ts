import { type Day, dayOfLocal, type LocalDateTime } from '#kit/day.ts';

/** The longest window one call may ask for: a year with its edges, and an end to the work. */
export const maxWindowDays = 400;

/** Whole days from the one day to the other; 0 for the same day, negative backwards. */
export function daysBetween(from: Day, to: Day): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;
}

/**
 * The longest that one event may last, in days from its first to its last: what bounds the search
 * for what goes on at a window's left edge.
 */
export const maxEventDays = 365;

/** Whether an event from one wall time to another is short enough. */
export function isShortEnough(start: LocalDateTime, end: LocalDateTime): boolean {
  return daysBetween(dayOfLocal(start), dayOfLocal(end)) <= maxEventDays;
}
