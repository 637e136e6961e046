/** Occurrences as rows: derived from a series, found by their original start, with ids that stay. */
import { sql } from 'kysely';
import { formatLocal, type Instant, type LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { instantsOf } from '../instants.ts';
import { type Expected, expectedAt, type Series } from '../series.ts';
import type { StoredEvent } from './event-store.ts';

/** The version of the zone data that instants are derived with here. */
export const timeZoneData = process.versions.tz ?? '';

export type OccurrenceRow = {
  readonly id: Id<'occurrence'>;
  readonly original: LocalDateTime;
  readonly isCancelled: boolean;
  readonly endsAt: Instant;
  readonly capacity: number | null;
  /** Somebody answered: the row and what hangs on it stay, whatever becomes of the series. */
  readonly isAnswered: boolean;
};

/** What happens first: where two rows may have the same place in a changed series, it is theirs. */
export async function rowsOf(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  eventId: Id<'event'>,
): Promise<OccurrenceRow[]> {
  const { rows } = await sql<OccurrenceRow>`
    select o.id, o.original_local_start as original, o.status = 'cancelled' as "isCancelled",
      o.ends_at as "endsAt", o.capacity, exists (
        select from hub.rsvp r where r.chapter_id = o.chapter_id and r.occurrence_id = o.id
      ) as "isAnswered"
    from hub.event_occurrence o
    where o.chapter_id = ${chapterId} and o.event_id = ${eventId}
    order by o.status = 'cancelled', o.original_local_start
  `.execute(db);
  return rows;
}

/** What must be written so that rows are as their series says. */
export type RowPlan = {
  readonly made: readonly Expected[];
  readonly kept: readonly (Expected & { readonly id: Id<'occurrence'> })[];
  /** With answers, and in no place of the series any more. */
  readonly cancelled: readonly {
    readonly id: Id<'occurrence'>;
    readonly original: LocalDateTime;
  }[];
  readonly removed: readonly Id<'occurrence'>[];
};

/**
 * `moved` says where each row's original start is now; `originals` are those that must have rows.
 * Rows further ahead, which somebody once looked at, stay as long as the series has them.
 */
export function planRows(
  series: Series,
  rows: readonly OccurrenceRow[],
  moved: ReadonlyMap<LocalDateTime, LocalDateTime>,
  originals: readonly LocalDateTime[],
): RowPlan {
  const taken = new Set(rows.flatMap(({ original }) => moved.get(original) ?? []));
  const kept: (Expected & { id: Id<'occurrence'> })[] = [];
  const cancelled: { id: Id<'occurrence'>; original: LocalDateTime }[] = [];
  const removed: Id<'occurrence'>[] = [];
  for (const { id, original, isAnswered } of rows) {
    const now = moved.get(original);
    if (now !== undefined) kept.push({ id, ...expectedAt(series, now) });
    else if (isAnswered) cancelled.push({ id, original: freeFrom(original, taken) });
    else removed.push(id);
  }
  const made = originals.filter((each) => !taken.has(each)).map((each) => expectedAt(series, each));
  return { made, kept, cancelled, removed };
}

/** A cancelled row may stand where another is now: it gets out of its way. */
function freeFrom(original: LocalDateTime, taken: Set<LocalDateTime>): LocalDateTime {
  let free = Temporal.PlainDateTime.from(original);
  while (taken.has(formatLocal(free))) free = free.add({ minutes: 1 });
  const text = formatLocal(free);
  taken.add(text);
  return text;
}

export async function applyPlan(
  tx: Tx,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
  { made, kept, cancelled, removed }: RowPlan,
  newId: NewId,
): Promise<void> {
  // One occurrence may move to where another was that moves on after it.
  await sql`set constraints hub.event_occurrence_once_each deferred`.execute(tx);
  await deleteRows(tx, chapterId, removed);
  await cancelRows(tx, chapterId, cancelled);
  await updateRows(tx, chapterId, event, kept);
  await insertRows(tx, chapterId, event, made, newId);
  await sql`set constraints hub.event_occurrence_once_each immediate`.execute(tx);
}

async function deleteRows(
  tx: Tx,
  chapterId: Id<'chapter'>,
  ids: readonly Id<'occurrence'>[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('event_occurrence')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', sql<Id<'occurrence'>>`any(${ids}::uuid[])`)
    .execute();
}

async function cancelRows(
  tx: Tx,
  chapterId: Id<'chapter'>,
  rows: readonly { readonly id: Id<'occurrence'>; readonly original: LocalDateTime }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update hub.event_occurrence o
    set status = 'cancelled', original_local_start = n.original
    from unnest(${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ original }) => original)}::timestamp[]) as n (id, original)
    where o.chapter_id = ${chapterId} and o.id = n.id
  `.execute(tx);
}

/** What does not change is not written. Of capacities others have a say: see save-series.ts. */
async function updateRows(
  tx: Tx,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
  kept: RowPlan['kept'],
): Promise<void> {
  if (kept.length === 0) return;
  const rows = kept.map((each) => ({ id: each.id, ...columnsOf(event, each) }));
  await sql`
    update hub.event_occurrence o
    set original_local_start = n.original_local_start, local_start = n.local_start,
      local_end = n.local_end, starts_at = n.starts_at, ends_at = n.ends_at, status = n.status,
      is_exception = n.is_exception, title = n.title, description = n.description,
      location = n.location, category_color = n.category_color,
      rsvp_closes_minutes_before = n.rsvp_closes_minutes_before,
      time_zone_data = n.time_zone_data
    from jsonb_populate_recordset(null::hub.event_occurrence, ${JSON.stringify(rows)}::jsonb) n
    where o.chapter_id = ${chapterId} and o.id = n.id
      and (o.original_local_start, o.local_start, o.local_end, o.starts_at, o.ends_at, o.status,
          o.is_exception, o.title, o.description, o.location, o.category_color,
          o.rsvp_closes_minutes_before, o.time_zone_data)
        is distinct from (n.original_local_start, n.local_start, n.local_end, n.starts_at, n.ends_at,
          n.status, n.is_exception, n.title, n.description, n.location, n.category_color,
          n.rsvp_closes_minutes_before, n.time_zone_data)
  `.execute(tx);
}

/** Their ids, in the order of the occurrences. */
export async function insertRows(
  tx: Tx,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
  made: readonly Expected[],
  newId: NewId,
): Promise<Id<'occurrence'>[]> {
  if (made.length === 0) return [];
  const rows = made.map((each) => ({ id: newId<'occurrence'>(), ...columnsOf(event, each) }));
  await sql`
    insert into hub.event_occurrence (chapter_id, id, event_id, calendar_id, original_local_start,
      local_start, local_end, starts_at, ends_at, status, is_exception, title, description, location,
      category_color, capacity, rsvp_closes_minutes_before, time_zone_data)
    select ${chapterId}, n.id, ${event.id}, ${event.calendarId}, n.original_local_start,
      n.local_start, n.local_end, n.starts_at, n.ends_at, n.status, n.is_exception, n.title,
      n.description, n.location, n.category_color, n.capacity, n.rsvp_closes_minutes_before,
      n.time_zone_data
    from jsonb_populate_recordset(null::hub.event_occurrence, ${JSON.stringify(rows)}::jsonb) n
  `.execute(tx);
  return rows.map(({ id }) => id);
}

function columnsOf({ timeZone }: StoredEvent, occurrence: Expected) {
  const { original, start, end, isCancelled, isException, own, fields } = occurrence;
  const { startsAt, endsAt } = instantsOf(start, end, timeZone);
  return {
    original_local_start: original,
    local_start: start,
    local_end: end,
    starts_at: startsAt,
    ends_at: endsAt,
    status: isCancelled ? 'cancelled' : 'confirmed',
    is_exception: isException,
    title: own.title,
    description: own.description,
    location: own.location,
    category_color: own.categoryColor,
    capacity: fields.capacity,
    rsvp_closes_minutes_before: fields.rsvpClosesMinutesBefore,
    time_zone_data: timeZoneData,
  };
}

/** What was answered stays, cancelled. */
export async function deleteOrCancel(
  tx: Tx,
  chapterId: Id<'chapter'>,
  rows: readonly OccurrenceRow[],
): Promise<void> {
  const [answered, others] = [true, false].map((isAnswered) =>
    rows.filter((row) => row.isAnswered === isAnswered),
  );
  await cancelRows(tx, chapterId, answered ?? []);
  await deleteRows(
    tx,
    chapterId,
    (others ?? []).map(({ id }) => id),
  );
}

/** The rows of what was an event's from `original` on are another event's now. */
export async function handOver(
  tx: Tx,
  chapterId: Id<'chapter'>,
  {
    from,
    to,
    original,
  }: { readonly from: Id<'event'>; readonly to: Id<'event'>; readonly original: LocalDateTime },
): Promise<void> {
  await tx
    .updateTable('event_occurrence')
    .set({ event_id: to })
    .where('chapter_id', '=', chapterId)
    .where('event_id', '=', from)
    .where('original_local_start', '>=', original)
    .execute();
}
