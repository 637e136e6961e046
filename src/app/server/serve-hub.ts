/** `hub serve`: starts a server on a data directory and shuts it down cleanly. */
import type { Config } from '#server/config/config.ts';
import { collectGarbageEarly } from '#server/config/heap.ts';
import { createLog } from '#server/config/log.ts';
import { onSignal } from '#server/config/shutdown.ts';
import { type Address, acquireDatabase } from '#server/postgres/supervisor.ts';

export async function serveHub(config: Config): Promise<void> {
  collectGarbageEarly();
  // A closed stdout must not stop the server.
  process.stdout.on('error', () => {});
  const log = createLog(config.logLevel);
  const stopping = onSignal(log);
  const known = Promise.withResolvers<Address>();
  const place = acquireDatabase(config, log, known.resolve);
  place.then(known.resolve, known.reject);
  const address = await known.promise;
  // Loaded while PostgreSQL starts.
  const { runHub } = await import('./run-hub.ts');
  await runHub({ config, log, stopping, address, place });
}
