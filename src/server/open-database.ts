/** Finds or starts the database that a configuration means, migrates it, and connects to it. */
import { type Config, ConfigError } from './config.ts';
import { connect, type Database } from './db.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Log } from './log.ts';
import { migrate, pendingMigrations } from './migrate.ts';

type Place = { ownerUrl: string; appUrl: string; close(): Promise<void> };

export type OpenDatabase = Database & {
  /** For commands that need the owner's rights, such as loading data in bulk. */
  readonly ownerUrl: string;
  pendingMigrations(): Promise<readonly string[]>;
};

/** For the server: owns the embedded database and keeps it running. */
export async function openOwnDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const place = config.databaseUrl ? given(config) : await keepRunning(config.dataDir, log);
  return finish(place, log);
}

/** For a command: joins the embedded database of a running server, else starts it for a while. */
export async function openAnyDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  if (config.databaseUrl) return finish(given(config), log);
  const running = findEmbeddedPostgres(config.dataDir);
  if (running) return finish({ ...running, close: async () => {} }, log);
  return openOwnDatabase(config, log);
}

export async function migrateDatabase(config: Config, log: Log): Promise<readonly string[]> {
  const place = config.databaseUrl ? given(config) : await anyEmbedded(config.dataDir, log);
  try {
    return (await migratePlace(place, log)).applied;
  } finally {
    await place.close();
  }
}

async function anyEmbedded(dataDir: string, log: Log): Promise<Place> {
  const running = findEmbeddedPostgres(dataDir);
  return running ? { ...running, close: async () => {} } : keepRunning(dataDir, log);
}

function given(config: Config): Place {
  const appUrl = config.databaseUrl;
  if (!appUrl) throw new ConfigError('DATABASE_URL is not set');
  return { appUrl, ownerUrl: config.migrationDatabaseUrl ?? appUrl, close: async () => {} };
}

/** A database that ends by itself is started again: its addresses stay, so that clients reconnect. */
async function keepRunning(dataDir: string, log: Log): Promise<Place> {
  let isClosing = false;
  let running = await startEmbeddedPostgres({ dataDir, log });
  const watch = async (): Promise<void> => {
    const { isExpected, reason } = await running.exited;
    if (isExpected || isClosing) return;
    log.error(`The database stopped (${reason}); starting it again`);
    running = await startEmbeddedPostgres({ dataDir, log });
    void guard(watch());
  };
  const guard = (watching: Promise<void>): Promise<void> =>
    watching.catch((error: unknown) => {
      log.fatal({ err: error }, 'The database could not be started again');
      process.kill(process.pid, 'SIGTERM');
    });
  void guard(watch());
  const { appUrl, ownerUrl } = running;
  return {
    appUrl,
    ownerUrl,
    close: async () => {
      isClosing = true;
      await running.stop();
    },
  };
}

async function finish(place: Place, log: Log): Promise<OpenDatabase> {
  const database = connect(place.appUrl, {
    onIdleError: () => log.warn('An idle database connection was lost'),
  });
  const close = async () => {
    await database.close();
    await place.close();
  };
  try {
    // Asked first, because the server's role need not have the right to change anything.
    const pending = await pendingMigrations(database.pool);
    if (pending.length > 0) await migratePlace(place, log);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...database,
    ownerUrl: place.ownerUrl,
    pendingMigrations: () => pendingMigrations(database.pool),
    close,
  };
}

function migratePlace(place: Place, log: Log): Promise<{ applied: string[] }> {
  const appRole = place.ownerUrl === place.appUrl ? undefined : userOf(place.appUrl);
  return migrate(place.ownerUrl, { log, ...(appRole ? { appRole } : {}) });
}

function userOf(url: string): string | undefined {
  const user = /^[a-z]+:\/\/([^:@/]+)[:@]/.exec(url)?.[1];
  return user === undefined ? undefined : decodeURIComponent(user);
}
