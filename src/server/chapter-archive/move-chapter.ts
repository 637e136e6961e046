/**
 * Moves a chapter to another server: its changes rest, it is exported here and imported there, and what the
 * import says lets it go here. Until then it is whole here, and can only be read.
 */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { CommandError } from '../config/command-error.ts';
import { withClient } from '../database/with-client.ts';
import { type ArchiveManifest, confirmationOf } from './archive-manifest.ts';
import { delayJobs, deleteJobs, holdJobs } from './chapter-jobs.ts';
import { noteInstallation } from './chapter-state.ts';
import { listTablesToEmpty, quoteId } from './chapter-tables.ts';
import { movedKey } from './new-home.ts';
import { type ArchiveOptions, writeArchive } from './write-archive.ts';

/** Kept of a chapter that rests: what its import elsewhere says. */
const movingKey = (chapterId: string) => `moving ${chapterId}`;

/**
 * Lets the chapter's changes rest and writes its archive, with the mails that wait. It rests until the move is
 * finished or taken back; one that is killed before the archive is written ends by itself. Throws a
 * `CommandError` if nothing is moving then.
 */
export async function beginMove(
  ownerUrl: string,
  archive: ArchiveOptions,
): Promise<ArchiveManifest> {
  const { chapterId, path } = archive;
  return asOnlyMove(ownerUrl, chapterId, async (client) => {
    if (await isMoving(client, chapterId)) {
      throw new CommandError(
        `This chapter is already moving: ${path} is for the other server. Finish the move with --imported, or take it back with --resume.`,
      );
    }
    await rest(client, chapterId, `now() + interval '1 hour'`);
    try {
      await waitForWriters(client);
      await holdJobs(client, chapterId);
      const manifest = await writeArchive(ownerUrl, { ...archive, moves: true });
      await client.query('begin');
      await rest(client, chapterId, `'infinity'`, 'and rests_until > clock_timestamp()');
      await delayJobs(client, chapterId);
      await noteInstallation(client, movingKey(chapterId), confirmationOf(manifest));
      await client.query('commit');
      return manifest;
    } catch (error) {
      // If the connection was lost, the rest ends by itself, or the archive counts after all.
      await client
        .query('rollback')
        .then(() => resume(client, chapterId))
        .then(() => rm(path, { force: true }))
        .catch(() => {});
      throw error;
    }
  });
}

/** Gives the chapter back to its members here. */
export async function takeMoveBack(ownerUrl: string, chapterId: string): Promise<void> {
  await asOnlyMove(ownerUrl, chapterId, async (client) => {
    if (!(await resume(client, chapterId))) throw notMoving(chapterId);
  });
}

/**
 * Deletes the chapter here, once its import elsewhere printed `confirmation`; accounts stay. One transaction that
 * locks nothing of other chapters. Links lead to `address` from then on. Returns how many files of it stay in
 * the bucket of this server.
 */
export async function finishMove(
  ownerUrl: string,
  chapterId: string,
  confirmation: string,
  address?: string,
): Promise<number> {
  return asOnlyMove(ownerUrl, chapterId, async (client) => {
    const expected = await readConfirmation(client, chapterId);
    if (expected === undefined) throw notMoving(chapterId);
    if (expected !== confirmation) {
      throw new CommandError(
        'That is not what import-chapter prints for the archive of this move. Nothing was removed.',
      );
    }
    await client.query('begin');
    const objectsLeft = await countObjects(client, chapterId);
    await remove(client, chapterId);
    if (address !== undefined) await noteInstallation(client, movedKey(chapterId), address);
    await client.query('commit').catch((cause: unknown) => {
      throw new CommandError(
        'The connection was lost before it was known whether the chapter is gone. Run the same command again: it removes the chapter, or says that it is not moving.',
        { cause },
      );
    });
    return objectsLeft;
  });
}

const notMoving = (chapterId: string) =>
  new CommandError(`No chapter ${chapterId} is moving from here. If it was here, it has moved.`);

/** One after the other with all else that lets the chapter's changes rest. */
export async function asOnlyMove<T>(
  ownerUrl: string,
  chapterId: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withClient(ownerUrl, 'move', async (client) => {
    await client.query(`select pg_advisory_lock(hashtextextended('move ' || $1, 0))`, [chapterId]);
    return work(client);
  });
}

export async function isMoving(client: pg.Client, chapterId: string): Promise<boolean> {
  return (await readConfirmation(client, chapterId)) !== undefined;
}

async function readConfirmation(client: pg.Client, chapterId: string): Promise<string | undefined> {
  const { rows } = await client.query('select value from hub.installation where key = $1', [
    movingKey(chapterId),
  ]);
  return rows[0]?.value;
}

/** From then on, changes are refused because it rests. */
export async function rest(
  client: pg.Client,
  chapterId: string,
  until: `now() + interval '1 hour'` | `'infinity'`,
  provided: '' | 'and rests_until > clock_timestamp()' = '',
): Promise<void> {
  const { rowCount } = await client.query(
    `update hub.chapter set rests_until = ${until} where id = $1 ${provided}`,
    [chapterId],
  );
  if (rowCount === 1) return;
  throw new CommandError(
    provided === ''
      ? `There is no chapter ${chapterId}.`
      : 'Writing the archive took longer than an hour. Nothing was moved.',
  );
}

/** False if it did not rest. */
export async function resume(client: pg.Client, chapterId: string): Promise<boolean> {
  await client.query('begin');
  const { rowCount } = await client.query(
    'update hub.chapter set rests_until = now() where id = $1 and rests_until > now()',
    [chapterId],
  );
  await delayJobs(client, chapterId);
  await client.query('delete from hub.installation where key = $1', [movingKey(chapterId)]);
  await client.query('commit');
  return rowCount === 1;
}

const writersPatienceMilliseconds = 60_000;

/**
 * Waits for those who began to change something before the chapter rested, and for nobody else: who comes
 * later finds that it rests (migrations/0107_audit.sql). Nobody waits for this. Only tables count: on indexes, a
 * vacuum holds the same lock for minutes.
 */
export async function waitForWriters(client: pg.Client): Promise<void> {
  const end = performance.now() + writersPatienceMilliseconds;
  let earlier: string[] | undefined;
  for (;;) {
    const { rows } = await client.query<{ id: string; pid: number }>(
      `select distinct l.virtualtransaction as id, l.pid from pg_locks l
      join pg_class c on c.oid = l.relation and c.relnamespace = 'hub'::regnamespace and c.relkind = 'r'
      join pg_database d on d.oid = l.database and d.datname = current_database()
      where l.mode = 'RowExclusiveLock' and l.granted
        and ($1::text[] is null or l.virtualtransaction = any ($1))`,
      [earlier],
    );
    if (rows.length === 0) return;
    earlier = rows.map(({ id }) => id);
    if (performance.now() > end) {
      throw new CommandError(
        `Someone has been changing the database for a minute: process ${rows[0]?.pid} of PostgreSQL. Nothing was moved.`,
      );
    }
    await sleep(50);
  }
}

/** Everything of the chapter here, as if it had never been. */
export async function remove(client: pg.Client, chapterId: string): Promise<void> {
  const id = quoteId(chapterId);
  // Looking far ahead adds dates to its events, even while it rests.
  await client.query(`select from hub.event where chapter_id = ${id} for update`);
  await client.query(`set local hub.leaving = 'on'`);
  for (const name of await listTablesToEmpty(client)) {
    await client.query(`delete from ${name} where chapter_id = ${id}`);
  }
  await client.query(`delete from hub.chapter where id = ${id}`);
  await client.query('set constraints all immediate');
  await deleteJobs(client, chapterId);
  await client.query('delete from hub.installation where key = $1', [movingKey(chapterId)]);
}

/** Of contents in the bucket, which stay there. */
export async function countObjects(client: pg.Client, chapterId: string): Promise<number> {
  const { rows } = await client.query(
    'select count(*)::integer as count from hub.file_object where chapter_id = $1 and is_content',
    [chapterId],
  );
  return rows[0].count;
}
