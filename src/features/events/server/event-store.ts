/** Stores events as series, the source of truth. For occurrences see occurrence-rows.ts. */
import { sql } from 'kysely';
import type { Day, Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { formatRule, parseRule } from '#kit/recurrence/rule-text.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { mapInTurns } from '#server/turns.ts';
import type { Exception, Series } from '../series.ts';
import { deleteExceptions, insertExceptions, readExceptions } from './exception-store.ts';

export type StoredEvent = {
  readonly id: Id<'event'>;
  readonly calendarId: Id<'calendar'>;
  readonly timeZone: string;
  readonly series: Series;
  /** The last day up to which every occurrence has a row; null if all of them have one. */
  readonly expandedUntil: Day | null;
  /** Of all dates: only its host, treasurers and admins see who is coming. */
  readonly hidesNames: boolean;
  readonly createdBy: Id<'member'>;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
};

/** Locks the event until the transaction ends, so that only one writer changes its rows. */
export async function lockEvent(
  tx: Tx,
  chapterId: Id<'chapter'>,
  calendarId: Id<'calendar'>,
  eventId: Id<'event'>,
): Promise<StoredEvent | undefined> {
  const row = await selectEvents(tx, chapterId)
    .where('calendar_id', '=', calendarId)
    .where('id', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const exceptions = await readExceptions(tx, chapterId, [row.id]);
  return toEvent(row, exceptions.get(row.id) ?? new Map());
}

/** Like `lockEvent`, for many events. */
export async function lockEvents(
  tx: Tx,
  chapterId: Id<'chapter'>,
  eventIds: readonly Id<'event'>[],
): Promise<StoredEvent[]> {
  const rows = await selectEventsById(tx, chapterId, eventIds).forNoKeyUpdate().execute();
  return attachExceptions(tx, chapterId, rows);
}

/** Like `lockEvents`, but skips events that another transaction has locked. */
export async function lockAvailableEvents(
  tx: Tx,
  chapterId: Id<'chapter'>,
  eventIds: readonly Id<'event'>[],
): Promise<StoredEvent[]> {
  const many = selectEventsById(tx, chapterId, eventIds);
  return attachExceptions(tx, chapterId, await many.forNoKeyUpdate().skipLocked().execute());
}

export async function readEvents(
  db: Db,
  chapterId: Id<'chapter'>,
  eventIds: readonly Id<'event'>[],
): Promise<StoredEvent[]> {
  const rows = await selectEventsById(db, chapterId, eventIds).execute();
  return attachExceptions(db, chapterId, rows);
}

/** Like `readEvents`, including deleted events, which attendees may still expect. */
export async function readEventsIncludingDeleted(
  db: Db,
  chapterId: Id<'chapter'>,
  eventIds: readonly Id<'event'>[],
): Promise<{ event: StoredEvent; isDeleted: boolean }[]> {
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('chapter_id', '=', chapterId)
    .where('id', '=', sql<Id<'event'>>`any(${eventIds}::uuid[])`)
    .orderBy('local_start')
    .orderBy('id')
    .execute();
  const events = await attachExceptions(db, chapterId, rows);
  return events.map((event, index) => ({
    event,
    isDeleted: typeof rows[index]?.deleted_at === 'string',
  }));
}

/** Ordered, so that concurrent locks cannot deadlock. */
function selectEventsById(db: Db | Tx, chapterId: Id<'chapter'>, eventIds: readonly Id<'event'>[]) {
  return selectEvents(db, chapterId)
    .where('id', '=', sql<Id<'event'>>`any(${eventIds}::uuid[])`)
    .orderBy('id');
}

function selectEvents(db: Db | Tx, chapterId: Id<'chapter'>) {
  return db
    .selectFrom('event')
    .selectAll()
    .where('chapter_id', '=', chapterId)
    .where('deleted_at', 'is', null);
}

type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['executeTakeFirstOrThrow']>>;

async function attachExceptions(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  rows: readonly EventRow[],
): Promise<StoredEvent[]> {
  const exceptions = await readExceptions(
    db,
    chapterId,
    rows.map(({ id }) => id),
  );
  return mapInTurns(rows, (row) => toEvent(row, exceptions.get(row.id) ?? new Map()));
}

function toEvent(row: EventRow, exceptions: ReadonlyMap<LocalDateTime, Exception>): StoredEvent {
  return {
    id: row.id,
    calendarId: row.calendar_id,
    timeZone: row.time_zone,
    series: {
      start: row.local_start,
      end: row.local_end,
      rule: row.recurrence === null ? null : parseStoredRule(row.recurrence),
      fields: {
        title: row.title,
        description: row.description,
        location: row.location,
        categoryColor: row.category_color,
        capacity: row.capacity,
        maxGuests: row.max_guests,
        rsvpClosesMinutesBefore: row.rsvp_closes_minutes_before,
      },
      exceptions,
    },
    expandedUntil: row.expanded_until,
    hidesNames: row.hides_names,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

export function parseStoredRule(text: string) {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error('a stored rule must be valid');
  return rule.value;
}

export async function insertEvent(
  tx: Tx,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
): Promise<void> {
  await insertEvents(tx, chapterId, [event]);
}

/** Sends the rows as one JSON parameter, for up to a few hundred events at once. */
export async function insertEvents(
  tx: Tx,
  chapterId: Id<'chapter'>,
  events: readonly StoredEvent[],
): Promise<void> {
  const rows: EventRow[] = events.map((event) => ({
    chapter_id: chapterId,
    id: event.id,
    calendar_id: event.calendarId,
    time_zone: event.timeZone,
    created_by: event.createdBy,
    created_at: event.createdAt,
    updated_at: event.updatedAt,
    version: event.version,
    deleted_at: null,
    ...toColumns(event),
  }));
  await sql`
    insert into hub.event
    select n.* from jsonb_populate_recordset(null::hub.event, ${JSON.stringify(rows)}::jsonb) n
  `.execute(tx);
  await insertExceptions(
    tx,
    chapterId,
    events.map(({ id, series }) => [id, series.exceptions]),
  );
}

/** Updates everything that an edit of the series can change. */
export async function saveEvent(
  tx: Tx,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
): Promise<void> {
  await tx
    .updateTable('event')
    .set({ ...toColumns(event), updated_at: event.updatedAt, version: event.version })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', event.id)
    .execute();
  await deleteExceptions(tx, chapterId, event.id);
  await insertExceptions(tx, chapterId, [[event.id, event.series.exceptions]]);
}

export async function saveExpandedUntil(
  tx: Tx,
  chapterId: Id<'chapter'>,
  eventId: Id<'event'>,
  until: Day | null,
): Promise<void> {
  await tx
    .updateTable('event')
    .set({ expanded_until: until })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', eventId)
    .execute();
}

/** Marks the event as deleted; linked expenses still refer to it. */
export async function saveDeletedEvent(
  tx: Tx,
  chapterId: Id<'chapter'>,
  eventId: Id<'event'>,
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('event')
    .set((event) => ({ deleted_at: now, updated_at: now, version: event('version', '+', 1) }))
    .where('chapter_id', '=', chapterId)
    .where('id', '=', eventId)
    .execute();
}

function toColumns({ series, expandedUntil, hidesNames }: StoredEvent) {
  const { start, end, rule, fields } = series;
  return {
    local_start: start,
    local_end: end,
    title: fields.title,
    description: fields.description,
    location: fields.location,
    category_color: fields.categoryColor,
    capacity: fields.capacity,
    max_guests: fields.maxGuests,
    rsvp_closes_minutes_before: fields.rsvpClosesMinutesBefore,
    recurrence: rule && formatRule(rule),
    expanded_until: expandedUntil,
    hides_names: hidesNames,
  };
}
