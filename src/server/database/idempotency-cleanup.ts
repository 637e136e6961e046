/** Replies kept for repeated requests are kept for a day, then cleaned away. */

import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from './db.ts';

export const retentionHours = 24;
/** Few enough that nobody who writes meanwhile waits for them. */
const cleanupBatchSize = 1_000;

/**
 * Removes every key older than a day, chapter by chapter, so many in a statement; how many there
 * were. Whoever is stopped in between has cleaned that much.
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
