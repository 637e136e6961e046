import type { Occurrence } from '../../occurrence.ts';

/** Stands where a calendar's id does: all of the chapter's together. */
export const allCalendars = 'all';

/** As a month shows it; among all calendars it says of which it is. */
export type ShownOccurrence = Occurrence & { readonly calendarName?: string | undefined };
