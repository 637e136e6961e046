/** Replaces a chapter by what an archive of it holds, in one transaction, after saving what it is now. */
import type pg from 'pg';
import { CommandError } from '../config/command-error.ts';
import { holdJobs } from './chapter-jobs.ts';
import { type Imported, type ImportTarget, importArchive } from './import-archive.ts';
import {
  asOnlyMove,
  countObjects,
  isMoving,
  remove,
  rest,
  resume,
  waitForWriters,
} from './move-chapter.ts';
import { type ArchiveOptions, writeArchive } from './write-archive.ts';

export type Replaced = Imported & {
  /** Files of it that stay in the bucket. */
  readonly objectsLeft: number;
};

/**
 * The chapter's changes rest meanwhile, so that none is lost; if this is killed, the rest ends by itself within an
 * hour, and the chapter is what it was or what the archive holds. Throws a `CommandError` if nothing was replaced.
 */
export async function replaceChapter(
  path: string,
  target: ImportTarget,
  saved: ArchiveOptions,
  onSaved: () => void,
): Promise<Replaced> {
  const { ownerUrl } = target;
  const { chapterId } = saved;
  return asOnlyMove(ownerUrl, chapterId, async (client) => {
    if (await isMoving(client, chapterId)) {
      throw new CommandError(
        'This chapter is moving to another server. Finish the move with move-chapter --imported, or take it back with --resume.',
      );
    }
    await rest(client, chapterId, `now() + interval '1 hour'`);
    try {
      await waitForWriters(client);
      await holdJobs(client, chapterId);
      await writeArchive(ownerUrl, saved);
      onSaved();
      let objectsLeft = 0;
      const removeFirst = async (importing: pg.Client) => {
        objectsLeft = await countObjects(importing, chapterId);
        await removeResting(importing, chapterId);
      };
      const vouchedEmails = [...target.vouchedEmails, ...(await listEmails(client, chapterId))];
      const imported = await importArchive(path, { ...target, vouchedEmails, removeFirst });
      return { ...imported, objectsLeft };
    } catch (error) {
      // If the connection was lost, the rest ends by itself.
      await client
        .query('rollback')
        .then(() => resume(client, chapterId))
        .catch(() => {});
      throw error;
    }
  });
}

/** Of accounts that are in the chapter already: they are given nothing that they do not have. */
async function listEmails(client: pg.Client, chapterId: string): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    `select a.email from hub.account_chapter c join auth.account a on a.id = c.account_id
    where c.chapter_id = $1`,
    [chapterId],
  );
  return rows.map(({ email }) => email);
}

async function removeResting(client: pg.Client, chapterId: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from hub.chapter where id = $1 and rests_until > clock_timestamp() for update',
    [chapterId],
  );
  if (rowCount !== 1) {
    throw new CommandError('Saving the chapter took longer than an hour. Nothing was replaced.');
  }
  await remove(client, chapterId);
  // For whatever follows in the transaction, which loads rows that refer to later ones.
  await client.query(`set local hub.leaving = 'off'`);
  await client.query('set constraints all deferred');
}
