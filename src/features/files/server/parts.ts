/** The parts in which contents are stored. */
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { partBytes } from '../file.ts';

export type FileKey = { readonly chapterId: Id<'chapter'>; readonly fileId: Id<'file'> };

/** A range of a content, one part in memory at a time and no connection held between two. */
export async function* readParts(
  db: Db,
  { chapterId, fileId }: FileKey,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let part = Math.floor(start / partBytes); part * partBytes < end; part += 1) {
    const row = await db
      .selectFrom('file_part')
      .select('content')
      .where('chapter_id', '=', chapterId)
      .where('file_id', '=', fileId)
      .where('part', '=', part)
      .executeTakeFirst();
    if (!row) throw new Error('a part of a file is missing');
    const from = part * partBytes;
    yield row.content.subarray(Math.max(0, start - from), end - from);
  }
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
