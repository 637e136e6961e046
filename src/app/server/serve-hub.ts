/** `hub serve`: from a data folder to a listening server, and cleanly back. */
import type { Config } from '#server/config/config.ts';
import { createLog } from '#server/config/log.ts';
import { hearSignals } from '#server/config/stopping.ts';
import { type Address, ownPlace } from '#server/postgres/keep-postgres.ts';

export async function serveHub(config: Config): Promise<void> {
  // Whoever read what we say may leave; that is no reason to stop serving.
  process.stdout.on('error', () => {});
  const log = createLog(config.logLevel);
  const stopping = hearSignals(log);
  const known = Promise.withResolvers<Address>();
  const place = ownPlace(config, log, known.resolve);
  place.then(known.resolve, known.reject);
  const address = await known.promise;
  // Loaded while PostgreSQL starts.
  const { runHub } = await import('./run-hub.ts');
  await runHub({ config, log, stopping, address, place });
}
