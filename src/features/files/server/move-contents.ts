/** Moves contents of finished files between the database and the bucket, while servers keep working. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { DamagedContent } from '#server/http/content.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import { deleteParts, type FileKey, insertParts, readContent } from './contents.ts';
import { adoptObject, writeObject } from './objects.ts';

export type Place = 'bucket' | 'database';

type Mover = {
  readonly db: Db;
  readonly fileBucket: Bucket;
  readonly clock: () => Instant;
  readonly newId: NewId;
};

type MovedFile = FileKey & {
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Where its content is now; null for the database. */
  readonly object: Id<'object'> | null;
};

export type Moved = { readonly moved: number; readonly bytes: number };

/**
 * Each file is compared with its hash at its new place before that counts, and is read from the old one until
 * then. Calls `onDamaged` for each that differs, which stays where it is. May be ended at any time, and begun
 * again.
 */
export async function moveContents(
  mover: Mover,
  to: Place,
  onDamaged: (key: FileKey, problem: string) => void,
): Promise<Moved> {
  let [moved, bytes] = [0, 0];
  for (let file = await findNext(mover.db, to); file; file = await findNext(mover.db, to, file)) {
    try {
      const isMoved = await (to === 'bucket'
        ? moveToBucket(mover, file)
        : moveToDatabase(mover, file));
      if (!isMoved) continue;
      moved += 1;
      bytes += file.bytes;
    } catch (error) {
      if (!(error instanceof DamagedContent)) throw error;
      onDamaged(file, error.message);
    }
  }
  return { moved, bytes };
}

/** How many finished files have their content at a place. */
export async function countContents(db: Db, place: Place): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from file f where f.finished_at is not null
      and ${place === 'bucket' ? hasObject : sql`not ${hasObject} and ${hasParts}`}`.execute(db);
  return rows[0]?.count ?? 0;
}

const hasObject = sql`exists (
  select from file_object o
  where o.chapter_id = f.chapter_id and o.file_id = f.id and o.is_content)`;

/** A file whose content is lost has neither. */
const hasParts = sql`exists (
  select from file_part p where p.chapter_id = f.chapter_id and p.file_id = f.id)`;

async function findNext(db: Db, to: Place, after?: FileKey): Promise<MovedFile | undefined> {
  const { rows } = await sql<MovedFile>`
    select f.chapter_id as "chapterId", f.id as "fileId", f.media_type as "mediaType", f.bytes, f.sha256,
      o.id as object
    from file f
    left join file_object o
      on o.chapter_id = f.chapter_id and o.file_id = f.id and o.is_content
    where f.finished_at is not null and o.id is ${to === 'bucket' ? sql`` : sql`not`} null ${
      after
        ? sql`and (f.chapter_id, f.id) > (${after.chapterId}::uuid, ${after.fileId}::uuid)`
        : sql``
    }
    order by f.chapter_id, f.id limit 1`.execute(db);
  return rows[0];
}

async function moveToBucket(mover: Mover, file: MovedFile): Promise<boolean> {
  const { db, fileBucket, clock, newId } = mover;
  const object = await writeObject(
    { db, bucket: fileBucket },
    {
      key: file,
      bytes: file.bytes,
      mediaType: file.mediaType,
      content: readContent(mover, file, 0, file.bytes),
      now: clock(),
      newId,
    },
  );
  const copy = await fileBucket.getBytes(object, { start: 0, end: file.bytes });
  expectSame(file, copy);
  return whileUnmoved(db, file, async (tx) => {
    await deleteParts(tx, file);
    await adoptObject(tx, file, object);
  });
}

async function moveToDatabase(mover: Mover, file: MovedFile): Promise<boolean> {
  const { db, fileBucket, clock } = mover;
  const content = await fileBucket.getBytes(file.object as Id<'object'>, {
    start: 0,
    end: file.bytes,
  });
  expectSame(file, content);
  return whileUnmoved(db, file, async (tx) => {
    await insertParts(tx, file, content);
    // Removed in a day, when no backup is being made any more that saw it.
    await tx
      .updateTable('file_object')
      .set({ is_content: false, unused_since: clock() })
      .where('chapter_id', '=', file.chapterId)
      .where('id', '=', file.object)
      .execute();
  });
}

function expectSame({ sha256 }: MovedFile, content: Buffer | undefined): asserts content is Buffer {
  if (!content) throw new DamagedContent('its object is missing');
  if (createHash('sha256').update(content).digest('base64url') === sha256) return;
  throw new DamagedContent('its content is another');
}

/** False if it was removed, or another command has moved it. */
async function whileUnmoved(
  db: Db,
  { chapterId, fileId, object }: MovedFile,
  move: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const file = await tx
      .selectFrom('file')
      .select('id')
      .where('chapter_id', '=', chapterId)
      .where('id', '=', fileId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    // A statement of its own sees what another move did before it gave the lock away.
    const current = await tx
      .selectFrom('file_object')
      .select('id')
      .where('chapter_id', '=', chapterId)
      .where('file_id', '=', fileId)
      .where('is_content', '=', true)
      .executeTakeFirst();
    if (!file || (current?.id ?? null) !== object) return false;
    await move(tx);
    return true;
  });
}
