/** `hub serve`: from a data folder to a listening server, and cleanly back. */
import type { AddressInfo } from 'node:net';
import { ensureSetUpLink } from '#features/auth/server/set-up.ts';
import { CommandError } from './command-error.ts';
import type { Config } from './config.ts';
import { fillDemo, isDemoDatabase } from './demo/demo.ts';
import { demoPassword, demoSignIns } from './demo/people.ts';
import { createHub } from './hub.ts';
import { createLog } from './log.ts';
import { openOwnDatabase } from './open-database.ts';
import { installationSecret } from './secret.ts';

const drainSeconds = 20;

export async function serveHub(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const database = await openOwnDatabase(config, log);
  let publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  try {
    const secret = await installationSecret(config.secret, config.dataDir);
    if (config.isDemo) await fillDemo(database, { config, log });
    const isDemo = await isDemoDatabase(database.db);
    if (isDemo && !config.isDemo) {
      throw new CommandError(
        'This database holds the demo chapter, whose sign-ins everybody knows. Start it with --demo, or choose another data folder.',
      );
    }
    const { app, auth } = await createHub({
      config,
      db: database.db,
      secret,
      publicUrl: () => publicUrl,
      isDemo,
      pendingMigrations: database.pendingMigrations,
      logger: { level: config.logLevel, base: null },
      onError: (message) => log.error(`Identity: ${message}`),
    });
    await app
      .listen({ host: config.host, port: config.port })
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error;
        throw new CommandError(`Port ${config.port} is in use. Choose another with --port.`);
      });
    const { port } = app.server.address() as AddressInfo;
    const localUrl = `http://localhost:${port}`;
    publicUrl = config.publicUrl ?? localUrl;
    const stopped = untilStopped(async () => {
      await app.close();
      await database.close();
    }, log);
    const setUpLink = await ensureSetUpLink(auth);
    process.stdout.write(`Chapter Hub is ready at ${publicUrl}\n`);
    if (setUpLink) process.stdout.write(`Set it up (once, within a day): ${setUpLink}\n`);
    if (isDemo) {
      for (const { email } of demoSignIns) process.stdout.write(`Demo sign-in: ${email}\n`);
      process.stdout.write(`Demo password: ${demoPassword}\n`);
    }
    await stopped;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The first SIGTERM or SIGINT lets requests under way end; a second one does not wait. */
function untilStopped(
  close: () => Promise<void>,
  log: ReturnType<typeof createLog>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isStopping = false;
    const stop = (): void => {
      if (isStopping) process.exit(1);
      isStopping = true;
      const late = setTimeout(() => {
        log.error(`Requests were still under way after ${drainSeconds} s`);
        process.exit(1);
      }, drainSeconds * 1_000);
      close()
        .then(resolve, reject)
        .finally(() => clearTimeout(late));
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}
