/** Restores a backup into an empty database: all of it, or nothing. */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Instant } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import { type AuditBreak, checkAudit } from '../audit/audit-chain.ts';
import { checkFigures, type FoundDifference } from '../checks/reconciliation.ts';
import { CommandError } from '../config/command-error.ts';
import { migrationsFolder, readHubVersion } from '../config/paths.ts';
import { replaceEarlier } from '../database/baseline/replace-earlier.ts';
import { type OpenCopy, openCopy } from '../database/copy-rows.ts';
import { migrate } from '../database/migrate.ts';
import { MigrationError, pendingFiles, readMigrationFiles } from '../database/migration-files.ts';
import { withClient } from '../database/with-client.ts';
import { grantInserts } from './insert-rights.ts';
import type { Manifest } from './manifest.ts';
import { continueNumbers, listNumberedColumns } from './numbered-columns.ts';
import { readEntries, tableOf, verifyBackup } from './read-backup.ts';
import { findChangedTable } from './table-digest.ts';
import {
  copyIn,
  copyOut,
  dataSchemas,
  leftOut,
  readSavedTables,
  textFormat,
} from './tables-of-backup.ts';

type Log = { info(message: string): void; warn(message: string): void };

export type Restored = {
  readonly manifest: Manifest;
  readonly differences: readonly FoundDifference[];
  readonly auditBreaks: readonly AuditBreak[];
};

type Target = {
  readonly ownerUrl: string;
  /** The server's role, if it is not the owner. */
  readonly appRole: string | undefined;
  readonly log: Log;
  readonly now: Instant;
  readonly migrations?: string;
  /** Of an embedded database, whose address says nothing to people. */
  readonly dataDir?: string | undefined;
  /** Of an encrypted backup. */
  readonly passphrase?: string | undefined;
  /** Saves what is in the database, which is replaced then; without it, one with data is refused. */
  readonly saveFirst?: () => Promise<unknown>;
  /** Every row is there and compared; what follows is checked. */
  readonly onLoaded?: () => void;
};

type BackupFile = { readonly path: string; readonly passphrase: string | undefined };

/**
 * Restores the backup at `path` and migrates it to this version. Every row is read back and compared
 * before it counts; then all figures and audit logs are checked. Throws a `CommandError` if the file
 * is no whole backup, is from a newer version, or if the database is in use or, without `saveFirst`, not
 * empty: nothing has changed then. If it fails before `onLoaded`, the database is of no use.
 */
export async function restoreBackup(path: string, target: Target): Promise<Restored> {
  const manifest = await verifyBackup(path, target.passphrase);
  const upTo = await findVersion(manifest, target);
  const { ownerUrl, appRole, log, now, migrations: dir = migrationsFolder } = target;
  const options = { dir, log, ...(appRole === undefined ? {} : { appRole }) };
  await withClient(ownerUrl, 'restore', (client) => clearDatabase(client, target));
  await migrate(ownerUrl, { ...options, upTo });
  await withClient(ownerUrl, 'restore', async (client) => {
    await loadAll(client, { path, passphrase: target.passphrase }, manifest);
    target.onLoaded?.();
    // Without it the checks that follow, and the first minutes, are planned as if the tables were empty.
    await client.query('analyze');
  });
  await migrate(ownerUrl, options);
  const differences = await checkFigures(ownerUrl, now);
  const heads = manifest.auditHeads.map((head) => ({
    ...head,
    chapterId: toId(head.chapterId) as Id<'chapter'>,
  }));
  const audit = await checkAudit(ownerUrl, now, heads);
  return { manifest, differences, auditBreaks: audit.breaks };
}

/** The newest migration of the backup. */
async function findVersion(
  { migrations, hubVersion }: Manifest,
  { migrations: dir = migrationsFolder }: Target,
): Promise<number> {
  try {
    const files = await readMigrationFiles(dir);
    const applied = replaceEarlier(migrations, files, 'The backup');
    pendingFiles(files, applied, hubVersion);
    return applied.at(-1)?.version ?? 0;
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    throw new CommandError(
      `The backup was made by another version of Chapter Hub (${hubVersion}) than this one (${readHubVersion()}). ${error.message}`,
    );
  }
}

/** Removes the schemas of a database that has no data or was saved, so that it can be migrated to any version. */
async function clearDatabase(client: pg.Client, target: Target): Promise<void> {
  const { saveFirst, dataDir } = target;
  const name = nameDatabase(target);
  if (await isInUse(client)) {
    throw new CommandError(
      `A server or another program is using this database (${name}). Stop it, then restore again.`,
    );
  }
  if (await hasData(client)) {
    if (!saveFirst) {
      throw new CommandError(
        `The database ${name} is not empty. Restore into a new one (${describeOther(dataDir)}), or replace what is there: --replace saves it first.`,
      );
    }
    await saveFirst();
  }
  for (const schema of [...dataSchemas, 'jobs']) {
    await client.query(`drop schema if exists ${schema} cascade`);
  }
}

/** For people: without the password. */
export function nameDatabase({ ownerUrl, dataDir }: Pick<Target, 'ownerUrl' | 'dataDir'>): string {
  if (dataDir !== undefined) return `in ${resolve(dataDir)}`;
  const { database, host } = new pg.Client({ connectionString: ownerUrl });
  return `${database} on ${host}`;
}

/** How a command is given another database than it was. */
export function describeOther(dataDir: string | undefined): string {
  return dataDir === undefined
    ? 'another DATABASE_URL, or none for one in a data directory'
    : 'another --data folder, or another database';
}

const leavingMilliseconds = 2_000;

/** Waits for connections that have just been closed, which PostgreSQL lists until their processes end. */
async function isInUse(client: pg.Client): Promise<boolean> {
  const end = performance.now() + leavingMilliseconds;
  for (;;) {
    const { rows } = await client.query(
      // Background processes have no user.
      `select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usename is not null`,
    );
    if (rows[0].others === 0) return false;
    if (performance.now() > end) return true;
    await sleep(50);
  }
}

async function hasData(client: pg.Client): Promise<boolean> {
  for (const { name } of await readSavedTables(client)) {
    // Every start may write its own settings; they are not data.
    if (name === 'hub.installation') continue;
    const { rows } = await client.query(`select exists (select from ${name}) as it`);
    if (rows[0].it === true) return true;
  }
  return false;
}

async function loadAll(client: pg.Client, file: BackupFile, manifest: Manifest): Promise<void> {
  await client.query('begin');
  await client.query(textFormat);
  const tables = await readSavedTables(client);
  // An earlier version may have saved what is left out today.
  const wanted = manifest.tables.filter(({ name }) => !leftOut.includes(name));
  const saved = new Map(wanted.map((table) => [table.name, table]));
  const unknown = tables.length !== saved.size || !tables.every(({ name }) => saved.has(name));
  if (unknown) throw new CommandError('The tables of the backup are not those of its version.');
  // Triggers would compute what is restored as it was; what they hold is compared below.
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  const names = tables.map(({ name }) => name);
  const restoreRights = await grantInserts(client, names);
  for (const { name } of [...tables].reverse()) await client.query(`delete from ${name}`);
  await loadRows(client, file, saved);
  await client.query('set constraints all immediate');
  await restoreRights();
  const numbered = await listNumberedColumns(client, names);
  await continueNumbers(client, numbered);
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
  const changed = await findChangedTable(client, tables, manifest.tables, copyOut);
  if (changed) {
    throw new CommandError(
      `${changed.name} came back differently (${changed.rows} rows of ${changed.expectedRows}). Nothing was restored.`,
    );
  }
  await client.query('commit');
}

/** One statement for each table, because its rows may refer to each other. */
async function loadRows(
  client: pg.Client,
  { path, passphrase }: BackupFile,
  saved: ReadonlyMap<string, { readonly name: string; readonly columns: readonly string[] }>,
): Promise<void> {
  let current: { readonly name: string; readonly copy: OpenCopy } | undefined;
  for await (const { name: entry, body } of readEntries(path, passphrase)) {
    const name = tableOf(entry);
    if (current?.name !== name) {
      await current?.copy.end();
      const table = saved.get(name);
      current = table && { name, copy: openCopy(client, copyIn(table)) };
    }
    for await (const chunk of body) await current?.copy.write(chunk);
  }
  await current?.copy.end();
}
