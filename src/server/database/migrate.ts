import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { migrationsFolder } from '../config/paths.ts';
import { adoptBaseline } from './baseline/adopt-baseline.ts';
import { replaceEarlier } from './baseline/replace-earlier.ts';
import { noteVersion, readStoredVersion, type VersionedClient } from './hub-version.ts';
import {
  type AppliedMigration,
  MigrationError,
  type MigrationFile,
  pendingFiles,
  readMigrationFiles,
} from './migration-files.ts';
import { withClient } from './with-client.ts';

type Log = { info(message: string): void; warn(message: string): void };

/** An arbitrary number, which must never change. */
const MIGRATION_LOCK = 0x4d_49_47_52;
const OLDEST_SERVER = 150_000;
const LOCK_LIMIT_SECONDS = 600;

/**
 * Migrates the database at `ownerUrl` with the pending files in `dir`, all in one transaction: if one
 * fails, it throws a `MigrationError`, and the database is as it was. Concurrent runs wait for each
 * other. `:app_role` in a file stands for the server's role: `appRole`, or the owner by default.
 */
export async function migrate(
  ownerUrl: string,
  options: {
    readonly dir?: string;
    readonly log: Log;
    readonly appRole?: string;
    /** The last migration to apply; all by default. */
    readonly upTo?: number;
  },
): Promise<{ applied: string[] }> {
  const all = await readMigrationFiles(options.dir ?? migrationsFolder);
  const files = all.filter(({ version }) => version <= (options.upTo ?? Number.POSITIVE_INFINITY));
  return withClient(ownerUrl, 'migrate', async (client) => {
    await requireServer(client);
    const role = await quoteRole(client, options.appRole);
    await lock(client, options.log);
    try {
      // What waits for the end of the transaction would keep later files from altering its table.
      await client.query(`begin; set local lock_timeout = '30s'; set constraints all immediate`);
      await ensureMigrationTable(client, role, options);
      const adopted = await adoptBaseline(client, {
        applied: await appliedMigrations(client),
        files,
        make: async (baseline) => {
          await ensureMigrationTable(client, role, options);
          for (const file of baseline) await apply(client, file, role);
        },
      });
      for (const { name } of adopted) options.log.info(`Has the schema of: ${name}`);
      const pending = await comparePending(client, files);
      for (const file of pending) {
        options.log.info(`Migrating: ${file.name}`);
        await apply(client, file, role);
      }
      const done = [...adopted, ...pending];
      if (done.length > 0 && (await hasInstallation(client))) {
        await noteVersion(client, options.log);
      }
      await client.query('commit').catch((error) => refuseCommit(client, error));
      return { applied: done.map(({ name }) => name) };
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });
}

/** A pool, a client or a test's connection. */
export type Queryable = VersionedClient;

/**
 * Names of pending migrations; works with the app's role. Throws a `MigrationError` if the database
 * is newer than the files or differs from them.
 */
export function pendingMigrations(
  client: Queryable,
  dir: string = migrationsFolder,
): Promise<string[]> {
  return findPending(client, readMigrationFiles(dir));
}

/** The same for files that are already being read. */
export async function findPending(
  client: Queryable,
  reading: Promise<readonly MigrationFile[]>,
): Promise<string[]> {
  const [files, isThere] = await Promise.all([reading, isMigrated(client)]);
  const pending = isThere ? await comparePending(client, files) : files;
  return pending.map(({ name }) => name);
}

async function comparePending(
  client: Queryable,
  files: readonly MigrationFile[],
): Promise<MigrationFile[]> {
  const applied = await appliedMigrations(client);
  // All of the baseline is to be recorded.
  if (replaceEarlier(applied, files) !== applied) return [...files];
  const isNewer = applied.length > files.length && (await hasInstallation(client));
  return pendingFiles(files, applied, isNewer ? await readStoredVersion(client) : undefined);
}

async function hasInstallation(client: Queryable): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('hub.installation') is not null as it`);
  return rows[0]?.['it'] === true;
}

/** Whether it is the database of a hub. */
export async function isMigrated(client: Queryable): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('hub.migration') is not null as it`);
  return rows[0]?.['it'] === true;
}

async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as number,
      current_setting('server_version') as name, current_setting('server_encoding') as encoding`,
  );
  const [{ number, name, encoding }] = rows;
  if (number < OLDEST_SERVER) {
    throw new MigrationError(
      'old_server',
      `The database is PostgreSQL ${name}; Chapter Hub needs 15 or newer.`,
    );
  }
  if (encoding === 'UTF8') return;
  throw new MigrationError(
    'other_encoding',
    `The database is encoded as ${encoding}; Chapter Hub needs UTF8. Create another one: createdb --encoding UTF8 --template template0 NAME`,
  );
}

async function quoteRole(client: pg.Client, appRole: string | undefined): Promise<string> {
  const { rows } = await client.query(
    `select quote_ident(rolname) as quoted from pg_roles where rolname = coalesce($1, current_user)`,
    [appRole ?? null],
  );
  if (rows[0] !== undefined) return rows[0].quoted;
  throw new MigrationError(
    'unknown_role',
    `There is no role ${appRole} in this database; create it first (create role … login).`,
  );
}

async function lock(client: pg.Client, log: Log): Promise<void> {
  const end = performance.now() + LOCK_LIMIT_SECONDS * 1_000;
  // A killed process must release its locks soon. Not supported on every system.
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => {});
  for (let tries = 0; performance.now() < end; tries += 1) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [
      MIGRATION_LOCK,
    ]);
    if (rows[0].taken === true) return;
    if (tries === 0) log.info('Waiting for another process that is migrating the database');
    await sleep(100);
  }
  throw new MigrationError(
    'busy',
    `Another process has been migrating the database for ${LOCK_LIMIT_SECONDS / 60} minutes.`,
  );
}

async function ensureMigrationTable(
  client: pg.Client,
  role: string,
  options: { readonly log: Log; readonly appRole?: string },
): Promise<void> {
  const { rows } = await client.query(`select to_regclass('hub.migration') is not null as there`);
  const exists = rows[0].there === true;
  if (!exists) {
    await client.query(`
      create schema if not exists hub;
      create table hub.migration (
        version integer primary key,
        name text not null unique,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
  }
  const known = await client.query(
    `select has_table_privilege(coalesce($1, current_user), 'hub.migration', 'select') as may`,
    [options.appRole ?? null],
  );
  if (known.rows[0].may === true) return;
  await client.query(
    `grant usage on schema hub to ${role}; grant select on hub.migration to ${role}`,
  );
  if (exists) {
    options.log.warn(
      `The migrations applied so far gave their rights to another role than ${role}. Grant that role to ${role}.`,
    );
  }
}

async function appliedMigrations(client: Queryable): Promise<AppliedMigration[]> {
  const { rows } = await client.query('select version, name, checksum from hub.migration');
  return rows.map(({ version, name, checksum }) => ({
    version: Number(version),
    name: String(name),
    checksum: String(checksum),
  }));
}

async function apply(client: pg.Client, file: MigrationFile, role: string): Promise<void> {
  const sql = file.sql.replaceAll(/(?<!:):app_role\b/g, () => role);
  try {
    await client.query('reset search_path');
    // PL/pgSQL refuses to execute what would end the transaction, which is that of all files.
    const body = `begin execute ${client.escapeLiteral(sql)}; end`;
    await client.query(`do ${client.escapeLiteral(body)}`);
    await client.query('insert into hub.migration (version, name, checksum) values ($1, $2, $3)', [
      file.version,
      file.name,
      file.checksum,
    ]);
  } catch (error) {
    throw failed(`${file.name} failed`, error as pg.DatabaseError, sql);
  }
}

async function refuseCommit(client: pg.Client, error: pg.DatabaseError): Promise<never> {
  const isAnswered = await client.query('rollback').then(
    () => true,
    () => false,
  );
  if (isAnswered) throw failed('The migrations could not be committed', error);
  throw new MigrationError(
    'unknown_outcome',
    `The connection was lost while the migrations were being committed (${error.message}): all of them are applied, or none. Start again to find out.`,
    { cause: error },
  );
}

function failed(what: string, error: pg.DatabaseError, sql = ''): MigrationError {
  const { internalPosition, internalQuery, detail, hint } = error;
  const before = internalQuery === sql ? sql.slice(0, Number(internalPosition) - 1) : undefined;
  const where = before === undefined ? '' : ` at line ${before.split('\n').length}`;
  const why = `${error.message}${detail ? ` (${detail})` : ''}.${hint ? ` ${hint}` : ''}`;
  return new MigrationError(
    'failed',
    `${what}${where}: ${why} All migrations of this run are rolled back.`,
    { cause: error },
  );
}
