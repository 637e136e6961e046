/** What reminders say of upcoming dates. */
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#kit/calendar/month.ts';
import { nameWeekday } from '#kit/calendar/weekday.ts';
import { plural } from '#kit/counts.ts';
import { type Day, type Instant, instantToDay, type LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import type { Paragraph } from '#server/mail/mail-frame.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import { isAllDay } from '../../all-day.ts';
import { formatWhen } from '../../format-times.ts';
import type { EventFaces } from '../../summary-contract.ts';

export type NoticeOccurrence = {
  readonly occurrenceId: Id<'occurrence'>;
  readonly eventId: Id<'event'>;
  readonly calendarId: Id<'calendar'>;
  readonly title: string;
  readonly location: string;
  readonly localStart: LocalDateTime;
  readonly localEnd: LocalDateTime;
  readonly startsAt: Instant;
  readonly timeZone: string;
  /** When RSVPs close; null unless it is before the start. */
  readonly deadline: Instant | null;
};

export const noticeColumns: RawBuilder<unknown> = sql`o.id as "occurrenceId", o.event_id as "eventId",
  o.calendar_id as "calendarId", coalesce(o.title, e.title) as title,
  coalesce(o.location, e.location) as location, o.local_start as "localStart", o.local_end as "localEnd",
  o.starts_at as "startsAt", e.time_zone as "timeZone",
  o.starts_at - make_interval(mins => o.rsvp_closes_minutes_before) as deadline`;

/** Dates that take place and start between these, along one index. */
export const joinUpcoming = (
  chapterId: Id<'chapter'>,
  after: Instant,
  until: Instant | 'infinity' = 'infinity',
) => sql`
  hub.event_occurrence o
  join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id and e.deleted_at is null
    and o.chapter_id = ${chapterId} and o.status = 'confirmed'
    and o.starts_at > ${after} and o.starts_at <= ${until}`;

export async function listUpcoming(
  db: Db,
  chapterId: Id<'chapter'>,
  after: Instant,
  until: Instant,
): Promise<NoticeOccurrence[]> {
  const { rows } = await sql<NoticeOccurrence>`select ${noticeColumns}
    from ${joinUpcoming(chapterId, after, until)} order by o.starts_at, o.id`.execute(db);
  return rows;
}

/** 'Today', 'Tomorrow', or the weekday. */
export function nameDay(day: Day, now: Instant, timeZone: string): string {
  const today = instantToDay(now, timeZone);
  if (day === today) return 'Today';
  return day === addDays(today, 1) ? 'Tomorrow' : nameWeekday(day);
}

/** Title, time and place, and who is coming as far as the reader may know. */
export function describeOccurrence(
  occurrence: NoticeOccurrence,
  faces: EventFaces | undefined,
  now: Instant,
): string {
  const { title, location, localStart, localEnd, timeZone } = occurrence;
  const thisYear = Number(instantToDay(now, timeZone).slice(0, 4));
  const zone = isAllDay(localStart, localEnd) ? '' : ` (${timeZone})`;
  const place = toSingleLine(location);
  return [
    `${toSingleLine(title)}: ${formatWhen(occurrence, { thisYear })}${zone}.`,
    ...(place === '' ? [] : [`Location: ${place}.`]),
    ...describeFaces(faces),
  ].join(' ');
}

function describeFaces(faces: EventFaces | undefined): string[] {
  if (!faces || faces.count === 0) return [];
  const names = faces.people.map(({ name }) => toSingleLine(name));
  const others = faces.count - names.length;
  if (names.length === 0) return [`Going: ${others}.`];
  return [`Going: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`];
}

export function describeGoing(guests: number): string {
  return guests === 0 ? "You're going." : `You're going, with ${plural(guests, 'guest')}.`;
}

/** To the only one, or to all. */
export function linkToOccurrences(
  occurrences: readonly NoticeOccurrence[],
  action: string,
  publicUrl: string,
): Paragraph {
  const [only, ...others] = occurrences;
  if (!only || others.length > 0)
    return { action: 'View Events and RSVP', link: `${publicUrl}/events` };
  return { action, link: linkToOccurrence(only, publicUrl) };
}

function linkToOccurrence(
  { eventId, occurrenceId, calendarId }: NoticeOccurrence,
  publicUrl: string,
): string {
  const search = { event: eventId, occurrence: occurrenceId, eventCalendar: calendarId };
  return `${publicUrl}/events?${new URLSearchParams(search).toString()}`;
}
