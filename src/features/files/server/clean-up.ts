import { sql } from 'kysely';
import { type Instant, toInstant } from '#kit/day.ts';
import type { NightlyWork } from '#server/area.ts';
import type { Db } from '#server/database/db.ts';
import { removeUnusedObjects } from './objects.ts';

/** Time for Undo, and for an upload to be added to something. */
const hoursKept = 23;
const batchSize = 20;

/**
 * Removes what belongs to nothing for a day: unfinished uploads, files that were added to nothing, and
 * those that were removed from everything. Who added and removed them stays in the audit log.
 */
export async function removeUnusedFiles(work: Omit<NightlyWork, 'log'>): Promise<void> {
  const { db, fileBucket: bucket, clock, signal } = work;
  const now = clock();
  const before = toInstant(Temporal.Instant.from(now).subtract({ hours: hoursKept }));
  await removeUnused(db, before, signal);
  if (bucket) await removeUnusedObjects({ db, bucket }, { now, before, signal });
}

async function removeUnused(db: Db, before: Instant, signal: AbortSignal): Promise<void> {
  for (let count = batchSize; count === batchSize && !signal.aborted; ) {
    count = await db.transaction().execute(async (tx) => {
      // One that is being added to something is locked and left for the next time.
      const { rows } = await sql<{ chapter_id: string; id: string }>`
        select f.chapter_id, f.id from file f
        where f.begun_at < ${before} and not exists (
          select from file_use u where u.chapter_id = f.chapter_id and u.file_id = f.id
            and (u.removed_at is null or u.removed_at >= ${before}))
        order by f.begun_at limit ${batchSize} for update skip locked`.execute(tx);
      const found = JSON.stringify(rows);
      // Read again: it may have been added between the search and the lock.
      const unused = sql`
        select f.chapter_id, f.id
        from json_to_recordset(${found}) as f (chapter_id uuid, id uuid)
        where not exists (
          select from file_use u where u.chapter_id = f.chapter_id and u.file_id = f.id
            and (u.removed_at is null or u.removed_at >= ${before}))`;
      await sql`delete from file_use where (chapter_id, file_id) in (${unused})`.execute(tx);
      const removed = await sql`delete from file where (chapter_id, id) in (
        select f.chapter_id, f.id from json_to_recordset(${found}) as f (chapter_id uuid, id uuid)
        where not exists (
          select from file_use u where u.chapter_id = f.chapter_id and u.file_id = f.id))`.execute(
        tx,
      );
      return Number(removed.numAffectedRows ?? 0);
    });
  }
}
