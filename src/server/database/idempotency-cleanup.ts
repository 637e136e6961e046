/** Replies stored for repeated requests are deleted after a day. */

import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from './db.ts';

const retentionHours = 24;
/** Small enough not to delay concurrent writes. */
const cleanupBatchSize = 1_000;

/**
 * Deletes keys older than a day, chapter by chapter in batches, and returns their number. Can be
 * interrupted between batches.
 */
export async function cleanIdempotencyKeys(
  db: Db,
  now: Instant,
  signal?: AbortSignal,
): Promise<number> {
  const before = toInstant(Temporal.Instant.from(now).subtract({ hours: retentionHours }));
  const chapters = await db.selectFrom('chapter').select('id').orderBy('id').execute();
  let cleaned = 0;
  for (const { id } of chapters) {
    let removed: number;
    do {
      signal?.throwIfAborted();
      removed = await deleteBatch(db, id, before);
      cleaned += removed;
    } while (removed === cleanupBatchSize);
  }
  return cleaned;
}

async function deleteBatch(db: Db, chapterId: Id<'chapter'>, before: Instant): Promise<number> {
  const removed = await sql`
    delete from idempotency_key where ctid = any (array(
      select ctid from idempotency_key
      where chapter_id = ${chapterId} and created_at < ${before}
      order by created_at
      limit ${cleanupBatchSize}
    ))
  `.execute(db);
  return Number(removed.numAffectedRows ?? 0);
}
