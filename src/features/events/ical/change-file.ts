/** One occurrence that is new, changed or canceled, for the calendar of a member (RFC 5546). */
import type { RsvpAnswer } from '../rsvp/occurrence-rsvp.ts';
import { type AddedOccurrence, toOccurrenceUid } from './add-to-calendar.ts';
import { formatTimes } from './ical-feed.ts';
import { formatBasicInstant } from './ical-format.ts';
import { escapeText, formatLines } from './ical-lines.ts';
import { formatTimeZone } from './ical-zone.ts';

export type ChangedOccurrence = Omit<AddedOccurrence, 'startsAt' | 'endsAt'>;

export type ChangeAddress = { readonly name: string; readonly email: string };

export type ChangeFile = {
  readonly isCanceled: boolean;
  /** By which calendars know it, if that is not its UID now. */
  readonly formerUid?: string | undefined;
  /** Who emails it: calendars take changes from no one else. */
  readonly organizer: ChangeAddress;
  readonly attendee: ChangeAddress;
  /** Null before they RSVP'd. */
  readonly rsvp: { readonly answer: RsvpAnswer; readonly isWaitlisted: boolean } | null;
};

export function formatChangeFile(
  occurrence: ChangedOccurrence,
  { isCanceled, formerUid, organizer, attendee, rsvp }: ChangeFile,
): string {
  const { timeZone, audit, description, location, startDate, endDate } = occurrence;
  const times = formatTimes({ start: startDate, end: endDate }, timeZone);
  const years = { from: Number(startDate.slice(0, 4)) - 1, to: Number(endDate.slice(0, 4)) + 1 };
  const hasSpot = rsvp?.answer === 'going' && !rsvp.isWaitlisted;
  const status = hasSpot ? 'ACCEPTED' : rsvp ? 'TENTATIVE' : 'NEEDS-ACTION';
  return formatLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Chapter Hub//Chapter Hub//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${isCanceled ? 'CANCEL' : 'REQUEST'}`,
    ...(times.some((line) => line.includes(';TZID=')) ? formatTimeZone(timeZone, years) : []),
    'BEGIN:VEVENT',
    `UID:${formerUid ?? toOccurrenceUid(occurrence)}`,
    `DTSTAMP:${formatBasicInstant(audit.updatedAt)}`,
    `SEQUENCE:${occurrence.version}`,
    ...times,
    `SUMMARY:${escapeText(occurrence.title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...(location === '' ? [] : [`LOCATION:${escapeText(location)}`]),
    `ORGANIZER;${formatPerson(organizer)}`,
    // No reply is asked for, because nobody reads one: members change their RSVP in the hub.
    `ATTENDEE;PARTSTAT=${status};RSVP=FALSE;${formatPerson(attendee)}`,
    `STATUS:${isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${hasSpot ? 'OPAQUE' : 'TRANSPARENT'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
}

/** A quoted parameter can hold anything but quotes and control characters. */
function formatPerson({ name, email }: ChangeAddress): string {
  const quoted = name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll('"', "'");
  return `CN="${quoted}":mailto:${email}`;
}
