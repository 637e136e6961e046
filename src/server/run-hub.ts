/** The server on its database: filled when it is a demo, served until it is told to stop. */
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ensureSetUpLink } from '#features/auth/server/set-up.ts';
import { CommandError } from './command-error.ts';
import type { Config } from './config.ts';
import { fillDemo, isDemoDatabase } from './demo/demo.ts';
import { demoPassword, demoSignIns } from './demo/people.ts';
import { createHub } from './hub.ts';
import type { Place } from './keep-postgres.ts';
import { type Log, logTo } from './log.ts';
import { type OpenDatabase, openPlace } from './open-database.ts';
import { installationSecret } from './secret.ts';
import type { Stopping } from './stopping.ts';

export async function runHub(options: {
  config: Config;
  log: Log;
  place: Place;
  stopping: Stopping;
}): Promise<void> {
  const { config, log, place, stopping } = options;
  const database = await openPlace(place, log);
  let app: FastifyInstance | undefined;
  const close = async () => {
    await app?.close();
    await database.close();
  };
  try {
    let publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
    const secret = await installationSecret(config.secret, config.dataDir);
    const isDemo = await prepareDemo(database, config, log);
    const hub = await createHub({
      config,
      db: database.db,
      secret,
      publicUrl: () => publicUrl,
      isDemo,
      pendingMigrations: database.pendingMigrations,
      logger: { level: config.logLevel, base: null, stream: logTo },
      onError: (message) => log.error(`Identity: ${message}`),
    });
    app = hub.app;
    const port = await listen(app, config);
    publicUrl = config.publicUrl ?? `http://localhost:${port}`;
    const stopped = stopping.thenClose(close);
    const setUpLink = await ensureSetUpLink(hub.auth);
    process.stdout.write(`Chapter Hub is ready at ${publicUrl}\n`);
    if (setUpLink) process.stdout.write(`Set it up (once, within a day): ${setUpLink}\n`);
    if (isDemo) sayDemoSignIns();
    // Kept for the next start even when this one is killed in the end.
    setTimeout(flushCompileCache, 2_000).unref();
    await stopped;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Fills the demo when asked to; whether this database holds one. */
async function prepareDemo(database: OpenDatabase, config: Config, log: Log): Promise<boolean> {
  if (config.isDemo) await fillDemo(database, { config, log });
  const isDemo = await isDemoDatabase(database.db);
  if (isDemo && !config.isDemo) {
    throw new CommandError(
      'This database holds the demo chapter, whose sign-ins everybody knows. Start it with --demo, or choose another data folder.',
    );
  }
  return isDemo;
}

/** The port it listens on, which the system chooses when 0 was asked for. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new CommandError(`Port ${port} is in use. Choose another with --port.`);
  });
  return (app.server.address() as AddressInfo).port;
}

function sayDemoSignIns(): void {
  for (const { email } of demoSignIns) process.stdout.write(`Demo sign-in: ${email}\n`);
  process.stdout.write(`Demo password: ${demoPassword}\n`);
}
