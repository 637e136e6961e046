/** Runs the server on its database: fills the demo if requested, and serves until it is stopped. */
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { backupStates } from '#features/backups/backup-state.ts';
import { findOthersBackup } from '#features/backups/server/find-backup.ts';
import { backupJobs } from '#features/backups/server/queue-backup.ts';
import { ensureSetUpLink } from '#features/chapters/server/set-up.ts';
import { readSettledSecret, resolveSecret } from '#features/identity/server/secret/check-secret.ts';
import { noticeJobs } from '#features/notices/server/notice-mail.ts';
import type { FiguresCheckState } from '#server/checks/figures.ts';
import { createStorageWatch, storageAdvice } from '#server/checks/storage.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { type Log, logOptions, stderrDestination } from '#server/config/log.ts';
import { readHubCommit, readHubVersion } from '#server/config/paths.ts';
import type { Shutdown } from '#server/config/shutdown.ts';
import { storeAddress } from '#server/database/address.ts';
import type { Db } from '#server/database/db.ts';
import { noteVersion } from '#server/database/hub-version.ts';
import { connectTo, type OpenDatabase, openPlace } from '#server/database/open-database.ts';
import { openReportDatabase } from '#server/database/report-database.ts';
import type { DatabaseSources } from '#server/metrics/database-metrics.ts';
import type { MetricsSources } from '#server/metrics/metrics.ts';
import type { MetricsServer } from '#server/metrics/serve-metrics.ts';
import type { Address, Place } from '#server/postgres/supervisor.ts';
import { warnOfSharedUser } from '#server/postgres/user.ts';
import type { Traces } from '#server/traces/traces.ts';
import { createAdminAlert, createAdminMails } from './admin-alert.ts';
import type { BackgroundWork } from './background.ts';
import { fillDemo, isDemoDatabase } from './demo/demo.ts';
import { demoPassword, demoSignIns } from './demo/people.ts';
import { describeCommand } from './describe-command.ts';
import { createHub, mailQueues } from './hub.ts';

const backgroundDelayMilliseconds = 500;

export async function runHub(options: {
  config: Config;
  log: Log;
  stopping: Shutdown;
  address: Address;
  /** Resolves when the database at `address` responds. */
  place: Promise<Place>;
}): Promise<void> {
  const { config, log, stopping, address, place } = options;
  const connected = connectTo(address, log, config.pooler);
  const traces = await beginTraces(config, log, connected.pool);
  let app: FastifyInstance | undefined;
  let metrics: MetricsServer | undefined;
  let figuresCheck: FiguresCheckState = 'pending';
  const mailOptions = { db: connected.db, config, log };
  const alertAdmins = createAdminAlert(mailOptions);
  const reports = config.reportDatabaseUrl
    ? openReportDatabase(config.reportDatabaseUrl, log)
    : undefined;
  const storage = createStorageWatch((trouble) => {
    log.error({ code: trouble }, storageAdvice[trouble]);
    void alertAdmins(trouble);
  });
  const ending = new AbortController();
  let background: Promise<void> | undefined;
  const close = async () => {
    await app?.close();
    await metrics?.close();
    await traces?.close();
    ending.abort();
    await background;
    await Promise.all([connected.close(), reports?.close()]);
    // A database that is still starting must not outlive us.
    const last = await place.catch(() => undefined);
    await last?.close();
  };
  // Opens the database while the server is being composed.
  const database = place.then((found) => openPlace(found, connected, log, config));
  // Before anything is made with it.
  const resolved = database.then(({ db }) => resolveSecret(db, config));
  const opened = resolved.then(async () => prepareDemo(await database, config, log));
  for (const work of [resolved, opened]) work.catch(() => {});
  try {
    let publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
    const hub = await createHub({
      config,
      db: connected.db,
      ownerUrl: address.ownerUrl,
      mailAdmins: createAdminMails(mailOptions),
      reports,
      secret: (await readSettledSecret(config)) ?? (await resolved),
      publicUrl: () => publicUrl,
      // Any other result is refused below, before anything is served.
      isDemo: config.isDemo,
      pendingMigrations: connected.pendingMigrations,
      figuresCheck: () => figuresCheck,
      storage,
      logger: {
        ...logOptions(config.logLevel),
        stream: stderrDestination,
        ...(traces ? { mixin: traces.logFields } : {}),
      },
      onError: (message) => log.error(`Identity: ${message}`),
    });
    app = hub.app;
    traces?.watchRequests(app);
    await Promise.all([app.ready(), opened]);
    metrics = await beginMetrics(config, {
      ...connected,
      storage,
      figuresCheck: () => figuresCheck,
      foreignQueues: [
        ...(config.backups.folder === undefined ? backupJobs : []),
        ...(config.smtpUrl === undefined ? noticeJobs : []),
      ],
      backupStates,
      backups: hub.askBackups,
    });
    const port = await listen(app, config);
    publicUrl = config.publicUrl ?? `http://localhost:${port}`;
    // Only printed links and messages depend on them: a full disk must not keep the server from starting.
    const noted = [storeAddress(connected.db, publicUrl), noteVersion(connected.pool, log)];
    await Promise.all(noted).catch((error: unknown) => {
      if (storage.note(error) === undefined) throw error;
    });
    const shared = config.databaseUrl === undefined && warnOfSharedUser(config.dataDir);
    if (shared) log.warn(shared);
    const stopped = stopping.thenClose(close);
    const link = await ensureSetUpLink(hub.identity);
    sayReady(publicUrl, link, config);
    // Later: a bucket or a drive may take seconds to say what it has.
    if (link !== undefined) process.stdout.write(await offerRestore(connected.db, config));
    background = beginBackground(
      {
        appUrl: address.appUrl,
        db: connected.db,
        fileBucket: hub.fileBucket,
        log,
        timeZone: config.chapter.timeZone,
        signal: ending.signal,
        queues: (clock) => mailQueues(config, hub.identity, log, clock),
        areas: hub.areas,
        storage,
        onCheck: (state) => {
          figuresCheck = state;
        },
      },
      config,
    );
    await stopped;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Not even loaded before the first callers have been answered. */
async function beginBackground(options: BackgroundWork, config: Config): Promise<void> {
  try {
    await sleep(backgroundDelayMilliseconds, undefined, options);
    void warnOfBackupFolder(config.backups, options.log);
    const { startBackgroundWork } = await import('./background.ts');
    await startBackgroundWork(options);
  } catch (error) {
    if (!options.signal.aborted) options.log.error({ err: error }, 'Background work ended');
  }
}

/** A wrong folder is no reason not to serve, but must not wait for the night to be noticed. */
async function warnOfBackupFolder({ folder }: Config['backups'], log: Log): Promise<void> {
  if (folder === undefined) return;
  const { findFolderProblem } = await import('#features/backups/server/probe-folder.ts');
  const problem = await findFolderProblem(folder, { stays: true });
  if (problem !== undefined) log.warn(problem);
}

/** Fills the demo if requested, and otherwise refuses to serve one. */
async function prepareDemo(database: OpenDatabase, config: Config, log: Log): Promise<void> {
  if (config.isDemo) return fillDemo(database, { config, log });
  if (await isDemoDatabase(database.db)) {
    throw new CommandError(
      'This database holds the demo chapter, whose passwords are public. Start it with --demo, or choose another data directory.',
    );
  }
}

/** Loaded only if configured; before the first connection, whose statements would be missed. */
async function beginTraces(config: Config, log: Log, pool: pg.Pool): Promise<Traces | undefined> {
  if (config.traces === undefined) return undefined;
  const { startTraces } = await import('#server/traces/traces.ts');
  const { isBehindProxy } = config;
  const traces = startTraces(config.traces, { ...readBuild(), isBehindProxy, log });
  traces.watchStatements(pool);
  return traces;
}

/** Loaded only if configured. */
async function beginMetrics(
  { metrics }: Config,
  sources: Omit<MetricsSources, 'version' | 'commit'> & DatabaseSources,
): Promise<MetricsServer | undefined> {
  if (metrics === undefined) return undefined;
  const { serveMetrics } = await import('#server/metrics/serve-metrics.ts');
  return serveMetrics(metrics, { ...sources, ...readBuild() });
}

const readBuild = () => ({ version: readHubVersion(), commit: readHubCommit() });

/** The actual port, which the system chooses for 0. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new CommandError(`Port ${port} is in use. Choose another with --port.`);
  });
  return (app.server.address() as AddressInfo).port;
}

/** Of an empty hub: getting back what a lost server had. */
async function offerRestore(db: Db, config: Config): Promise<string> {
  const { backups, databaseUrl } = config;
  const file = (await findOthersBackup(db, backups)) ?? 'FILE';
  const isConfigured = databaseUrl !== undefined || backups.folder !== undefined;
  return `Or restore a backup: stop the server, then run "${describeCommand(config, 'restore', file)}"${isConfigured ? ' with the same environment variables' : ''}\n`;
}

/** All at once: what waits for the first line reads the others. */
function sayReady(url: string, link: string | undefined, { isDemo }: Config): void {
  const setUp = link === undefined ? '' : `Set it up (once, within a day): ${link}\n`;
  process.stdout.write(`Chapter Hub is ready at ${url}\n${setUp}`);
  if (!isDemo) return;
  for (const { email } of demoSignIns) process.stdout.write(`Demo sign-in: ${email}\n`);
  process.stdout.write(`Demo password: ${demoPassword}\n`);
}
