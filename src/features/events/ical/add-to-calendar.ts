/** One occurrence for somebody's own calendar: as a file, or as a link to a calendar on the web. */
import { localToDay } from '#kit/day.ts';
import { isAllDay } from '../all-day.ts';
import type { EventDetail } from '../event.ts';
import { isOnClockChange } from './ical-clock-changes.ts';
import { uidSuffix } from './ical-feed.ts';
import { formatBasicDay, formatBasicInstant, formatBasicLocal } from './ical-format.ts';
import { escapeText, formatLines } from './ical-lines.ts';
import { formatTimeZone } from './ical-zone.ts';

export type AddedOccurrence = Pick<
  EventDetail,
  | 'id'
  | 'occurrenceId'
  | 'isRecurring'
  | 'title'
  | 'description'
  | 'location'
  | 'startDate'
  | 'endDate'
  | 'startsAt'
  | 'endsAt'
  | 'timeZone'
  | 'audit'
  | 'version'
>;

/** By which calendars know the occurrence, however its series changes: the series' own id would stand for all of it. */
export function toOccurrenceUid({
  id,
  occurrenceId,
  isRecurring,
}: Pick<AddedOccurrence, 'id' | 'occurrenceId' | 'isRecurring'>): string {
  return `${isRecurring ? occurrenceId : id}${uidSuffix}`;
}

/** An iCalendar file with this occurrence only, in the event's own time zone. */
export function formatOccurrenceFile(occurrence: AddedOccurrence): string {
  const { timeZone, audit, description, location } = occurrence;
  const years = {
    from: Number(occurrence.startDate.slice(0, 4)) - 1,
    to: Number(occurrence.endDate.slice(0, 4)) + 1,
  };
  return formatLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Chapter Hub//Chapter Hub//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(isOfDays(occurrence) ? [] : formatTimeZone(timeZone, years)),
    'BEGIN:VEVENT',
    `UID:${toOccurrenceUid(occurrence)}`,
    `DTSTAMP:${formatBasicInstant(audit.updatedAt)}`,
    `SEQUENCE:${occurrence.version}`,
    ...formatTimes(occurrence),
    `SUMMARY:${escapeText(occurrence.title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...(location === '' ? [] : [`LOCATION:${escapeText(location)}`]),
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
}

function formatTimes(occurrence: AddedOccurrence): string[] {
  const { startDate, endDate, startsAt, endsAt, timeZone } = occurrence;
  if (isOfDays(occurrence))
    return [
      `DTSTART;VALUE=DATE:${formatBasicDay(startDate)}`,
      `DTEND;VALUE=DATE:${formatBasicDay(endDate)}`,
    ];
  if (isOfOddNight(occurrence))
    return [`DTSTART:${formatBasicInstant(startsAt)}`, `DTEND:${formatBasicInstant(endsAt)}`];
  return [
    `DTSTART;TZID=${timeZone}:${formatBasicLocal(startDate)}`,
    `DTEND;TZID=${timeZone}:${formatBasicLocal(endDate)}`,
  ];
}

/** Whose wall times others may read otherwise. */
function isOfOddNight({ startDate, endDate, timeZone }: AddedOccurrence): boolean {
  return isOnClockChange({ start: startDate, end: endDate }, timeZone);
}

function isOfDays({ startDate, endDate }: AddedOccurrence): boolean {
  return isAllDay(startDate, endDate);
}

/** Servers refuse longer addresses, and nobody reads that much in a calendar. */
const maxLinkedDescription = 1000;

export function linkToGoogleCalendar(occurrence: AddedOccurrence): string {
  const { startDate, endDate, startsAt, endsAt } = occurrence;
  const format = isOfDays(occurrence) ? formatBasicDay : formatBasicLocal;
  const dates = isOfOddNight(occurrence)
    ? `${formatBasicInstant(startsAt)}/${formatBasicInstant(endsAt)}`
    : `${format(startDate)}/${format(endDate)}`;
  return withQuery('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: occurrence.title,
    dates,
    ctz: isOfDays(occurrence) ? '' : occurrence.timeZone,
    details: shorten(occurrence.description),
    location: occurrence.location,
  });
}

export function linkToOutlook(occurrence: AddedOccurrence): string {
  return withQuery('https://outlook.live.com/calendar/0/deeplink/compose', {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: occurrence.title,
    ...(isOfDays(occurrence)
      ? {
          allday: 'true',
          startdt: localToDay(occurrence.startDate),
          enddt: localToDay(occurrence.endDate),
        }
      : { startdt: occurrence.startsAt, enddt: occurrence.endsAt }),
    body: shorten(occurrence.description),
    location: occurrence.location,
  });
}

function shorten(text: string): string {
  return Array.from(text).slice(0, maxLinkedDescription).join('');
}

function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  const filled = Object.entries(values).filter(([, value]) => value !== '');
  // Percent signs, because some calendars show a plus as it is.
  const query = filled.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${address}?${query.join('&')}`;
}
