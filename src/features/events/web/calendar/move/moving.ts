import type { Day } from '#kit/day.ts';
import type { ShownOccurrence } from '../all-calendars.ts';

/** An event that was picked up, by the day of it that was grabbed. */
export type Moving = {
  readonly occurrence: ShownOccurrence;
  readonly from: Day;
  readonly by: 'keys' | 'pointer';
};
