import type { Day } from '#kit/day.ts';
import type { ShownOccurrence } from '../all-calendars.ts';

/** An event that was picked up in the month, by the day of it that was grabbed. */
export type Moving = {
  readonly occurrence: ShownOccurrence;
  readonly from: Day;
  readonly by: 'keys' | 'pointer';
  /** Whether the pointer moves all of it or only its end. */
  readonly kind: 'move' | 'end';
};
