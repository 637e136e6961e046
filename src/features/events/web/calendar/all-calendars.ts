import type { Occurrence } from '../../occurrence.ts';
import type { OwnRsvp } from '../../rsvp/rsvp-contract.ts';

export { allCalendars } from '../every-calendar.ts';

/** `calendarName` is present if all calendars are shown. */
export type ShownOccurrence = Occurrence & {
  readonly calendarName?: string | undefined;
  /** The caller's own RSVP, undefined while there is none or it is not read yet. */
  readonly own?: OwnRsvp | undefined;
};
