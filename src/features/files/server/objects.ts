/**
 * Objects in the bucket. Each has a row before it is written, and keeps it until it is removed, so that a
 * server that is killed in the middle leaves nothing that nobody knows of.
 */
import { sql } from 'kysely';
import { type Instant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { createConcurrencyLimit } from '#server/http/limits/concurrency-limit.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import type { FileKey } from './contents.ts';

/** Each is in memory as a whole, so that one request writes it. */
const writing = createConcurrencyLimit(2, { maxWaiting: 40, maxWaitMilliseconds: 15_000 });

export type NewObject = {
  readonly key: FileKey;
  readonly bytes: number;
  readonly mediaType: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly now: Instant;
  readonly newId: NewId;
};

/** Writes a content that counts once `adoptObject` says so, and removed in a day otherwise. */
export async function writeObject(
  { db, bucket }: { readonly db: Db; readonly bucket: Bucket },
  { key: { chapterId, fileId }, bytes, mediaType, content, now, newId }: NewObject,
): Promise<Id<'object'>> {
  const release = await writing.acquire('all');
  try {
    const id = newId<'object'>();
    await db
      .insertInto('file_object')
      .values({ chapter_id: chapterId, id, file_id: fileId, begun_at: now })
      .execute();
    await bucket.putBytes(id, await gather(content, bytes), mediaType);
    return id;
  } finally {
    release();
  }
}

async function gather(content: NewObject['content'], bytes: number): Promise<Uint8Array> {
  const whole = Buffer.allocUnsafe(bytes);
  let at = 0;
  for await (const chunk of content) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  if (at !== bytes) throw new Error(`a content has ${at} of ${bytes} bytes`);
  return whole;
}

/** The caller holds the lock of the file, whose content it is from now on. */
export async function adoptObject(
  tx: Tx,
  { chapterId, fileId }: FileKey,
  id: Id<'object'>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('file_object')
    .set({ is_content: true, unused_since: null })
    .where('chapter_id', '=', chapterId)
    .where('file_id', '=', fileId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error('an object was removed before it was used');
}

/** The oldest and the newest that are contents. */
export async function sampleObjects(db: Db): Promise<Id<'object'>[]> {
  const contents = db.selectFrom('file_object').select('id').where('is_content', '=', true);
  const [oldest, newest] = await Promise.all([
    contents.orderBy('begun_at').limit(5).execute(),
    contents.orderBy('begun_at', 'desc').limit(5).execute(),
  ]);
  return [...new Set([...oldest, ...newest].map(({ id }) => id))];
}

const batchSize = 20;

/**
 * Removes objects whose files are gone, and those that have been no content of theirs since `before`: by then
 * nobody who wrote one still means to use it, and no backup is being made that saw it as a content.
 */
export async function removeUnusedObjects(
  { db, bucket }: { readonly db: Db; readonly bucket: Bucket },
  { now, before, signal }: { now: Instant; before: Instant; signal: AbortSignal },
): Promise<void> {
  // Later ones may still be on their way.
  const begunBefore = toInstant(Temporal.Instant.from(now).subtract({ hours: 1 }));
  const hasFile = sql<boolean>`exists (
    select from file f where f.chapter_id = o.chapter_id and f.id = o.file_id)`;
  await sql`
    update file_object o set is_content = false, unused_since = ${now}
    where o.unused_since is null and not (o.is_content and ${hasFile})`.execute(db);
  for (let count = batchSize; count === batchSize && !signal.aborted; ) {
    const { rows: unused } = await sql<{ chapterId: Id<'chapter'>; id: Id<'object'> }>`
      select o.chapter_id as "chapterId", o.id from file_object o
      where not o.is_content
        and (o.unused_since < ${before} or (o.begun_at < ${begunBefore} and not ${hasFile}))
      order by o.unused_since limit ${batchSize}`.execute(db);
    count = unused.length;
    for (const { chapterId, id } of unused) {
      await bucket.delete(id);
      // Not before: what is left of a removal that failed is removed the next time.
      await db
        .deleteFrom('file_object')
        .where('chapter_id', '=', chapterId)
        .where('id', '=', id)
        .where('is_content', '=', false)
        .execute();
    }
  }
}
