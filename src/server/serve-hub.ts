/** `hub serve`: from a data folder to a listening server, and cleanly back. */
import type { Config } from './config.ts';
import { ownPlace } from './keep-postgres.ts';
import { createLog } from './log.ts';
import { hearSignals } from './stopping.ts';

export async function serveHub(config: Config): Promise<void> {
  // Whoever read what we say may leave; that is no reason to stop serving.
  process.stdout.on('error', () => {});
  const log = createLog(config.logLevel);
  const stopping = hearSignals(log);
  const load = () => import('./run-hub.ts');
  // While PostgreSQL comes up the rest of the server is loaded: the two take about as long.
  const place = await ownPlace(config, log, () => void load().catch(() => {}));
  const { runHub } = await load();
  await runHub({ config, log, place, stopping });
}
