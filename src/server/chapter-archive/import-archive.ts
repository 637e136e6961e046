/** Imports the archive of a chapter beside the chapters that are there: all of it, or nothing. */
import type pg from 'pg';
import type { Instant } from '#kit/day.ts';
import {
  continueNumbers,
  listNumberedColumns,
  type NumberedColumn,
} from '../backup/numbered-columns.ts';
import { findChangedTable } from '../backup/table-digest.ts';
import { copyIn, textFormat } from '../backup/tables-of-backup.ts';
import { CommandError } from '../config/command-error.ts';
import { readHubVersion } from '../config/paths.ts';
import { replaceEarlier } from '../database/baseline/replace-earlier.ts';
import { copyRows } from '../database/copy-rows.ts';
import { databaseErrorCode, isUndone } from '../database/db.ts';
import type { NewId } from '../database/ids.ts';
import type { AppliedMigration } from '../database/migration-files.ts';
import { withClient } from '../database/with-client.ts';
import {
  type ArchiveManifest,
  accountsEntry,
  confirmationOf,
  entryOfTable,
  isMove,
  jobsEntry,
} from './archive-manifest.ts';
import { importJobs } from './chapter-jobs.ts';
import { noteInstallation, readAppliedMigrations, readChapterState } from './chapter-state.ts';
import { type ChapterTable, copyChapterOut, readChapterTables } from './chapter-tables.ts';
import { importAccounts, type MatchedAccounts } from './import-accounts.ts';
import { movedKey } from './new-home.ts';
import { type OpenArchive, openArchive } from './read-archive.ts';

export type Imported = {
  readonly manifest: ArchiveManifest;
  readonly accounts: MatchedAccounts;
  /** Differences that came along and nobody explained: money is suspended there as it was here. */
  readonly unexplained: number;
};

export type ImportTarget = {
  readonly ownerUrl: string;
  /** Of a password that nobody knows, for new accounts: their owners choose one by email. */
  readonly passwordHash: string;
  /** Of accounts there that never verified the email of a member, but are the same people. */
  readonly vouchedEmails: readonly string[];
  readonly now: Instant;
  readonly newId: NewId;
  /** In the transaction that imports: removes what the archive is to replace. */
  readonly removeFirst?: (client: pg.Client) => Promise<void>;
};

/**
 * Imports the archive at `path`. Every row is read back and compared, every figure is computed again,
 * and the chain of the audit log is followed to its noted end, before it counts. Throws a
 * `CommandError` if the file is no whole archive, or for another version, if the chapter is there, or
 * if anything differs. It locks no table against writers: other chapters are changed while it runs.
 */
export async function importArchive(path: string, target: ImportTarget): Promise<Imported> {
  const archive = await openArchive(path);
  try {
    return await withClient(target.ownerUrl, 'import', (client) =>
      importAll(client, archive, target),
    );
  } catch (error) {
    // The database refuses the rows: what is no value of theirs, or breaks a rule that all rows keep.
    if (!/^2[23]/.test(databaseErrorCode(error) ?? '')) throw error;
    const { message } = error as Error;
    throw new CommandError(`${path} can't be imported: ${message}. Nothing was imported.`, {
      cause: error,
    });
  } finally {
    archive.close();
  }
}

async function importAll(
  client: pg.Client,
  archive: OpenArchive,
  target: ImportTarget,
): Promise<Imported> {
  const { manifest } = archive;
  const chapterId = manifest.chapter.id;
  await client.query('begin');
  await client.query(textFormat);
  // One after the other, so that the second one sees what the first one imported.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('import a chapter', 0))`);
  await refuseOtherVersion(client, manifest);
  await target.removeFirst?.(client);
  await refuseExisting(client, manifest);
  const tables = await readChapterTables(client);
  const names = tables.map(({ name }) => name);
  if (names.join() !== manifest.tables.map(({ name }) => name).join()) {
    throw new CommandError('The tables of the archive are not those of its version.');
  }
  // Triggers would compute what is imported as it was; what they hold is compared below.
  await client.query(`set local hub.arriving = 'on'`);
  const accounts = await importAccounts(client, archive.read(accountsEntry), target);
  for (const table of tables) await load(client, table, archive.read(entryOfTable(table.name)));
  await client.query('set constraints all immediate');
  const numbered = await listNumberedColumns(client, names);
  await refuseHugeNumbers(client, numbered);
  await continueNumbers(client, numbered);
  // Transactions of another server are not counted here: whatever is not linked was written just now.
  await client.query(
    'update hub.audit_head set sealed_below = pg_current_xact_id() where chapter_id = $1',
    [chapterId],
  );
  await client.query(`set local hub.arriving = 'off'`);
  await client.query('select hub.note_first_chapter($1)', [chapterId]);
  // Both the figures below and servers that are running are planned for what was here before: a large chapter
  // beside small ones took minutes to check.
  await client.query(`analyze ${names.join(', ')}`);
  await proveRows(client, tables, manifest);
  await proveState(client, manifest);
  await suspendMoney(client, manifest, target.now);
  const unexplained = await countUnexplained(client, chapterId);
  if (isMove(manifest)) {
    await importJobs(client, chapterId, archive.read(jobsEntry));
    await noteInstallation(client, importedKey(chapterId), confirmationOf(manifest));
  }
  await client.query('delete from hub.installation where key = $1', [movedKey(chapterId)]);
  await client.query('commit').catch(async (error: unknown) => {
    // A server that crashed may have committed all the same.
    const isRefused =
      isUndone(error) &&
      (await client.query('select').then(
        () => true,
        () => false,
      ));
    throw isRefused
      ? error
      : new CommandError(
          'The connection was lost before it was known whether the chapter was imported. Run the same command again: it imports the chapter, or says that it is already here.',
          { cause: error },
        );
  });
  return { manifest, accounts, unexplained };
}

/** Kept of a chapter that moved here, so that the command says it again. */
const importedKey = (chapterId: string) => `imported ${chapterId}`;

async function refuseOtherVersion(client: pg.Client, manifest: ArchiveManifest): Promise<void> {
  const applied = await readAppliedMigrations(client);
  const written = replaceEarlier(manifest.migrations, applied, 'The archive');
  const versionsOf = (list: readonly AppliedMigration[]) =>
    list.map(({ version, checksum }) => `${version} ${checksum}`).join();
  if (versionsOf(applied) === versionsOf(written)) return;
  throw new CommandError(
    `The archive was written at migration ${written.at(-1)?.version ?? 0} (version ${manifest.hubVersion}), and this database is at ${applied.at(-1)?.version ?? 0} (version ${readHubVersion()}). Bring both servers to the same version, then export again.`,
  );
}

async function refuseExisting(client: pg.Client, manifest: ArchiveManifest): Promise<void> {
  const { chapter } = manifest;
  const { rows } = await client.query(
    'select id, name from hub.chapter where id = $1 or lower(name) = lower($2) order by id <> $1',
    [chapter.id, chapter.name],
  );
  const found = rows[0];
  if (found === undefined) return;
  const imported = await client.query('select value from hub.installation where key = $1', [
    importedKey(chapter.id),
  ]);
  const confirmation = confirmationOf(manifest);
  const isFromThis = imported.rows[0]?.value === confirmation;
  throw new CommandError(
    found.id === chapter.id
      ? `This chapter is already here: ${found.name} (${found.id}).${isFromThis ? ` It came with this archive, and its move ends with --imported ${confirmation}.` : ''}`
      : `There's already a chapter named ${found.name} (${found.id}). Rename one of them first.`,
  );
}

async function load(
  client: pg.Client,
  table: ChapterTable,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const { name, columns, accountColumns } = table;
  if (accountColumns.length === 0) return copyRows(client, copyIn(table), rows);
  const list = columns.join(', ');
  await client.query(
    `create temp table staged on commit drop as select ${list} from ${name} with no data`,
  );
  await copyRows(client, copyIn({ name: 'staged', columns }), rows);
  const read = columns.map((column) =>
    accountColumns.includes(column)
      ? `(select a.id from auth.account a where a.email = s.${column})`
      : `s.${column}`,
  );
  await client.query(`insert into ${name} (${list}) select ${read.join(', ')} from staged s`);
  await client.query('drop table staged');
}

/** More rows than any server ever numbers: an archive with such a number would use up those of all chapters. */
const maxNumber = 2n ** 53n;

/** Throws before any number is used up, which no rollback gives back. */
async function refuseHugeNumbers(
  client: pg.Client,
  columns: readonly NumberedColumn[],
): Promise<void> {
  for (const { table, column } of columns) {
    const { rows } = await client.query(`select coalesce(max(${column}), 0) as it from ${table}`);
    if (BigInt(rows[0].it) > maxNumber) {
      throw new CommandError(`${table} has numbers that no server gives. Nothing was imported.`);
    }
  }
}

async function proveRows(
  client: pg.Client,
  tables: readonly ChapterTable[],
  manifest: ArchiveManifest,
): Promise<void> {
  const changed = await findChangedTable(client, tables, manifest.tables, (table) =>
    copyChapterOut(table, manifest.chapter.id),
  );
  if (!changed) return;
  throw new CommandError(
    `${changed.name} came back differently (${changed.rows} rows of ${changed.expectedRows}). Nothing was imported.`,
  );
}

async function proveState(client: pg.Client, manifest: ArchiveManifest): Promise<void> {
  const { id, name } = manifest.chapter;
  const chapters = await client.query('select name from hub.chapter where id = $1', [id]);
  if (chapters.rows[0]?.name !== name) {
    throw new CommandError(
      'The archive is not the chapter that its manifest names. Nothing was imported.',
    );
  }
  const found = await readChapterState(client, id);
  if (JSON.stringify(found.auditHead) !== JSON.stringify(manifest.auditHead)) {
    throw new CommandError('The audit log ends differently than noted. Nothing was imported.');
  }
  const { rows } = await client.query(
    'select seq, problem from hub.audit_break where chapter_id = $1 order by seq limit 1',
    [id],
  );
  if (rows[0]) {
    throw new CommandError(
      `The audit log is broken at link ${rows[0].seq}: ${rows[0].problem}. Nothing was imported.`,
    );
  }
  if (JSON.stringify(found.differences) !== JSON.stringify(manifest.differences)) {
    throw new CommandError(
      `Figures differ here: ${found.differences.length}, where ${manifest.differences.length} were noted. Nothing was imported.`,
    );
  }
}

/** Notes what differs as a check does, so that no money moves before the next one. */
async function suspendMoney(
  client: pg.Client,
  { chapter, differences }: ArchiveManifest,
  now: Instant,
): Promise<void> {
  if (differences.length === 0) return;
  await client.query(
    `insert into hub.reconciliation_finding
      (chapter_id, check_name, subject_id, gap, expected, actual, found_at)
    select chapter_id, check_name, subject_id, gap, expected, actual, $2
    from hub.difference where chapter_id = $1
    on conflict do nothing`,
    [chapter.id, now],
  );
}

async function countUnexplained(client: pg.Client, chapterId: string): Promise<number> {
  const { rows } = await client.query(
    'select count(*)::integer as count from hub.unexplained_difference where chapter_id = $1',
    [chapterId],
  );
  return rows[0].count;
}
