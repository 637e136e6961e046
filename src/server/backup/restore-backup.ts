/** Restores a backup into an empty database: all of it, or nothing. */
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Instant } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import { type AuditBreak, checkAudit } from '../audit/audit-chain.ts';
import { checkFigures, type FoundDifference } from '../checks/reconciliation.ts';
import { CommandError } from '../config/command-error.ts';
import { migrationsFolder } from '../config/paths.ts';
import { withoutTimeLimits } from '../database/db.ts';
import { migrate } from '../database/migrate.ts';
import { MigrationError, pendingFiles, readMigrationFiles } from '../database/migration-files.ts';
import type { Manifest } from './manifest.ts';
import { manifestName } from './manifest.ts';
import { readEntries, tableOf, verifyBackup } from './read-backup.ts';
import { TableDigest } from './table-digest.ts';
import { copyIn, copyOut, dataSchemas, readSavedTables, textFormat } from './tables-of-backup.ts';

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
  /** Of an encrypted backup. */
  readonly passphrase?: string | undefined;
  /** Saves what is in the database, which is replaced then; without it, one with data is refused. */
  readonly saveFirst?: () => Promise<unknown>;
};

type BackupFile = { readonly path: string; readonly passphrase: string | undefined };

/**
 * Restores the backup at `path` and migrates it to this version. Every row is read back and compared
 * before it counts; then all figures and audit logs are checked. Throws a `CommandError` if the file
 * is no whole backup, is from a newer version, or if the database is in use or, without `saveFirst`, not
 * empty: nothing has changed then. If the restore itself fails, the database is empty.
 */
export async function restoreBackup(path: string, target: Target): Promise<Restored> {
  const manifest = await verifyBackup(path, target.passphrase);
  await refuseUnknownMigrations(manifest, target);
  const { ownerUrl, appRole, log, now, migrations: dir = migrationsFolder } = target;
  const options = { dir, log, ...(appRole === undefined ? {} : { appRole }) };
  await withClient(ownerUrl, (client) => clearDatabase(client, target.saveFirst));
  await migrate(ownerUrl, { ...options, upTo: manifest.migrations.length });
  await withClient(ownerUrl, (client) =>
    loadAll(client, { path, passphrase: target.passphrase }, manifest),
  );
  await migrate(ownerUrl, options);
  const differences = await checkFigures(ownerUrl, now);
  const heads = manifest.auditHeads.map((head) => ({
    ...head,
    chapterId: toId(head.chapterId) as Id<'chapter'>,
  }));
  const audit = await checkAudit(ownerUrl, now, heads);
  return { manifest, differences, auditBreaks: audit.breaks };
}

async function refuseUnknownMigrations(
  { migrations, hubVersion }: Manifest,
  { migrations: dir = migrationsFolder }: Target,
): Promise<void> {
  try {
    pendingFiles(await readMigrationFiles(dir), migrations);
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    throw new CommandError(
      `The backup was made by another version of Chapter Hub (${hubVersion}). ${error.message}`,
    );
  }
}

/** Removes the schemas of a database that has no data or was saved, so that it can be migrated to any version. */
async function clearDatabase(client: pg.Client, saveFirst: Target['saveFirst']): Promise<void> {
  if (await isInUse(client)) {
    throw new CommandError(
      'A server or another program is using this database. Stop it, then restore again.',
    );
  }
  if (await hasData(client)) {
    if (!saveFirst) {
      throw new CommandError(
        'The database is not empty. Restore into a new one (another --data folder, or another database), or replace what is there: --replace saves it first.',
      );
    }
    await saveFirst();
  }
  for (const schema of [...dataSchemas, 'jobs']) {
    await client.query(`drop schema if exists ${schema} cascade`);
  }
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
  const saved = new Map(manifest.tables.map((table) => [table.name, table]));
  const unknown = tables.length !== saved.size || !tables.every(({ name }) => saved.has(name));
  if (unknown) throw new CommandError('The tables of the backup are not those of its version.');
  // Triggers would compute what is restored as it was; what they hold is compared below.
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  for (const { name } of [...tables].reverse()) await client.query(`delete from ${name}`);
  await loadRows(client, file, saved);
  await client.query('set constraints all immediate');
  await restartSequences(client);
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
  for (const table of tables) {
    const digest = new TableDigest();
    for await (const chunk of client.query(copyTo(copyOut(table))) as AsyncIterable<Buffer>) {
      digest.add(chunk);
    }
    const { rows, sha256 } = digest.finish();
    const expected = saved.get(table.name);
    if (expected?.rows !== rows || expected.sha256 !== sha256) {
      throw new CommandError(
        `${table.name} came back differently (${rows} rows of ${expected?.rows}). Nothing was restored.`,
      );
    }
  }
  await client.query('commit');
  // Without it the checks that follow, and the first minutes, are planned as if the tables were empty.
  await client.query('analyze');
}

/** One statement for each table, because its rows may refer to each other. */
async function loadRows(
  client: pg.Client,
  { path, passphrase }: BackupFile,
  saved: ReadonlyMap<string, { readonly name: string; readonly columns: readonly string[] }>,
): Promise<void> {
  let current: { name: string; stream: ReturnType<typeof copyFrom> } | undefined;
  const end = async () => {
    if (!current) return;
    current.stream.end();
    await finished(current.stream);
    current = undefined;
  };
  for await (const { name: entry, body } of readEntries(path, passphrase)) {
    const name = tableOf(entry);
    if (entry === manifestName || current?.name !== name) await end();
    const table = saved.get(name);
    if (entry !== manifestName && table && !current) {
      current = { name, stream: client.query(copyFrom(copyIn(table))) };
    }
    for await (const chunk of body) {
      if (current && !current.stream.write(chunk)) await once(current.stream, 'drain');
    }
  }
  await end();
}

/** Columns that number rows continue after the restored ones. */
async function restartSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(a.attname) as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1) and c.relkind = 'r' and a.attidentity <> '' and not a.attisdropped`,
    [dataSchemas],
  );
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${column}), 0) + 1, false) from ${table}`,
      [table, column],
    );
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'chapter-hub restore',
    connectionTimeoutMillis: 10_000,
    options: withoutTimeLimits,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
