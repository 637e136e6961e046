/** Contents for backups and archives, which hold them in parts wherever they are. */
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Id } from '#kit/id.ts';
import type { LostContent, ReadElsewhere, ReadOptions } from '#server/backup/tables-of-backup.ts';
import { CommandError } from '#server/config/command-error.ts';
import { DamagedContent } from '#server/http/content.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import { BucketError } from '#server/s3/bucket-error.ts';
import { partBytes } from '../file.ts';
import { type FileKey, readObject } from './contents.ts';

const table = 'hub.file_part';
const columns = ['chapter_id', 'file_id', 'part', 'content'];

/** A content in the bucket. */
type KeptObject = FileKey & { readonly object: Id<'object'>; readonly bytes: number };

/** The rows of parts, with those of contents in the bucket as if they were in the database. */
export function copyContents(bucket: Bucket | undefined): ReadElsewhere {
  return (client, { name, columns: wanted }, options) => {
    if (name !== table) return undefined;
    if (wanted.join() !== columns.join()) throw new Error(`${table} has other columns`);
    return copyAll(client, bucket, options);
  };
}

async function* copyAll(
  client: pg.Client,
  bucket: Bucket | undefined,
  { chapterId, onLost }: ReadOptions = {},
): AsyncGenerator<Buffer> {
  let after: FileKey | undefined;
  for (const kept of await listObjects(client, chapterId)) {
    yield* copyParts(client, chapterId, { after, before: kept });
    const report = () => onLost?.(isStillContent(kept));
    for await (const { part, content } of readParts(bucket, kept, report)) {
      yield toRow(kept, part, content);
    }
    after = kept;
  }
  yield* copyParts(client, chapterId, { after });
}

/** False once its file was removed, or moved to the database: then its object may go. */
function isStillContent({ chapterId, object }: KeptObject): LostContent {
  return async (client) => {
    const { rows } = await client.query(
      'select from hub.file_object where chapter_id = $1 and id = $2 and is_content',
      [chapterId, object],
    );
    return rows.length > 0;
  };
}

async function listObjects(
  client: pg.Client,
  chapterId: string | undefined,
): Promise<KeptObject[]> {
  const { rows } = await client.query<KeptObject>(
    `select o.chapter_id as "chapterId", o.file_id as "fileId", o.id as object, f.bytes
    from hub.file_object o
    join hub.file f on f.chapter_id = o.chapter_id and f.id = o.file_id
    where o.is_content and ($1::uuid is null or o.chapter_id = $1)
    order by o.chapter_id, o.file_id`,
    [chapterId ?? null],
  );
  return rows;
}

/** In the order of the keys, from after one file to before another. */
async function* copyParts(
  client: pg.Client,
  chapterId: string | undefined,
  { after, before }: { after: FileKey | undefined; before?: FileKey },
): AsyncGenerator<Buffer> {
  const key = ({ chapterId, fileId }: FileKey) => `('${chapterId}'::uuid, '${fileId}'::uuid)`;
  const bounds = [
    ...(chapterId ? [`chapter_id = '${chapterId}'::uuid`] : []),
    ...(after ? [`(chapter_id, file_id) > ${key(after)}`] : []),
    ...(before ? [`(chapter_id, file_id) < ${key(before)}`] : []),
  ];
  const where = bounds.length === 0 ? '' : `where ${bounds.join(' and ')}`;
  yield* client.query(
    copyTo(`copy (
      select ${columns.join(', ')} from ${table} ${where} order by chapter_id, file_id, part
    ) to stdout`),
  ) as AsyncIterable<Buffer>;
}

type Part = { readonly part: number; readonly content: Buffer };

/**
 * The parts of an object as far as they are there: one that is lost is reported, and must not keep everything else
 * from being saved.
 */
export async function* readParts(
  bucket: Bucket | undefined,
  { object, bytes }: Pick<KeptObject, 'object' | 'bytes'>,
  onLost?: () => void,
): AsyncGenerator<Part> {
  try {
    for (let start = 0; start < bytes; start += partBytes) {
      const end = Math.min(bytes, start + partBytes);
      yield { part: start / partBytes, content: await readObject(bucket, object, { start, end }) };
    }
  } catch (error) {
    if (error instanceof DamagedContent) return onLost?.();
    if (!(error instanceof BucketError)) throw error;
    throw new CommandError(`The contents of files can't be read: ${error.message}`, {
      cause: error,
    });
  }
}

/** As `copy` writes it. */
function toRow({ chapterId, fileId }: FileKey, part: number, content: Buffer): Buffer {
  return Buffer.from(`${chapterId}\t${fileId}\t${part}\t\\\\x${content.toString('hex')}\n`);
}
