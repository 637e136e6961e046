import { sql } from 'kysely';
import { selectFileIds } from '#features/files/server/store.ts';
import type { Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { toPattern } from '#kit/recurrence/recurrence-pattern.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { EventDetail } from '../event.ts';
import { parseStoredRule } from './event-store.ts';
import { readParticipants, readRsvps } from './rsvp/rsvp-store.ts';
import type { NameViewer } from './rsvp/shown-names.ts';
import { type OccurrenceRow, occurrenceColumns } from './store.ts';

type DetailRow = OccurrenceRow & {
  series_start: LocalDateTime;
  series_end: LocalDateTime;
  recurrence: string | null;
  is_exception: boolean;
  capacity: number | null;
  max_guests: number;
  rsvp_closes_minutes_before: number | null;
  created_at: Instant;
  updated_at: Instant;
  version: number;
  creator: string;
  file_ids: Id<'file'>[];
  hides_names: boolean;
};

type DetailRequest = {
  readonly calendarId: Id<'calendar'>;
  readonly eventId: Id<'event'>;
  readonly occurrenceId?: Id<'occurrence'> | undefined;
};

/** Reads the event at the requested occurrence, or by default at the next one, or else the last. */
export async function findEvent(
  db: Db | Tx,
  caller: NameViewer & { readonly chapterId: Id<'chapter'> },
  { calendarId, eventId, occurrenceId }: DetailRequest,
  now: Instant,
): Promise<EventDetail | undefined> {
  const { chapterId, memberId } = caller;
  const found = await sql<DetailRow>`
    select ${occurrenceColumns}, e.local_start as series_start, e.local_end as series_end,
      e.recurrence, o.is_exception, o.capacity, o.max_guests, o.rsvp_closes_minutes_before,
      e.created_at, e.updated_at, e.version, e.hides_names, m.display_name as creator,
      ${selectFileIds('occurrence', 'o.chapter_id', 'o.id')} as file_ids
    from hub.event e
    join hub.event_occurrence o on o.chapter_id = e.chapter_id and o.event_id = e.id
      and o.status = 'confirmed'
    join hub.member m on m.chapter_id = e.chapter_id and m.id = e.created_by
    where e.chapter_id = ${chapterId} and e.calendar_id = ${calendarId} and e.id = ${eventId}
      and e.deleted_at is null
      and (${occurrenceId ?? null}::uuid is null or o.id = ${occurrenceId ?? null}::uuid)
    order by o.ends_at <= ${now}::timestamptz,
      case when o.ends_at > ${now}::timestamptz then o.starts_at end,
      o.starts_at desc, o.id
    limit 1
  `.execute(db);
  const [row] = found.rows;
  if (!row) return undefined;
  const rsvp = (await readRsvps(db, chapterId, [row.id], memberId, now)).get(row.id);
  if (!rsvp) throw new Error('an occurrence that was found must have RSVP counts');
  const participants = await readParticipants(db, caller, [row.id]);
  return { ...toDetail(row), rsvp, participants: participants.get(row.id)?.names ?? [] };
}

function toDetail(row: DetailRow): Omit<EventDetail, 'rsvp' | 'participants'> {
  return {
    id: row.event_id,
    calendarId: row.calendar_id,
    occurrenceId: row.id,
    title: row.title,
    description: row.description,
    location: row.location,
    startDate: row.local_start,
    endDate: row.local_end,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    categoryColor: row.category_color,
    isRecurring: row.recurrence !== null,
    isException: row.is_exception,
    recurrencePattern: row.recurrence === null ? null : toPattern(parseStoredRule(row.recurrence)),
    series: { startDate: row.series_start, endDate: row.series_end },
    capacity: row.capacity,
    maxGuests: row.max_guests,
    rsvpClosesMinutesBefore: row.rsvp_closes_minutes_before,
    hidesNames: row.hides_names,
    fileIds: row.file_ids,
    createdByUserId: row.created_by,
    audit: { createdBy: row.creator, createdAt: row.created_at, updatedAt: row.updated_at },
    version: row.version,
  };
}
