/** Stores the exceptions of series: occurrences that were changed or canceled one by one. */
import { sql } from 'kysely';
import type { LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { EventFields, Exception } from '../series.ts';

export async function readExceptions(
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
    const exceptions = byEvent.get(row.event_id) ?? new Map<LocalDateTime, Exception>();
    exceptions.set(row.original_local_start, toException(row));
    byEvent.set(row.event_id, exceptions);
  }
  return byEvent;
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
  readonly max_guests: number | null;
  readonly has_own_deadline: boolean;
  readonly rsvp_closes_minutes_before: number | null;
}): Exception {
  const fields: Partial<EventFields> = {
    ...(row.title === null ? {} : { title: row.title }),
    ...(row.description === null ? {} : { description: row.description }),
    ...(row.location === null ? {} : { location: row.location }),
    ...(row.category_color === null ? {} : { categoryColor: row.category_color }),
    ...(row.has_own_capacity ? { capacity: row.capacity } : {}),
    ...(row.max_guests === null ? {} : { maxGuests: row.max_guests }),
    ...(row.has_own_deadline ? { rsvpClosesMinutesBefore: row.rsvp_closes_minutes_before } : {}),
  };
  const { local_start: start, local_end: end } = row;
  const times = start === null || end === null ? null : { start, end };
  return { isCanceled: row.is_cancelled, fields, times };
}

export async function deleteExceptions(
  tx: Tx,
  chapterId: Id<'chapter'>,
  eventId: Id<'event'>,
): Promise<void> {
  await tx
    .deleteFrom('event_exception')
    .where('chapter_id', '=', chapterId)
    .where('event_id', '=', eventId)
    .execute();
}

/** Sends the rows as one JSON parameter, because a long series may have thousands. */
export async function insertExceptions(
  tx: Tx,
  chapterId: Id<'chapter'>,
  events: readonly (readonly [Id<'event'>, ReadonlyMap<LocalDateTime, Exception>])[],
): Promise<void> {
  const all = events.flatMap(([id, exceptions]) =>
    [...exceptions].map(([original, exception]) => ({ id, original, exception })),
  );
  const rows = all.map(({ id, original, exception: { isCanceled, fields, times } }) => ({
    chapter_id: chapterId,
    event_id: id,
    original_local_start: original,
    is_cancelled: isCanceled,
    title: fields.title,
    description: fields.description,
    location: fields.location,
    category_color: fields.categoryColor,
    local_start: times?.start,
    local_end: times?.end,
    has_own_capacity: 'capacity' in fields,
    capacity: fields.capacity,
    max_guests: fields.maxGuests,
    has_own_deadline: 'rsvpClosesMinutesBefore' in fields,
    rsvp_closes_minutes_before: fields.rsvpClosesMinutesBefore,
  }));
  if (rows.length === 0) return;
  await sql`
    insert into hub.event_exception
    select * from jsonb_populate_recordset(null::hub.event_exception, ${JSON.stringify(rows)}::jsonb)
  `.execute(tx);
}
