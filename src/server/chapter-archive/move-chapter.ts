/**
 * Moves a chapter to another database, with what is in an archive of it. Until the moment it moves, it
 * is where it was; from then on it is only where it is now.
 */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackedUpTable } from '../backup/manifest.ts';
import { digestRows, findChangedTable } from '../backup/table-digest.ts';
import { textFormat } from '../backup/tables-of-backup.ts';
import { CommandError } from '../config/command-error.ts';
import { copyRows } from '../database/copy-rows.ts';
import { databaseErrorCode } from '../database/db.ts';
import { readStoredVersion } from '../database/hub-version.ts';
import { withClient } from '../database/with-client.ts';
import type { ArchiveManifest } from './archive-manifest.ts';
import { readAppliedMigrations } from './chapter-state.ts';
import {
  type ChapterTable,
  copyChapterOut,
  listTablesToEmpty,
  quoteId,
  readChapterTables,
} from './chapter-tables.ts';
import {
  countUnexplained,
  type Imported,
  type ImportTarget,
  importArchive,
  lockTables,
  MaybeImported,
} from './import-archive.ts';
import { type ArchiveOptions, sealAudit, writeFrom } from './write-archive.ts';

/** How long members are told that nothing can be changed, unless the move, which renews it, says that it is over. */
const restMinutes = 10;
const renewalMilliseconds = 60_000;

export type Moved = Imported & {
  /** Files whose contents stay in the bucket of the database that the chapter left. */
  readonly objectsLeft: number;
};

/**
 * Moves the chapter from the database of `ownerUrl` to that of `target`. Its members can read meanwhile,
 * and change nothing; other chapters are changed, except for seconds at the end. The last step is two
 * commits, one after the other: that it is there, and that it is here no more. If a connection is lost during
 * one of them, the same move again finishes it, unless one of the two was changed since. Throws a
 * `CommandError` if nothing was moved, or if that is unknown.
 */
export async function moveChapter(
  ownerUrl: string,
  archive: ArchiveOptions,
  target: ImportTarget,
): Promise<Moved> {
  return withClient(ownerUrl, 'move', (from) =>
    withClient(target.ownerUrl, 'move', async (to) => {
      await refuseSameDatabase(from, to);
      await refuseOtherVersion(from, to);
      await beginRest(from, archive.chapterId);
      const endRenewals = renewRest(ownerUrl, archive.chapterId);
      try {
        return await moveAll({ from, to, archive, target });
      } catch (error) {
        const isOpen = error instanceof HalfMoved;
        // If the connection was lost, it is rolled back anyway, and the rest ends by itself.
        await from
          .query('rollback')
          .then(endRenewals)
          // What changed here now could no longer be finished.
          .then(() => rest(from, archive.chapterId, isOpen ? restMinutes : 0))
          .then(() => (isOpen ? delayMails(from, archive.chapterId) : undefined))
          .catch(() => {});
        if (!isOpen) await rm(archive.path, { force: true });
        throw error;
      } finally {
        await endRenewals();
      }
    }),
  );
}

/** A connection was lost during one of the two commits. */
class HalfMoved extends CommandError {}

function toHalfMoved(error: unknown): unknown {
  if (!(error instanceof MaybeImported)) return error;
  return new HalfMoved(
    `The connection was lost before it was known whether the chapter is on the other server. It is still here, too, and cannot be changed for ${restMinutes} minutes. Run the same command again until then: it finishes the move.`,
    { cause: error },
  );
}

type Move = { from: pg.Client; to: pg.Client; archive: ArchiveOptions; target: ImportTarget };

async function moveAll({ from, to, archive, target }: Move): Promise<Moved> {
  const { chapterId, path } = archive;
  await sealAudit(from, archive);
  await from.query('begin');
  await holdMails(from, chapterId);
  const objectsLeft = await countObjects(from, chapterId);
  const isThere = await to.query('select from hub.chapter where id = $1', [chapterId]);
  const written = await writeFrom(from, archive);
  const leave = async () => {
    // Everything that `remove` locks, so that it waits for no one who waits for these.
    await lockTables(from, [...(await listTablesToEmpty(from)), 'hub.chapter']);
    // Background work adds no record to the audit log.
    await prove(
      from,
      archive,
      written.tables,
      'was changed here while it moved. Nothing was moved',
    );
    await remove(from, chapterId);
  };
  let imported: Imported;
  if (isThere.rowCount === 1) {
    // An earlier move ended between its two commits.
    await to.query('begin isolation level repeatable read, read only');
    await to.query(textFormat);
    const expected = await readWithoutDelivery(from, chapterId, written.tables);
    await prove(
      to,
      archive,
      expected,
      'is not the same on the other server, where the chapter is, too. Nothing was moved. Go on with one of the two, and move the other to a hub that nobody uses',
    );
    await to.query('commit');
    await leave();
    imported = {
      manifest: written,
      accounts: { matched: 0, added: 0 },
      unexplained: await countUnexplained(to, chapterId),
    };
  } else {
    imported = await importArchive(path, {
      ...target,
      beforeCommit: async (there) => {
        await copyJobs(from, there, chapterId);
        await leave();
      },
    }).catch((error: unknown) => {
      throw toHalfMoved(error);
    });
  }
  await from.query('commit').catch((cause: unknown) => {
    throw new HalfMoved(
      'The chapter is on the other server, and the connection was lost before it was known whether it is still here. Run the same command again: it finishes the move, or says that the chapter is no longer here.',
      { cause },
    );
  });
  return { ...imported, objectsLeft };
}

/** Certainly, because the chapter that is found there would be taken for the moved one. */
async function refuseSameDatabase(from: pg.Client, to: pg.Client): Promise<void> {
  const [here, there] = await Promise.all(
    [from, to].map(async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as name
        from pg_control_system()`,
      );
      return rows[0]?.name;
    }),
  );
  if (here === there) throw new CommandError('That is the database in which the chapter is.');
}

async function refuseOtherVersion(from: pg.Client, to: pg.Client): Promise<void> {
  const [here, there] = await Promise.all([
    readAppliedMigrations(from),
    readAppliedMigrations(to),
  ]).catch((error: unknown) => {
    throw databaseErrorCode(error) === '42P01'
      ? new CommandError(
          'One of the two is not the database of a hub. Start its server once, then try again.',
        )
      : error;
  });
  if (JSON.stringify(here) === JSON.stringify(there)) return;
  const [ours, theirs] = await Promise.all([readStoredVersion(from), readStoredVersion(to)]);
  throw new CommandError(
    `This database is of version ${ours ?? 'before 0.2.0'}, the other of ${theirs ?? 'before 0.2.0'}. Bring both servers to the same version first. Nothing was moved.`,
  );
}

/** From then on nobody changes the chapter, and everyone who did is done. One move of it at a time. */
async function beginRest(client: pg.Client, chapterId: string): Promise<void> {
  await client.query(`select pg_advisory_lock(hashtextextended('move ' || $1, 0))`, [chapterId]);
  await client.query('begin');
  // Each change adds a record, and `audit_rests` refuses those that are added later.
  await lockTables(client, ['hub.audit']);
  await rest(client, chapterId, restMinutes);
  await client.query('commit');
}

/** Until the returned function is called. */
function renewRest(ownerUrl: string, chapterId: string): () => Promise<void> {
  let renewed = Promise.resolve();
  const renew = () =>
    withClient(ownerUrl, 'move', (client) => rest(client, chapterId, restMinutes), {
      maxMilliseconds: renewalMilliseconds,
    });
  const timer = setInterval(() => {
    // Who changes the chapter because this failed is noticed before it leaves.
    renewed = renewed.then(renew).catch(() => {});
  }, renewalMilliseconds);
  return () => {
    clearInterval(timer);
    return renewed;
  };
}

/** Says to whoever changes something that it cannot be changed for now; ends by itself. */
async function rest(client: pg.Client, chapterId: string, minutes: number): Promise<void> {
  const { rowCount } = await client.query(
    `update hub.chapter set rests_until = now() + make_interval(mins => $2) where id = $1`,
    [chapterId, minutes],
  );
  if (rowCount === 0) throw new CommandError(`There is no chapter ${chapterId}.`);
}

type ExpectedTable = Omit<BackedUpTable, 'columns'> & { readonly isWithoutDelivery?: boolean };

/** Throws unless the chapter's rows are those that were written. */
async function prove(
  client: pg.Client,
  { chapterId, readElsewhere }: ArchiveOptions,
  expected: readonly ExpectedTable[],
  difference: string,
): Promise<void> {
  // What the bucket holds never changes: it is named by its hash, which its row has.
  const tables = (await readChapterTables(client)).filter(
    (table) => !readElsewhere(client, table, { chapterId }),
  );
  const changed = await findChangedTable(client, tables, expected, (table) =>
    copyChapterOut(
      expected.find(({ name }) => name === table.name)?.isWithoutDelivery
        ? withoutDelivery(table)
        : table,
      chapterId,
    ),
  );
  if (changed) throw new CommandError(`${changed.name} ${difference}.`);
}

const deliveryColumns: readonly string[] = ['mail_state', 'mail_failure', 'mail_at'];

function withoutDelivery(table: ChapterTable): ChapterTable {
  return { ...table, columns: table.columns.filter((column) => !deliveryColumns.includes(column)) };
}

/**
 * What the chapter's tables hold, for a comparison with a copy whose server works: it sends the emails that
 * came along, and notes that in the invitations.
 */
async function readWithoutDelivery(
  client: pg.Client,
  chapterId: string,
  tables: ArchiveManifest['tables'],
): Promise<ExpectedTable[]> {
  const found = await readChapterTables(client);
  const invitation = found.find(({ name }) => name === 'hub.invitation');
  if (!invitation) throw new Error('there is no table of invitations');
  const digest = await digestRows(client, copyChapterOut(withoutDelivery(invitation), chapterId));
  return tables.map((table) =>
    table.name === invitation.name ? { ...table, ...digest, isWithoutDelivery: true } : table,
  );
}

const jobsOf = (chapterId: string) => `data ->> 'chapterId' = '${chapterId}'`;

const sendingPatienceMilliseconds = 10_000;

/**
 * Keeps workers, who skip what is locked, from sending what goes along. Waits for what they are sending: its
 * outcome is noted in the chapter.
 */
async function holdMails(client: pg.Client, chapterId: string): Promise<void> {
  const end = performance.now() + sendingPatienceMilliseconds;
  await client.query('savepoint unheld');
  for (;;) {
    const { rows } = await client.query<{ state: string }>(
      `select state from jobs.job
      where ${jobsOf(chapterId)} and state in ('created', 'retry', 'active') order by id for update`,
    );
    if (!rows.some(({ state }) => state === 'active')) return;
    await client.query('rollback to savepoint unheld');
    if (performance.now() > end) {
      throw new CommandError(
        'An email of the chapter is being sent. Nothing was moved. Try again in a minute.',
      );
    }
    await sleep(200);
  }
}

/** The other server may send them. */
async function delayMails(client: pg.Client, chapterId: string): Promise<void> {
  await client.query(
    `update jobs.job set start_after = greatest(start_after, now() + make_interval(mins => $1))
    where ${jobsOf(chapterId)} and state in ('created', 'retry')`,
    [restMinutes],
  );
}

/** Mails that wait: about events they do so for minutes. */
async function copyJobs(from: pg.Client, to: pg.Client, chapterId: string): Promise<void> {
  await holdMails(from, chapterId);
  const { rows } = await from.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
    where attrelid = 'jobs.job'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const columns = rows[0]?.columns;
  const waiting = `select ${columns} from jobs.job
    where ${jobsOf(chapterId)} and state in ('created', 'retry')`;
  const jobs = from.query(copyTo(`copy (${waiting}) to stdout`)) as AsyncIterable<Buffer>;
  await copyRows(to, `copy jobs.job (${columns}) from stdin`, jobs);
}

/** Everything of the chapter here, as if it had never been; accounts stay. */
async function remove(client: pg.Client, chapterId: string): Promise<void> {
  const id = quoteId(chapterId);
  const names = await listTablesToEmpty(client);
  const tables = [...names, 'hub.chapter'];
  // Triggers would keep what may never change, and compute figures of what is going.
  for (const name of tables) await client.query(`alter table ${name} disable trigger user`);
  for (const name of names) await client.query(`delete from ${name} where chapter_id = ${id}`);
  await client.query(`delete from hub.chapter where id = ${id}`);
  await client.query('set constraints all immediate');
  for (const name of tables) await client.query(`alter table ${name} enable trigger user`);
  await client.query(`delete from jobs.job where ${jobsOf(chapterId)}`);
  await client.query(
    'update auth.session set active_chapter_id = null where active_chapter_id = $1',
    [chapterId],
  );
  await client.query('update auth.account set last_chapter_id = null where last_chapter_id = $1', [
    chapterId,
  ]);
}

async function countObjects(client: pg.Client, chapterId: string): Promise<number> {
  const { rows } = await client.query(
    'select count(*)::integer as count from hub.file_object where chapter_id = $1 and is_content',
    [chapterId],
  );
  return rows[0].count;
}
