/** Calendars, events and their occurrences of one chapter. */
import { sql } from 'kysely';
import type { Day, Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/db.ts';
import type { NewId } from '#server/ids.ts';
import type { Calendar, EventDetail, NewEvent, Occurrence } from '../contract.ts';
import { instantsOf } from '../instants.ts';
import { addDays } from '../month.ts';
import { maxEventDays } from '../window.ts';

export async function listCalendars(db: Db, chapterId: Id): Promise<Calendar[]> {
  return db
    .selectFrom('calendar')
    .select(['id', 'name', 'is_main as isMain', 'time_zone as timeZone'])
    .where('chapter_id', '=', chapterId)
    .orderBy('is_main', 'desc')
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .execute();
}

export async function findCalendar(
  db: Db | Tx,
  chapterId: Id,
  calendarId: Id,
): Promise<Calendar | undefined> {
  return db
    .selectFrom('calendar')
    .select(['id', 'name', 'is_main as isMain', 'time_zone as timeZone'])
    .where('chapter_id', '=', chapterId)
    .where('id', '=', calendarId)
    .executeTakeFirst();
}

export type NewCalendar = {
  readonly id: Id;
  readonly name: string;
  readonly timeZone: string;
  readonly isMain: boolean;
  readonly createdAt: Instant;
};

export async function createCalendar(
  tx: Tx,
  chapterId: Id,
  calendar: NewCalendar,
): Promise<Calendar> {
  const { id, name, timeZone, isMain, createdAt } = calendar;
  await tx
    .insertInto('calendar')
    .values({
      chapter_id: chapterId,
      id,
      name,
      time_zone: timeZone,
      is_main: isMain,
      created_at: createdAt,
    })
    .execute();
  return { id, name, isMain, timeZone };
}

/** What a chapter has from birth: the calendar that the expense screens use. */
export async function createMainCalendar(
  tx: Tx,
  chapter: { readonly id: Id; readonly timeZone: string },
  by: { readonly now: Instant; readonly newId: NewId },
): Promise<void> {
  await createCalendar(tx, chapter.id, {
    id: by.newId(),
    name: 'Chapter events',
    timeZone: chapter.timeZone,
    isMain: true,
    createdAt: by.now,
  });
}

type OccurrenceRow = {
  event_id: Id;
  id: Id;
  calendar_id: Id;
  title: string;
  description: string;
  location: string;
  starts_at: Instant;
  ends_at: Instant;
  local_start: LocalDateTime;
  local_end: LocalDateTime;
  time_zone: string;
  created_by: Id;
  category_color: string;
};

const occurrenceColumns = sql`
  o.event_id, o.id, o.calendar_id, e.title, e.description, e.location, o.starts_at, o.ends_at,
  o.local_start, o.local_end, e.time_zone, e.created_by, e.category_color`;

function toOccurrence(row: OccurrenceRow): Occurrence {
  return {
    eventId: row.event_id,
    occurrenceId: row.id,
    calendarId: row.calendar_id,
    title: row.title,
    description: row.description,
    location: row.location,
    occurrenceStartDate: row.starts_at,
    occurrenceEndDate: row.ends_at,
    localStart: row.local_start,
    localEnd: row.local_end,
    timeZone: row.time_zone,
    participants: [],
    createdByUserId: row.created_by,
    categoryColor: row.category_color,
  };
}

/**
 * What happens on the days of a window, both included. Two ranges, each on an index of its own:
 * what starts inside, and what started before and still goes on (the end at midnight sharp, 00:00
 * of the first day, is over). One condition on start and end together would read all of the past,
 * and without the longest an event may last the second range would read all of the future.
 */
export async function listOccurrences(
  db: Db,
  chapterId: Id,
  calendarId: Id,
  window: { startDate: Day; endDate: Day },
): Promise<Occurrence[]> {
  const from: LocalDateTime = `${window.startDate}T00:00`;
  const to: LocalDateTime = `${addDays(window.endDate, 1)}T00:00`;
  const latestEnd: LocalDateTime = `${addDays(window.startDate, maxEventDays)}T00:00`;
  const found = await sql<OccurrenceRow>`
    with o as (
      select * from hub.event_occurrence
      where chapter_id = ${chapterId} and calendar_id = ${calendarId}
        and local_start >= ${from}::timestamp and local_start < ${to}::timestamp
        and status = 'confirmed'
      union all
      select * from hub.event_occurrence
      where chapter_id = ${chapterId} and calendar_id = ${calendarId} and spans
        and local_end > ${from}::timestamp and local_end < ${latestEnd}::timestamp
        and local_start < ${from}::timestamp
        and status = 'confirmed'
    )
    select ${occurrenceColumns}
    from o join hub.event e on e.chapter_id = ${chapterId} and e.id = o.event_id
    order by o.local_start, o.id
  `.execute(db);
  return found.rows.map(toOccurrence);
}

/** What starts at `now` or later, over all calendars, in order of time. */
export async function listUpcoming(
  db: Db,
  chapterId: Id,
  now: Instant,
  page: { skip: number; take: number },
): Promise<{ items: Occurrence[]; hasMore: boolean }> {
  const found = await sql<OccurrenceRow>`
    select ${occurrenceColumns}
    from hub.event_occurrence o
    join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
    where o.chapter_id = ${chapterId} and o.starts_at >= ${now}::timestamptz
      and o.status = 'confirmed'
    order by o.starts_at, o.id
    limit ${page.take + 1} offset ${page.skip}
  `.execute(db);
  return {
    items: found.rows.slice(0, page.take).map(toOccurrence),
    hasMore: found.rows.length > page.take,
  };
}

type DetailRow = OccurrenceRow & {
  event_start: LocalDateTime;
  event_end: LocalDateTime;
  created_at: Instant;
  updated_at: Instant;
  version: number;
  creator: string;
};

/** One event of the calendar, at its first occurrence. */
export async function findEvent(
  db: Db | Tx,
  chapterId: Id,
  calendarId: Id,
  eventId: Id,
): Promise<EventDetail | undefined> {
  const found = await sql<DetailRow>`
    select ${occurrenceColumns}, e.local_start as event_start, e.local_end as event_end,
      e.created_at, e.updated_at, e.version, m.display_name as creator
    from hub.event e
    join hub.event_occurrence o on o.chapter_id = e.chapter_id and o.event_id = e.id
    join hub.member m on m.chapter_id = e.chapter_id and m.id = e.created_by
    where e.chapter_id = ${chapterId} and e.calendar_id = ${calendarId} and e.id = ${eventId}
      and e.deleted_at is null
    order by o.original_local_start
    limit 1
  `.execute(db);
  const row = found.rows[0];
  return row && toDetail(row);
}

function toDetail(row: DetailRow): EventDetail {
  return {
    id: row.event_id,
    calendarId: row.calendar_id,
    occurrenceId: row.id,
    title: row.title,
    description: row.description,
    location: row.location,
    startDate: row.event_start,
    endDate: row.event_end,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    categoryColor: row.category_color,
    isRecurring: false,
    recurrencePattern: null,
    participants: [],
    createdByUserId: row.created_by,
    audit: { createdBy: row.creator, createdAt: row.created_at, updatedAt: row.updated_at },
    version: row.version,
  };
}

export type EventToCreate = NewEvent & {
  readonly id: Id;
  readonly occurrenceId: Id;
  readonly createdBy: Id;
  readonly createdAt: Instant;
};

/**
 * Adds an event that happens once, with its occurrence: the wall times of the calendar's zone are
 * the truth, the instants are derived from them here.
 */
export async function createEvent(
  tx: Tx,
  chapterId: Id,
  calendar: { readonly id: Id; readonly timeZone: string },
  event: EventToCreate,
): Promise<void> {
  await tx
    .insertInto('event')
    .values(toEventRow(chapterId, calendar, event))
    .execute();
  await tx
    .insertInto('event_occurrence')
    .values(toOccurrenceRow(chapterId, calendar, event))
    .execute();
}

function toEventRow(
  chapterId: Id,
  calendar: { readonly id: Id; readonly timeZone: string },
  event: EventToCreate,
) {
  return {
    chapter_id: chapterId,
    id: event.id,
    calendar_id: calendar.id,
    title: event.title,
    description: event.description,
    location: event.location,
    category_color: event.categoryColor,
    local_start: event.startDate,
    local_end: event.endDate,
    time_zone: calendar.timeZone,
    created_by: event.createdBy,
    created_at: event.createdAt,
    updated_at: event.createdAt,
  };
}

function toOccurrenceRow(
  chapterId: Id,
  calendar: { readonly id: Id; readonly timeZone: string },
  event: EventToCreate,
) {
  const { startsAt, endsAt } = instantsOf(event.startDate, event.endDate, calendar.timeZone);
  return {
    chapter_id: chapterId,
    id: event.occurrenceId,
    event_id: event.id,
    calendar_id: calendar.id,
    original_local_start: event.startDate,
    local_start: event.startDate,
    local_end: event.endDate,
    starts_at: startsAt,
    ends_at: endsAt,
  };
}
