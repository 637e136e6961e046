/** Events as they are in the database: the series, which is the truth, without its occurrences. */
import { sql } from 'kysely';
import type { Day, Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { formatRule, parseRule } from '#kit/recurrence/rule-text.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { EventFields, Exception, Series } from '../series.ts';

export type StoredEvent = {
  readonly id: Id<'event'>;
  readonly calendarId: Id<'calendar'>;
  readonly timeZone: string;
  readonly series: Series;
  /** Up to this day every occurrence has a row; null: all of them have. */
  readonly expandedUntil: Day | null;
  readonly createdBy: Id<'member'>;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
};

/** The event, kept still until the transaction ends, so that its rows change by one hand. */
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

/** As `lockEvent`, of many. */
export async function lockEvents(
  tx: Tx,
  chapterId: Id<'chapter'>,
  eventIds: readonly Id<'event'>[],
): Promise<StoredEvent[]> {
  const rows = await selectMany(tx, chapterId, eventIds).forNoKeyUpdate().execute();
  return withExceptions(tx, chapterId, rows);
}

/** As `lockEvents`, without those that somebody else holds. */
export async function lockFreeEvents(
  tx: Tx,
  chapterId: Id<'chapter'>,
  eventIds: readonly Id<'event'>[],
): Promise<StoredEvent[]> {
  const many = selectMany(tx, chapterId, eventIds);
  return withExceptions(tx, chapterId, await many.forNoKeyUpdate().skipLocked().execute());
}

export async function readEvents(
  db: Db,
  chapterId: Id<'chapter'>,
  eventIds: readonly Id<'event'>[],
): Promise<StoredEvent[]> {
  const rows = await selectMany(db, chapterId, eventIds).execute();
  return withExceptions(db, chapterId, rows);
}

/** As `readEvents`, and those that were deleted, which somebody may still wait for. */
export async function readEventsEvenDeleted(
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
  const events = await withExceptions(db, chapterId, rows);
  return events.map((event, index) => ({
    event,
    isDeleted: typeof rows[index]?.deleted_at === 'string',
  }));
}

/** Always in the same order, so that two who lock them never wait for each other. */
function selectMany(db: Db | Tx, chapterId: Id<'chapter'>, eventIds: readonly Id<'event'>[]) {
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

async function withExceptions(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  rows: readonly EventRow[],
): Promise<StoredEvent[]> {
  const exceptions = await readExceptions(
    db,
    chapterId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toEvent(row, exceptions.get(row.id) ?? new Map()));
}

async function readExceptions(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  eventIds: readonly Id<'event'>[],
): Promise<Map<Id<'event'>, Map<LocalDateTime, Exception>>> {
  const rows = await db
    .selectFrom('event_exception')
    .selectAll()
    .where('chapter_id', '=', chapterId)
    .where('event_id', '=', sql<Id<'event'>>`any(${eventIds}::uuid[])`)
    .execute();
  const byEvent = new Map<Id<'event'>, Map<LocalDateTime, Exception>>();
  for (const row of rows) {
    const ofEvent = byEvent.get(row.event_id) ?? new Map<LocalDateTime, Exception>();
    ofEvent.set(row.original_local_start, toException(row));
    byEvent.set(row.event_id, ofEvent);
  }
  return byEvent;
}

function toEvent(row: EventRow, exceptions: ReadonlyMap<LocalDateTime, Exception>): StoredEvent {
  return {
    id: row.id,
    calendarId: row.calendar_id,
    timeZone: row.time_zone,
    series: {
      start: row.local_start,
      end: row.local_end,
      rule: row.recurrence === null ? null : storedRule(row.recurrence),
      fields: {
        title: row.title,
        description: row.description,
        location: row.location,
        categoryColor: row.category_color,
        capacity: row.capacity,
        rsvpClosesMinutesBefore: row.rsvp_closes_minutes_before,
      },
      exceptions,
    },
    expandedUntil: row.expanded_until,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

export function storedRule(text: string) {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error('a stored rule must be readable');
  return rule.value;
}

function toException(row: {
  readonly is_cancelled: boolean;
  readonly title: string | null;
  readonly description: string | null;
  readonly location: string | null;
  readonly category_color: string | null;
  readonly local_start: LocalDateTime | null;
  readonly local_end: LocalDateTime | null;
  readonly has_own_capacity: boolean;
  readonly capacity: number | null;
  readonly has_own_deadline: boolean;
  readonly rsvp_closes_minutes_before: number | null;
}): Exception {
  const fields: Partial<EventFields> = {
    ...(row.title === null ? {} : { title: row.title }),
    ...(row.description === null ? {} : { description: row.description }),
    ...(row.location === null ? {} : { location: row.location }),
    ...(row.category_color === null ? {} : { categoryColor: row.category_color }),
    ...(row.has_own_capacity ? { capacity: row.capacity } : {}),
    ...(row.has_own_deadline ? { rsvpClosesMinutesBefore: row.rsvp_closes_minutes_before } : {}),
  };
  const { local_start: start, local_end: end } = row;
  const times = start === null || end === null ? null : { start, end };
  return { isCancelled: row.is_cancelled, fields, times };
}

export async function insertEvent(
  tx: Tx,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
): Promise<void> {
  await tx
    .insertInto('event')
    .values({
      chapter_id: chapterId,
      id: event.id,
      calendar_id: event.calendarId,
      time_zone: event.timeZone,
      created_by: event.createdBy,
      created_at: event.createdAt,
      updated_at: event.updatedAt,
      version: event.version,
      ...columnsOf(event),
    })
    .execute();
  await insertExceptions(tx, chapterId, event);
}

/** Writes what a change of a series may have changed, one version on. */
export async function saveEvent(
  tx: Tx,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
): Promise<void> {
  await tx
    .updateTable('event')
    .set({ ...columnsOf(event), updated_at: event.updatedAt, version: event.version })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', event.id)
    .execute();
  await tx
    .deleteFrom('event_exception')
    .where('chapter_id', '=', chapterId)
    .where('event_id', '=', event.id)
    .execute();
  await insertExceptions(tx, chapterId, event);
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

/** The event stays in the database, for the expenses that speak of it. */
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

function columnsOf({ series, expandedUntil }: StoredEvent) {
  const { start, end, rule, fields } = series;
  return {
    local_start: start,
    local_end: end,
    title: fields.title,
    description: fields.description,
    location: fields.location,
    category_color: fields.categoryColor,
    capacity: fields.capacity,
    rsvp_closes_minutes_before: fields.rsvpClosesMinutesBefore,
    recurrence: rule && formatRule(rule),
    expanded_until: expandedUntil,
  };
}

/** As one JSON value: a long series may have thousands. */
async function insertExceptions(
  tx: Tx,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
): Promise<void> {
  const rows = [...event.series.exceptions].map(([original, { isCancelled, fields, times }]) => ({
    chapter_id: chapterId,
    event_id: event.id,
    original_local_start: original,
    is_cancelled: isCancelled,
    title: fields.title,
    description: fields.description,
    location: fields.location,
    category_color: fields.categoryColor,
    local_start: times?.start,
    local_end: times?.end,
    has_own_capacity: 'capacity' in fields,
    capacity: fields.capacity,
    has_own_deadline: 'rsvpClosesMinutesBefore' in fields,
    rsvp_closes_minutes_before: fields.rsvpClosesMinutesBefore,
  }));
  if (rows.length === 0) return;
  await sql`
    insert into hub.event_exception
    select * from jsonb_populate_recordset(null::hub.event_exception, ${JSON.stringify(rows)}::jsonb)
  `.execute(tx);
}
