/** Finds or starts the database that a configuration means, migrates it, and connects to it. */
import { CommandError } from '../config/command-error.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../config/log.ts';
import { migrationsFolder } from '../config/paths.ts';
import { findEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { type Address, acquireDatabase, type Place } from '../postgres/supervisor.ts';
import { connect, type Database, databaseErrorCode } from './db.ts';
import { findPending, migrate } from './migrate.ts';
import { MigrationError, readMigrationFiles } from './migration-files.ts';

export type ConnectedDatabase = Database & {
  /** What it still lacks of the migrations that this process began with. */
  pendingMigrations(): Promise<readonly string[]>;
};

export type OpenDatabase = ConnectedDatabase & {
  /** For commands that need the owner's rights, such as loading data in bulk. */
  readonly ownerUrl: string;
};

/** For a command: joins the embedded database of a running server, else starts it for a while. */
export async function openAnyDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const place = await findOrStartPlace(config, log);
  return openPlace(place, connectTo(place, log), log);
}

export async function migrateDatabase(config: Config, log: Log): Promise<readonly string[]> {
  const place = await findOrStartPlace(config, log);
  try {
    return (await migratePlace(place, log)).applied;
  } catch (error) {
    throw toOperatorError(error);
  } finally {
    await place.close();
  }
}

async function findOrStartPlace(config: Config, log: Log): Promise<Place> {
  const running = config.databaseUrl ? undefined : findEmbeddedPostgres(config.dataDir);
  return running ? { ...running, close: async () => {} } : acquireDatabase(config, log);
}

/** Connections are made when they are needed: the database may still be coming up. */
export function connectTo({ appUrl }: Address, log: Log): ConnectedDatabase {
  const database = connect(appUrl, {
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

/** Brings a database up to date; closing it closes its connections and its place. */
export async function openPlace(
  place: Place,
  database: ConnectedDatabase,
  log: Log,
): Promise<OpenDatabase> {
  const close = async () => {
    await database.close();
    await place.close();
  };
  try {
    // Asked first, because the server's role need not have the right to change anything.
    const pending = await database.pendingMigrations();
    if (pending.length > 0) await migratePlace(place, log);
  } catch (error) {
    await close();
    throw toOperatorError(error);
  }
  return { ...database, ownerUrl: place.ownerUrl, close };
}

/** A database that cannot be reached, or refuses its role, is the operator's to mend and no bug. */
function toOperatorError(error: unknown): unknown {
  const code = databaseErrorCode(error);
  if (code === undefined || error instanceof MigrationError) return error;
  const why = error instanceof Error && error.message ? error.message : code;
  return new CommandError(`The database can't be used: ${why}`, { cause: error });
}

function migratePlace(place: Place, log: Log): Promise<{ applied: string[] }> {
  const appRole = place.ownerUrl === place.appUrl ? undefined : readUser(place.appUrl);
  return migrate(place.ownerUrl, { log, ...(appRole ? { appRole } : {}) });
}

function readUser(url: string): string | undefined {
  const user = /^[a-z]+:\/\/([^:@/]+)[:@]/.exec(url)?.[1];
  return user === undefined ? undefined : decodeURIComponent(user);
}
