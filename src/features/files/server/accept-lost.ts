/** An operator's word that a content which the bucket has lost does not come back. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import type { FileKey } from './contents.ts';
import { readParts } from './copy-contents.ts';

type KeptObject = FileKey & { readonly object: Id<'object'>; readonly bytes: number };

/**
 * From then on the file has no content, as after a restore of a backup that lacks it: backups miss nothing, and
 * the check goes on naming it. False if the bucket has lost no content of this file.
 */
export async function acceptLost(
  {
    db,
    fileBucket,
    now,
  }: { readonly db: Db; readonly fileBucket: Bucket | undefined; readonly now: Instant },
  fileId: string,
): Promise<boolean> {
  const { rows } = await sql<KeptObject>`
    select o.chapter_id as "chapterId", o.file_id as "fileId", o.id as object, f.bytes
    from file_object o join file f on f.chapter_id = o.chapter_id and f.id = o.file_id
    where o.is_content and f.id::text = ${fileId}`.execute(db);
  let isAccepted = false;
  for (const kept of rows) {
    if (!(await isLost(fileBucket, kept))) continue;
    await db
      .updateTable('file_object')
      .set({ is_content: false, unused_since: now })
      .where('chapter_id', '=', kept.chapterId)
      .where('id', '=', kept.object)
      .execute();
    isAccepted = true;
  }
  return isAccepted;
}

/** As a backup would find. */
async function isLost(bucket: Bucket | undefined, kept: KeptObject): Promise<boolean> {
  let isMissing = false;
  const parts = readParts(bucket, kept, () => {
    isMissing = true;
  });
  while (!(await parts.next()).done);
  return isMissing;
}
