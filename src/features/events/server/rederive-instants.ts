/** Recomputes the instants of upcoming occurrences after time zone rules have changed. */
import { sql } from 'kysely';
import type { Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import { toInstants } from '../instants.ts';
import { timeZoneDataVersion } from './occurrence-rows.ts';

/** Small, so that concurrent writers do not wait. */
const batchSize = 500;

type Row = { id: Id<'occurrence'>; start: LocalDateTime; end: LocalDateTime; zone: string };

/**
 * Recomputes instants that were computed with other time zone data than this server's, chapter by
 * chapter, and returns how many. Local times do not change: they are the source of truth. Rows that
 * someone else is writing are skipped, because that write recomputes them.
 */
export async function rederiveInstants(
  db: Db,
  now: Instant,
  signal?: AbortSignal,
  zoneData = timeZoneDataVersion,
): Promise<number> {
  const chapters = await db.selectFrom('chapter').select('id').orderBy('id').execute();
  let derived = 0;
  for (const { id } of chapters) {
    let count: number;
    do {
      signal?.throwIfAborted();
      count = await rederiveBatch(db, id, now, zoneData);
      derived += count;
    } while (count === batchSize);
  }
  return derived;
}

async function rederiveBatch(
  db: Db,
  chapterId: Id<'chapter'>,
  now: Instant,
  zoneData: string,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Row>`
      select o.id, o.local_start as start, o.local_end as end, e.time_zone as zone
      from hub.event_occurrence o
      join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
      where o.chapter_id = ${chapterId} and o.status = 'confirmed'
        and o.starts_at >= ${now}::timestamptz and o.time_zone_data <> ${zoneData}
      order by o.starts_at, o.id
      limit ${batchSize}
      for no key update of o skip locked
    `.execute(tx);
    const derived = rows.map(({ id, start, end, zone }) => ({
      id,
      ...toInstants(start, end, zone),
    }));
    await sql`
      update hub.event_occurrence o
      set starts_at = n.starts_at, ends_at = n.ends_at, time_zone_data = ${zoneData}
      from unnest(${derived.map(({ id }) => id)}::uuid[],
        ${derived.map(({ startsAt }) => startsAt)}::timestamptz[],
        ${derived.map(({ endsAt }) => endsAt)}::timestamptz[]) as n (id, starts_at, ends_at)
      where o.chapter_id = ${chapterId} and o.id = n.id
    `.execute(tx);
    return rows.length;
  });
}
