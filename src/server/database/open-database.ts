/** Finds or starts the configured database, migrates it and connects to it. */
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError } from '../config/command-error.ts';
import type { Config } from '../config/config.ts';
import { createLog, type Log } from '../config/log.ts';
import { hubCommand, migrationsFolder, readHubVersion } from '../config/paths.ts';
import { findEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { type Address, acquireDatabase, type Place } from '../postgres/supervisor.ts';
import { connect, type Database, databaseErrorCode, type Pooler } from './db.ts';
import { readStoredVersion } from './hub-version.ts';
import { findPending, isMigrated, migrate } from './migrate.ts';
import { MigrationError, readMigrationFiles } from './migration-files.ts';
import { isRefusedByPooler, pooled, refusePooler } from './refuse-pooler.ts';
import { endOutdatedConnections, requireRoleSettings, storeRoleSettings } from './role-settings.ts';
import { withClient } from './with-client.ts';

export type ConnectedDatabase = Database & {
  /** Pending migrations, of those this process has read. */
  pendingMigrations(): Promise<readonly string[]>;
};

export type OpenDatabase = ConnectedDatabase & {
  /** For commands that require the owner's rights, such as bulk loading. */
  readonly ownerUrl: string;
};

/**
 * For commands: uses the embedded database of a running server, or starts it temporarily. Refuses if there is
 * no hub, because a mistyped folder would otherwise become an empty one, whose backups and checks succeed; also
 * one of an older version: migrating it would pull it from under its servers, and from under the backup that leads
 * back to them.
 */
export async function openAnyDatabase(
  config: Config,
  log = createLog(config.logLevel),
): Promise<OpenDatabase> {
  await requireCluster(config);
  const place = await findOrStartPlace(config, log);
  return openPlace(place, connectTo(place, log), log, { migrates: 'none' });
}

/** For commands that may begin an installation, which they migrate. Refuses one of an older version, too. */
export async function openOrCreateDatabase(
  config: Config,
  log = createLog(config.logLevel),
): Promise<OpenDatabase> {
  const place = await findOrStartPlace(config, log);
  return openPlace(place, connectTo(place, log), log, { migrates: 'empty' });
}

/** For looking at a database that may be of another version. Starts none that does not exist. */
export async function openUnmigrated(
  config: Config,
  log = createLog(config.logLevel),
): Promise<ConnectedDatabase & { readonly ownerUrl: string }> {
  await requireCluster(config);
  const place = await findOrStartPlace(config, log);
  const database = connectTo(place, log);
  const close = async () => {
    await database.close();
    await place.close();
  };
  return { ...database, ownerUrl: place.ownerUrl, close, [Symbol.asyncDispose]: close };
}

export async function migrateDatabase(
  config: Config,
  log = createLog(config.logLevel),
): Promise<readonly string[]> {
  const place = await findOrStartPlace(config, log);
  try {
    const { applied } = await migratePlace(place, log);
    if (config.pooler) {
      await storeRoleSettings(place.appUrl);
      await endOutdatedConnections(place.appUrl);
    }
    return applied;
  } catch (error) {
    throw toOperatorError(error);
  } finally {
    await place.close();
  }
}

/** For restoring: starts the database, which no server may be using, without migrating it. */
export async function withUnusedDatabase(
  config: Config,
  log: Log,
  work: (target: { ownerUrl: string; appRole: string | undefined }) => Promise<void>,
): Promise<void> {
  if (config.databaseUrl === undefined && (await findEmbeddedPostgres(config.dataDir))) {
    throw new CommandError(`A server is running on ${config.dataDir}. Stop it first.`);
  }
  const place = await acquireDatabase(config, log);
  try {
    await work({ ownerUrl: place.ownerUrl, appRole: readAppRole(place) });
  } catch (error) {
    throw toOperatorError(error);
  } finally {
    await place.close();
  }
}

const nameTheRightOne =
  'Give the command what its server has: --data (or HUB_DATA) with its data directory, or DATABASE_URL.';

/** The message for an operator about a database without a table of the hub. */
export const noHubInDatabase = `There is no hub in this database. ${nameTheRightOne} To begin one here, run: ${hubCommand} migrate`;

const describeOlder = (version = 'before 0.2.0') =>
  `This database is of an older version (${version}) than this one (${readHubVersion()}). Back it up with the version that its servers run. Then stop them and upgrade it: ${hubCommand} migrate`;

/**
 * Refuses a data directory without an embedded database. Anything else that is wrong with it is reported when the
 * database is started.
 */
export async function requireCluster({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl !== undefined) return;
  const entries = await readdir(join(dataDir, 'postgres')).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : undefined,
  );
  if (entries?.length !== 0) return;
  throw new CommandError(`There is no hub in ${resolve(dataDir)}. ${nameTheRightOne}`);
}

async function findOrStartPlace(config: Config, log: Log): Promise<Place> {
  const running = config.databaseUrl ? undefined : await findEmbeddedPostgres(config.dataDir);
  return running ? { ...running, close: async () => {} } : acquireDatabase(config, log);
}

/** Connects lazily, because the database may still be starting. */
export function connectTo({ appUrl }: Address, log: Log, pooler?: Pooler): ConnectedDatabase {
  const database = connect(pooler?.url ?? appUrl, {
    ...(pooler ? { isPooled: true, preparesByName: pooler.preparesByName } : {}),
    onIdleError: () => log.warn('An idle database connection was lost'),
  });
  let files: ReturnType<typeof readMigrationFiles> | undefined;
  return {
    ...database,
    pendingMigrations: () => {
      files ??= readMigrationFiles(migrationsFolder);
      return findPending(database.pool, files);
    },
  };
}

/**
 * Opens a database and migrates it, any, one that is empty, or none: otherwise it is refused. Closing it closes its
 * connections and stops it if it was started here.
 */
export async function openPlace(
  place: Place,
  database: ConnectedDatabase,
  log: Log,
  {
    pooler,
    migrates = 'any',
  }: { pooler?: Pooler | undefined; migrates?: 'any' | 'empty' | 'none' } = {},
): Promise<OpenDatabase> {
  const close = async () => {
    await database.close();
    await place.close();
  };
  try {
    if (pooler) {
      await storeRoleSettings(place.appUrl);
      await requireRoleSettings(database.pool);
    } else await refusePooler(database.pool);
    const isEmpty = migrates !== 'any' && !(await isMigrated(database.pool));
    if (isEmpty && migrates === 'none') throw new CommandError(noHubInDatabase);
    // Checked first, because the server's role may lack the right to migrate.
    const pending = await database.pendingMigrations();
    if (pending.length > 0) {
      if (migrates !== 'any' && !isEmpty) {
        throw new CommandError(describeOlder(await readStoredVersion(database.pool)));
      }
      await migratePlace(place, log);
    }
    // Also if nothing is pending: what migrated may have ended before it came to this.
    if (pooler) await endOutdatedConnections(place.appUrl);
  } catch (error) {
    await close();
    throw toOperatorError(error);
  }
  return { ...database, ownerUrl: place.ownerUrl, close, [Symbol.asyncDispose]: close };
}

/** An unreachable database or a refused role is for the operator to fix and not a bug. */
function toOperatorError(error: unknown): unknown {
  if (isRefusedByPooler(error)) return pooled();
  const code = databaseErrorCode(error);
  if (code === undefined || error instanceof MigrationError) return error;
  const why = error instanceof Error && error.message ? error.message : code;
  return new CommandError(`The database can't be used: ${why}`, { cause: error });
}

async function migratePlace(place: Place, log: Log): Promise<{ applied: string[] }> {
  const appRole = readAppRole(place);
  try {
    return await migrate(place.ownerUrl, { log, ...(appRole ? { appRole } : {}) });
  } catch (error) {
    if (!(error instanceof MigrationError) || error.code !== 'failed') throw error;
    const wasMigrated = await withClient(place.ownerUrl, 'migrate', isMigrated).catch(() => false);
    if (wasMigrated) error.message += ' The version that ran on the database before still starts.';
    throw error;
  }
}

/** Undefined if the server connects as the owner. */
function readAppRole({ ownerUrl, appUrl }: Place): string | undefined {
  return ownerUrl === appUrl ? undefined : readUser(appUrl);
}

function readUser(url: string): string | undefined {
  const user = /^[a-z]+:\/\/([^:@/]+)[:@]/.exec(url)?.[1];
  return user === undefined ? undefined : decodeURIComponent(user);
}
