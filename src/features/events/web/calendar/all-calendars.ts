import type { Occurrence } from '../../occurrence.ts';

/** Used in place of a calendar's id for all calendars of the chapter. */
export const allCalendars = 'all';

/** `calendarName` is present if all calendars are shown. */
export type ShownOccurrence = Occurrence & { readonly calendarName?: string | undefined };
