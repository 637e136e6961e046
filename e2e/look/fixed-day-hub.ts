/**
 * A server with the demo chapter of one fixed day, which is also the day of everything that is asked:
 * so that its screens are the same on every run.
 */
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDemo } from '#app/server/demo/demo.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/config/log.ts';
import { connectTo, openPlace } from '#server/database/open-database.ts';
import { scratchFolder } from '#server/postgres/scratch-folder.ts';
import { acquireDatabase } from '#server/postgres/supervisor.ts';
import { serveAt } from '../serve-at.ts';

/** A Wednesday morning in San Diego. */
export const fixedInstant = toInstant(Temporal.Instant.from('2026-11-18T17:00:00Z'));

export async function startFixedDayHub(): Promise<{ url: string; close(): Promise<void> }> {
  const dataDir = scratchFolder(join(tmpdir(), 'chapter-hub-e2e'));
  await mkdir(dataDir, { recursive: true });
  const config = readConfig(
    { RATE_LIMIT: 'off', LOG_LEVEL: 'error' },
    { data: dataDir, demo: true },
  );
  const log = createLog(config.logLevel);
  const place = await acquireDatabase(config, log);
  const database = await openPlace(place, connectTo(place, log), log);
  await fillDemo(database, {
    config,
    log,
    today: instantToDay(fixedInstant, config.chapter.timeZone),
  });
  const server = await serveAt(() => fixedInstant, {
    config,
    db: database.db,
    ownerUrl: database.ownerUrl,
    secret: 'a secret for journeys, and for journeys alone',
    isDemo: true,
    pendingMigrations: database.pendingMigrations,
  });
  return {
    url: server.url,
    close: async () => {
      await server.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
