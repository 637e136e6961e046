/** Compares the content of every finished file with the size and hash it was finished with. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Log } from '#server/config/log.ts';
import { hubCommand } from '#server/config/paths.ts';
import type { Db } from '#server/database/db.ts';
import { DamagedContent } from '#server/http/content.ts';
import { type ContentStore, type FileKey, readContent } from './contents.ts';

/** Members see none of what such a file held; a backup may still have it. */
export type DamagedFile = FileKey & { readonly problem: string };

type Checked = { readonly checked: number; readonly damaged: DamagedFile[] };

/**
 * Reads everything once, one part in memory at a time, in an order that new files do not disturb. Throws a
 * `BucketError` if the bucket can't be used: then nobody knows.
 */
export async function checkFiles(store: ContentStore, signal?: AbortSignal): Promise<Checked> {
  const { db } = store;
  const damaged: DamagedFile[] = [];
  let checked = 0;
  for (let last = await readNext(db); last; last = await readNext(db, last)) {
    signal?.throwIfAborted();
    checked += 1;
    const { chapterId, fileId } = last;
    const problem = await findProblem(store, last);
    if (problem) damaged.push({ chapterId, fileId, problem });
  }
  return { checked, damaged };
}

type FinishedFile = FileKey & { readonly bytes: number; readonly sha256: string };

async function readNext(db: Db, after?: FileKey): Promise<FinishedFile | undefined> {
  const { rows } = await sql<FinishedFile>`
    select chapter_id as "chapterId", id as "fileId", bytes, sha256 from file
    where finished_at is not null ${
      after ? sql`and (chapter_id, id) > (${after.chapterId}::uuid, ${after.fileId}::uuid)` : sql``
    }
    order by chapter_id, id limit 1`.execute(db);
  return rows[0];
}

async function findProblem(store: ContentStore, file: FinishedFile): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of readContent(store, file, 0, file.bytes)) hash.update(chunk);
  } catch (error) {
    if (!(error instanceof DamagedContent)) throw error;
    // Removed since it was found, which takes its content along.
    return (await exists(store.db, file)) ? error.message : undefined;
  }
  return hash.digest('base64url') === file.sha256 ? undefined : 'its content is another';
}

async function exists(db: Db, { chapterId, fileId }: FileKey): Promise<boolean> {
  const row = await db
    .selectFrom('file')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', fileId)
    .executeTakeFirst();
  return row !== undefined;
}

const maxListed = 1_000;

export async function checkFilesAndReport(
  work: ContentStore & { readonly log: Log; readonly signal: AbortSignal },
): Promise<void> {
  const { damaged, checked } = await checkFiles(work, work.signal);
  for (const found of damaged.slice(0, maxListed)) work.log.error(found, 'A file is damaged');
  if (damaged.length > maxListed) {
    work.log.error(
      `${damaged.length} files are damaged; run "${hubCommand} reconcile" to list them all`,
    );
  }
  work.log.info({ checked, damaged: damaged.length }, 'Files are checked');
}

export function describeDamage({ chapterId, fileId, problem }: DamagedFile): string {
  return `file ${fileId} of chapter ${chapterId}: ${problem}`;
}
