/** Reads the calendars, events and occurrences of a chapter. */
import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#kit/calendar/month.ts';
import { maxEventDays } from '#kit/calendar/window.ts';
import type { Day, Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { mapInTurns } from '#server/turns.ts';
import type { Calendar } from '../listing-contract.ts';
import { maxExcerptLength, type Occurrence } from '../occurrence.ts';
import { maxOccurrences } from '../series.ts';

export async function listCalendars(db: Db | Tx, chapterId: Id<'chapter'>): Promise<Calendar[]> {
  return db
    .selectFrom('calendar')
    .select(['id', 'name', 'is_main as isMain', 'time_zone as timeZone'])
    .where('chapter_id', '=', chapterId)
    .orderBy('is_main', 'desc')
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .execute();
}

/** Whether the chapter has any event, past or upcoming, in any calendar. */
export async function hasEvents(db: Db, chapterId: Id<'chapter'>): Promise<boolean> {
  const found = await db
    .selectFrom('event')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function findCalendar(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  calendarId: Id<'calendar'>,
): Promise<Calendar | undefined> {
  return db
    .selectFrom('calendar')
    .select(['id', 'name', 'is_main as isMain', 'time_zone as timeZone'])
    .where('chapter_id', '=', chapterId)
    .where('id', '=', calendarId)
    .executeTakeFirst();
}

export type NewCalendar = {
  readonly id: Id<'calendar'>;
  readonly name: string;
  readonly timeZone: string;
  readonly isMain: boolean;
  readonly createdAt: Instant;
};

export async function createCalendar(
  tx: Tx,
  chapterId: Id<'chapter'>,
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

/** Every new chapter gets a main calendar, which the expense screens use. */
export async function createMainCalendar(
  tx: Tx,
  chapter: { readonly id: Id<'chapter'>; readonly timeZone: string },
  by: { readonly now: Instant; readonly newId: () => Id<'calendar'> },
): Promise<void> {
  await createCalendar(tx, chapter.id, {
    id: by.newId(),
    name: 'Chapter events',
    timeZone: chapter.timeZone,
    isMain: true,
    createdAt: by.now,
  });
}

export type OccurrenceRow = {
  event_id: Id<'event'>;
  id: Id<'occurrence'>;
  calendar_id: Id<'calendar'>;
  title: string;
  description: string;
  location: string;
  starts_at: Instant;
  ends_at: Instant;
  local_start: LocalDateTime;
  local_end: LocalDateTime;
  time_zone: string;
  created_by: Id<'member'>;
  category_color: string;
};

const description = sql`coalesce(o.description, e.description)`;

/** Selects from an occurrence `o` and its event `e`. */
export const occurrenceColumns = columnsWith(description);

function columnsWith(shownDescription: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    o.event_id, o.id, o.calendar_id, coalesce(o.title, e.title) as title,
    ${shownDescription} as description,
    coalesce(o.location, e.location) as location, o.starts_at, o.ends_at,
    o.local_start, o.local_end, e.time_zone, e.created_by,
    coalesce(o.category_color, e.category_color) as category_color`;
}

export function toOccurrence(row: OccurrenceRow): Occurrence {
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

export type CalendarsOfChapter = {
  readonly chapterId: Id<'chapter'>;
  readonly calendarIds: readonly Id<'calendar'>[];
};

/**
 * Lists the occurrences on the days of a window, both included. Those that start inside it are one
 * index range. Those that started earlier and are still ongoing (not those that end at 00:00 of the
 * first day) are found by span class: their maximum duration in days, as a power of two, with one
 * index range each. A single condition on start and end would read the whole past. The ranges are
 * written out because a join with them is planned as one long range. Refuses a window with more than
 * `maxOccurrences`, and shortens descriptions to `maxExcerptLength`.
 */
export async function listOccurrences(
  db: Db,
  { chapterId, calendarIds }: CalendarsOfChapter,
  window: { startDate: Day; endDate: Day },
): Promise<Result<Occurrence[]>> {
  const from: LocalDateTime = `${window.startDate}T00:00`;
  const to: LocalDateTime = `${addDays(window.endDate, 1)}T00:00`;
  const inCalendars = sql`chapter_id = ${chapterId} and calendar_id = any(${calendarIds}::uuid[])
    and status = 'confirmed'`;
  const ongoing = spanClasses.map(
    (span) => sql`
      select * from hub.event_occurrence
      where ${inCalendars} and spans and span_class = ${sql.lit(span)}
        and local_start >= ${addDays(window.startDate, -(2 ** span))}::timestamp
        and local_start < ${from}::timestamp and local_end > ${from}::timestamp`,
  );
  const found = await sql<OccurrenceRow>`
    with o as materialized (
      select * from hub.event_occurrence
      where ${inCalendars} and local_start >= ${from}::timestamp and local_start < ${to}::timestamp
      union all ${sql.join(ongoing, sql` union all `)}
      order by local_start, id
      limit ${maxOccurrences + 1}
    )
    select ${columnsWith(sql`left(${description}, ${sql.lit(maxExcerptLength)})`)}
    from o join hub.event e on e.chapter_id = ${chapterId} and e.id = o.event_id
    order by o.local_start, o.id
  `.execute(db);
  if (found.rows.length > maxOccurrences) return windowTooFull();
  return ok(await mapInTurns(found.rows, toOccurrence));
}

export function windowTooFull(): Refused {
  const message = 'Too many events in this window. Ask for fewer days.';
  return refuse('invalid', 'window_too_full', message, { field: 'endDate' });
}

/** Two to the power of the last class is longer than any event. */
const spanClasses = Array.from(
  { length: Math.ceil(Math.log2(maxEventDays)) + 1 },
  (_, span) => span,
);

/** Occurrences in all calendars that start at `now` or later, in chronological order. */
export async function listUpcoming(
  db: Db,
  chapterId: Id<'chapter'>,
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

export async function eventExists(
  db: Db,
  chapterId: Id<'chapter'>,
  id: Id<'event'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('event')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Without those that are deleted. */
export async function listEventTitles(
  db: Db,
  chapterId: Id<'chapter'>,
  ids: readonly Id<'event'>[],
): Promise<{ id: Id<'event'>; title: string }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('event')
    .select(['id', 'title'])
    .where('chapter_id', '=', chapterId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** As SQL in a sheet, the title of the event whose id is in `column`; the row is `t`. */
export const titleOf = (column: string) =>
  `(select e.title from hub.event e where e.chapter_id = t.chapter_id and e.id = ${column})`;
