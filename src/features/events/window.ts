import type { Day } from '#kit/day.ts';

/** The longest window one call may ask for: a year with its edges, and an end to the work. */
export const maxWindowDays = 400;

/** Whole days from the one day to the other; 0 for the same day, negative backwards. */
export function daysBetween(from: Day, to: Day): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;
}
