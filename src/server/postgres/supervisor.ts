/** Keeps the embedded database of a data directory running while the server needs it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Log } from '../config/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { PostgresError } from './postgres-error.ts';

/** Connection URLs of the schema's owner and of the server's role. */
export type Address = { ownerUrl: string; appUrl: string };

/** A running database; call `close` when done. */
export type Place = Address & { close(): Promise<void> };

const maxRestarts = 5;

/**
 * The server's database: the embedded one, started and kept running, or the operator's.
 * `onStarting` gets its address as soon as it is known, to use the time while PostgreSQL starts.
 */
export async function acquireDatabase(
  config: Config,
  log: Log,
  onStarting: (address: Address) => void = () => {},
): Promise<Place> {
  const { databaseUrl, migrationDatabaseUrl, dataDir } = config;
  if (databaseUrl === undefined) return keepPostgresRunning({ dataDir, log, onStarting });
  const ownerUrl = migrationDatabaseUrl ?? databaseUrl;
  return { appUrl: databaseUrl, ownerUrl, close: async () => {} };
}

/**
 * Restarts a database that ends by itself; its addresses stay the same, so that clients reconnect.
 * If that fails, the server is stopped with exit code 1.
 */
async function keepPostgresRunning(options: {
  dataDir: string;
  log: Log;
  onStarting: (address: Address) => void;
}): Promise<Place> {
  const { dataDir, log } = options;
  let isClosing = false;
  let current = startEmbeddedPostgres(options);
  const { appUrl, ownerUrl } = await current;

  async function watch(): Promise<void> {
    for (;;) {
      const { isExpected, reason } = await (await current).exited;
      if (isExpected || isClosing) return;
      log.error(`The database stopped (${reason}); starting it again`);
      current = startAgain(dataDir, log, () => isClosing);
    }
  }
  watch().catch((error: unknown) => {
    if (isClosing) return;
    log.fatal({ err: error }, 'The database could not be started again');
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  });

  return {
    appUrl,
    ownerUrl,
    close: async () => {
      isClosing = true;
      // A database that is being restarted must not outlive us.
      const last = await current.catch(() => undefined);
      await last?.stop();
    },
  };
}

/** Retries failed starts, unless another process owns the database or its data is gone. */
async function startAgain(
  dataDir: string,
  log: Log,
  isClosing: () => boolean,
): Promise<EmbeddedPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startEmbeddedPostgres({ dataDir, log, mayCreate: false });
    } catch (error) {
      const isPassing = error instanceof PostgresError && error.code === 'cannot_start';
      if (!isPassing || attempt === maxRestarts || isClosing()) throw error;
      log.error(`The database did not start (${error.message}); trying again`);
      await sleep(attempt * 500);
    }
  }
}
