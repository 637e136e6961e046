/** Contents: in the database, in parts, or as an object in the bucket. */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { DamagedContent } from '#server/http/content.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import { BucketError } from '#server/s3/bucket-error.ts';
import { partBytes } from '../file.ts';

export type FileKey = { readonly chapterId: Id<'chapter'>; readonly fileId: Id<'file'> };

/** Where contents are read from. */
export type ContentStore = {
  readonly db: Db;
  /** Undefined if none is configured. */
  readonly fileBucket: Bucket | undefined;
};

/**
 * A range of a content, one part in memory at a time and no connection held between two, so that it may
 * move from one place to the other meanwhile.
 */
export async function* readContent(
  store: ContentStore,
  key: FileKey,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let part = Math.floor(start / partBytes); part * partBytes < end; part += 1) {
    const from = part * partBytes;
    yield await readPart(store, key, part, {
      start: Math.max(start, from),
      end: Math.min(end, from + partBytes),
    });
  }
}

type Range = { readonly start: number; readonly end: number };

async function readPart(
  { db, fileBucket }: ContentStore,
  { chapterId, fileId }: FileKey,
  part: number,
  { start, end }: Range,
): Promise<Buffer> {
  const from = part * partBytes;
  // In one statement: between two, it could move. PostgreSQL sends bytes as hexadecimal digits otherwise, which
  // take half as much again on the way and in memory.
  const { rows } = await sql<{ object: Id<'object'> | null; content: string | null }>`
    select o.id as object,
      encode(substring(p.content from ${start - from + 1} for ${end - start}), 'base64') as content
    from (values (1)) as one
    left join file_object o on o.chapter_id = ${chapterId} and o.file_id = ${fileId} and o.is_content
    left join file_part p on o.id is null and p.chapter_id = ${chapterId} and p.file_id = ${fileId}
      and p.part = ${part}`.execute(db);
  const { object = null, content = null } = rows[0] ?? {};
  if (object !== null) return readObject(fileBucket, object, { start, end });
  return expectAll(content === null ? null : Buffer.from(content, 'base64'), start, end);
}

function expectAll(read: Buffer | null | undefined, start: number, end: number): Buffer {
  if (read?.length === end - start) return read;
  throw new DamagedContent(`${read?.length ?? 0} of the bytes ${start} to ${end} are left`);
}

/** Throws a `BucketError` if the bucket can't be used, and `DamagedContent` if the object can't. */
export async function readObject(
  bucket: Bucket | undefined,
  object: Id<'object'>,
  range: Range,
): Promise<Buffer> {
  if (!bucket) {
    throw new BucketError('not_found', 'FILES_S3_URL is not set, and this file is in a bucket.');
  }
  return expectAll(await bucket.getBytes(object, range), range.start, range.end);
}

export async function insertParts(
  tx: Tx,
  { chapterId, fileId }: FileKey,
  content: Uint8Array,
): Promise<void> {
  for (let part = 0; part * partBytes < content.length; part += 1) {
    const bytes = content.subarray(part * partBytes, (part + 1) * partBytes);
    await tx
      .insertInto('file_part')
      .values({ chapter_id: chapterId, file_id: fileId, part, content: toBuffer(bytes) })
      .execute();
  }
}

export async function deleteParts(tx: Tx, { chapterId, fileId }: FileKey): Promise<void> {
  await tx
    .deleteFrom('file_part')
    .where('chapter_id', '=', chapterId)
    .where('file_id', '=', fileId)
    .execute();
}

/** The same bytes, not a copy: many uploads at once would take twice the memory. */
export function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
