/** Occurrence rows: derived from a series, matched by original start, with stable ids. */
import { sql } from 'kysely';
import { hasFiles } from '#features/files/server/store.ts';
import { formatLocal, type Instant, type LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { toInstants } from '../instants.ts';
import { type ResolvedOccurrence, resolveOccurrence, type Series } from '../series.ts';
import type { StoredEvent } from './event-store.ts';

/** The version of the IANA data that instants are computed with. */
export const timeZoneDataVersion = process.versions.tz ?? '';

export type OccurrenceRow = {
  readonly id: Id<'occurrence'>;
  readonly original: LocalDateTime;
  readonly isCanceled: boolean;
  readonly endsAt: Instant;
  readonly capacity: number | null;
  /** It has RSVPs, or members were emailed about it or checked in. */
  readonly isExpected: boolean;
  readonly hasFiles: boolean;
};

/** Confirmed rows come first, so that they win if two rows map to the same new start. */
export async function readRows(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  eventId: Id<'event'>,
): Promise<OccurrenceRow[]> {
  const { rows } = await sql<OccurrenceRow>`
    select o.id, o.original_local_start as original, o.status = 'cancelled' as "isCanceled",
      o.ends_at as "endsAt", o.capacity, o.members_invited or exists (
        select from hub.rsvp r where r.chapter_id = o.chapter_id and r.occurrence_id = o.id
      ) or exists (
        select from hub.attendance a where a.chapter_id = o.chapter_id and a.occurrence_id = o.id
      ) as "isExpected", ${hasFiles('occurrence', 'o.chapter_id', 'o.id')} as "hasFiles"
    from hub.event_occurrence o
    where o.chapter_id = ${chapterId} and o.event_id = ${eventId}
    order by o.status = 'cancelled', o.original_local_start
  `.execute(db);
  return rows;
}

/** One that leaves its series with what people gave it is canceled instead of deleted. */
const isKept = ({ isExpected, hasFiles: has }: OccurrenceRow) => isExpected || has;

/** The writes that bring the rows in line with their series. */
export type RowPlan = {
  readonly created: readonly ResolvedOccurrence[];
  readonly kept: readonly (ResolvedOccurrence & { readonly id: Id<'occurrence'> })[];
  /** Rows that somebody expects or that have files, and that are no longer part of the series. */
  readonly canceled: readonly {
    readonly id: Id<'occurrence'>;
    readonly original: LocalDateTime;
  }[];
  readonly removed: readonly Id<'occurrence'>[];
};

/**
 * `originals` are the original starts that must have rows. Rows beyond them, created when someone
 * viewed a later date, stay while the series has them.
 */
export function planRows(
  series: Series,
  rows: readonly OccurrenceRow[],
  newStartByOldStart: ReadonlyMap<LocalDateTime, LocalDateTime>,
  originals: readonly LocalDateTime[],
): RowPlan {
  const taken = new Set(rows.flatMap(({ original }) => newStartByOldStart.get(original) ?? []));
  const kept: (ResolvedOccurrence & { id: Id<'occurrence'> })[] = [];
  const canceled: { id: Id<'occurrence'>; original: LocalDateTime }[] = [];
  const removed: Id<'occurrence'>[] = [];
  for (const row of rows) {
    const { id, original } = row;
    const now = newStartByOldStart.get(original);
    if (now !== undefined) kept.push({ id, ...resolveOccurrence(series, now) });
    else if (isKept(row)) canceled.push({ id, original: findFreeStart(original, taken) });
    else removed.push(id);
  }
  const created = originals
    .filter((each) => !taken.has(each))
    .map((each) => resolveOccurrence(series, each));
  return { created, kept, canceled, removed };
}

/** Original starts are unique, so a canceled row gives way if another row takes its start. */
function findFreeStart(original: LocalDateTime, taken: Set<LocalDateTime>): LocalDateTime {
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
  { created, kept, canceled, removed }: RowPlan,
  newId: NewId,
): Promise<void> {
  // Deferred, because an occurrence may move to the start of one that moves later.
  await sql`set constraints hub.event_occurrence_once_each deferred`.execute(tx);
  await deleteRows(tx, chapterId, removed);
  await cancelRows(tx, chapterId, canceled);
  await updateRows(tx, chapterId, event, kept);
  await insertRows(tx, chapterId, event, created, newId);
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

/** Skips unchanged rows. save-series.ts sets capacities, because that promotes members. */
async function updateRows(
  tx: Tx,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
  kept: RowPlan['kept'],
): Promise<void> {
  for (let from = 0; from < kept.length; from += rowsOfStatement) {
    await updatePart(tx, chapterId, event, kept.slice(from, from + rowsOfStatement));
  }
}

async function updatePart(
  tx: Tx,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
  kept: RowPlan['kept'],
): Promise<void> {
  const rows = kept.map((each) => ({ id: each.id, ...toColumns(event, each) }));
  await sql`
    update hub.event_occurrence o
    set original_local_start = n.original_local_start, local_start = n.local_start,
      local_end = n.local_end, starts_at = n.starts_at, ends_at = n.ends_at, status = n.status,
      is_exception = n.is_exception, title = n.title, description = n.description,
      location = n.location, category_color = n.category_color,
      max_guests = n.max_guests, rsvp_closes_minutes_before = n.rsvp_closes_minutes_before,
      time_zone_data = n.time_zone_data
    from jsonb_populate_recordset(null::hub.event_occurrence, ${JSON.stringify(rows)}::jsonb) n
    where o.chapter_id = ${chapterId} and o.id = n.id
      and (o.original_local_start, o.local_start, o.local_end, o.starts_at, o.ends_at, o.status,
          o.is_exception, o.title, o.description, o.location, o.category_color,
          o.max_guests, o.rsvp_closes_minutes_before, o.time_zone_data)
        is distinct from (n.original_local_start, n.local_start, n.local_end, n.starts_at, n.ends_at,
          n.status, n.is_exception, n.title, n.description, n.location, n.category_color,
          n.max_guests, n.rsvp_closes_minutes_before, n.time_zone_data)
  `.execute(tx);
}

/** Returns the new ids in the order of the occurrences, which may be made while they are written. */
export async function insertRows(
  tx: Tx,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
  created: Iterable<ResolvedOccurrence>,
  newId: NewId,
): Promise<Id<'occurrence'>[]> {
  return insertRowsOfEvents(tx, chapterId, [{ event, created }], newId);
}

/** As `insertRows`, for many events. */
export async function insertRowsOfEvents(
  tx: Tx,
  chapterId: Id<'chapter'>,
  events: readonly {
    readonly event: StoredEvent;
    readonly created: Iterable<ResolvedOccurrence>;
  }[],
  newId: NewId,
): Promise<Id<'occurrence'>[]> {
  const ids: Id<'occurrence'>[] = [];
  // In parts, so that others have their turn while the database writes one.
  let part: (readonly [StoredEvent, ResolvedOccurrence])[] = [];
  const write = async () => {
    const written = part;
    part = [];
    if (written.length > 0) ids.push(...(await insertPart(tx, chapterId, written, newId)));
  };
  for (const { event, created } of events) {
    for (const each of created) {
      part.push([event, each]);
      if (part.length === rowsOfStatement) await write();
    }
  }
  await write();
  return ids;
}

const rowsOfStatement = 500;

async function insertPart(
  tx: Tx,
  chapterId: Id<'chapter'>,
  created: readonly (readonly [StoredEvent, ResolvedOccurrence])[],
  newId: NewId,
): Promise<Id<'occurrence'>[]> {
  const rows = created.map(([event, each]) => ({
    id: newId<'occurrence'>(),
    event_id: event.id,
    calendar_id: event.calendarId,
    ...toColumns(event, each),
  }));
  await sql`
    insert into hub.event_occurrence (chapter_id, id, event_id, calendar_id, original_local_start,
      local_start, local_end, starts_at, ends_at, status, is_exception, title, description, location,
      category_color, capacity, max_guests, rsvp_closes_minutes_before, time_zone_data)
    select ${chapterId}, n.id, n.event_id, n.calendar_id, n.original_local_start,
      n.local_start, n.local_end, n.starts_at, n.ends_at, n.status, n.is_exception, n.title,
      n.description, n.location, n.category_color, n.capacity, n.max_guests, n.rsvp_closes_minutes_before,
      n.time_zone_data
    from jsonb_populate_recordset(null::hub.event_occurrence, ${JSON.stringify(rows)}::jsonb) n
  `.execute(tx);
  return rows.map(({ id }) => id);
}

function toColumns({ timeZone }: StoredEvent, occurrence: ResolvedOccurrence) {
  const { original, start, end, isCanceled, isException, overrides, fields } = occurrence;
  const { startsAt, endsAt } = toInstants(start, end, timeZone);
  return {
    original_local_start: original,
    local_start: start,
    local_end: end,
    starts_at: startsAt,
    ends_at: endsAt,
    status: isCanceled ? 'cancelled' : 'confirmed',
    is_exception: isException,
    title: overrides.title,
    description: overrides.description,
    location: overrides.location,
    category_color: overrides.categoryColor,
    capacity: fields.capacity,
    max_guests: fields.maxGuests,
    rsvp_closes_minutes_before: fields.rsvpClosesMinutesBefore,
    time_zone_data: timeZoneDataVersion,
  };
}

/** Cancels rows that somebody expects or that have files, and deletes the others. */
export async function deleteOrCancelRows(
  tx: Tx,
  chapterId: Id<'chapter'>,
  rows: readonly OccurrenceRow[],
): Promise<void> {
  const [kept, others] = [true, false].map((which) => rows.filter((row) => isKept(row) === which));
  await cancelRows(tx, chapterId, kept ?? []);
  await deleteRows(
    tx,
    chapterId,
    (others ?? []).map(({ id }) => id),
  );
}

/** Moves the rows from `original` on to another event. */
export async function moveRows(
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
