import type { Id } from '#kit/id.ts';
import { categoryColors } from '../../category-color.ts';
import type { Occurrence } from '../../occurrence.ts';
import type { OwnRsvp } from '../../rsvp/rsvp-contract.ts';

export { allCalendars } from '../every-calendar.ts';

/** `calendarName` is present if all calendars are shown. */
export type ShownOccurrence = Occurrence & {
  readonly calendarName?: string | undefined;
  /** The caller's own RSVP, undefined while there is none or it is not read yet. */
  readonly own?: OwnRsvp | undefined;
};

/** Calendars have no color of their own, so each gets the color of its place in the list. */
export function findCalendarColor(
  calendars: readonly { readonly id: Id<'calendar'> }[],
  calendarId: Id<'calendar'>,
): string {
  const at = calendars.findIndex(({ id }) => id === calendarId);
  return categoryColors.at(at % categoryColors.length)?.color ?? categoryColors[0].color;
}
