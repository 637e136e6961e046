/**
 * PostgreSQL as a child process. By hand: the packages hold its programs alone, and the wrapper made for them knows
 * neither which server owns a database nor what one that was killed left behind.
 */
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureFolder } from '../config/ensure-folder.ts';
import { findPackagedBinaries, type PostgresBinaries } from './binaries.ts';
import { APP_ROLE, DATABASE, ensureCluster, OWNER_ROLE, relativeClusterPath } from './cluster.ts';
import { isStartedByNeighbor } from './orphans.ts';
import { isServing, type Ownership, reacquire, tryAcquire } from './owner.ts';
import { PostgresError } from './postgres-error.ts';
import {
  findPostmaster,
  type Postmaster,
  readFinalLogLines,
  readPidFile,
  removeHugeLogs,
  removeStaleLocks,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { readStartTime } from './scratch-folder.ts';
import { type PostgresSettings, postgresArguments } from './settings.ts';
import { socketFolder } from './socket.ts';
import { type PostgresUser, postgresUser } from './user.ts';

type Log = { info(message: string): void; warn(message: string): void };

export type PostgresUrls = {
  /** All rights including DDL, for migrations and operator commands. */
  readonly ownerUrl: string;
  /** Rights granted by the migrations, for serving. */
  readonly appUrl: string;
  readonly socketDir: string;
  readonly pid: number;
};

export type EmbeddedPostgres = PostgresUrls & {
  /**
   * Resolves when the server is gone or no longer ours: expected after `stop()`, otherwise the
   * caller must act (starting again on the same folder gives the same addresses).
   */
  readonly exited: Promise<{ readonly isExpected: boolean; readonly reason: string }>;
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** The data directory; the cluster is in its `postgres` folder. */
  readonly dataDir: string;
  readonly log: Log;
  /** PostgreSQL settings that override ours, by name. */
  readonly settings?: PostgresSettings;
  /** Other programs than the packaged ones, for testing other versions. */
  readonly binaries?: PostgresBinaries;
  /** Whether a folder without data becomes a new database; otherwise it is an error. The default is true. */
  readonly mayCreate?: boolean;
  /** Called when the server was started but is not ready yet, to use the time. */
  readonly onStarting?: (urls: PostgresUrls) => void;
};

/** Crash recovery replays at most 256 MB of log; another server's shutdown takes half a minute. */
const START_LIMIT_SECONDS = 90;
/** How long a server found shutting down may take before it is stopped immediately. */
const SHUTDOWN_PATIENCE_SECONDS = 2;
/** How long the session of a killed server may linger on a busy machine. */
const SESSION_EXIT_GRACE_SECONDS = 10;

/**
 * Starts the embedded PostgreSQL, or takes over one left running by a killed server. Throws a
 * `PostgresError` if another process owns the data, if the data has another major version, or if
 * PostgreSQL cannot start; nothing was changed then.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const plan = await prepare(options);
  const { clusterDir, socketDir, log } = plan;
  const begun = performance.now();
  const end = begun + START_LIMIT_SECONDS * 1_000;
  const shutdownDeadline = begun + SHUTDOWN_PATIENCE_SECONDS * 1_000;
  const sessionDeadline = begun + SESSION_EXIT_GRACE_SECONDS * 1_000;
  let lastReason = '';
  while (performance.now() < end) {
    const running = findPostmaster(clusterDir);
    if (
      running &&
      performance.now() > shutdownDeadline &&
      lastReason.includes('is shutting down')
    ) {
      await stopPostmaster(clusterDir, running.pid, log, 'immediate');
    }
    const outcome = running
      ? await adopt(plan, running.socketDir)
      : ((await meetHidden(plan)) ?? (await start(plan, end)));
    if (outcome.kind === 'owned') return handle(plan, outcome.ownership, outcome.pid);
    if (outcome.kind === 'held') {
      if (isLiving(outcome.byPid) || performance.now() > sessionDeadline)
        throw inUse(plan, outcome.byPid);
      lastReason = 'The session of the previous server is still open.';
    } else {
      lastReason = outcome.reason;
    }
    await sleep(30);
  }
  log.warn(`The database on ${socketDir} did not start: ${lastReason}`);
  throw new PostgresError(
    'cannot_start',
    `The database in ${clusterDir} was not ready within ${START_LIMIT_SECONDS} s. ${lastReason} Its log is in ${join(clusterDir, 'log')}.`,
  );
}

/** False if it just ended, or runs on another machine that shares the folder. */
function isLiving(hub: number | undefined): boolean {
  return hub !== undefined && readStartTime(hub) !== undefined;
}

/**
 * The addresses of the PostgreSQL running on this data directory, if any, without owning it. It may be out
 * of sight, in another container or a unit with users of its own, and is then known by its socket.
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<PostgresUrls | undefined> {
  const clusterDir = join(resolve(dataDir), 'postgres');
  const running = findPostmaster(clusterDir) ?? (await findHiddenPostmaster(clusterDir));
  return running?.isReady ? urls(running.socketDir, running.pid) : undefined;
}

async function findHiddenPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const named = readPidFile(clusterDir);
  return named && (await isServing(named.socketDir)) ? named : undefined;
}

type Plan = {
  readonly clusterDir: string;
  readonly socketDir: string;
  readonly binaries: PostgresBinaries;
  readonly user: PostgresUser | undefined;
  readonly args: readonly string[];
  readonly fingerprint: string;
  readonly log: Log;
  readonly onStarting: ((urls: PostgresUrls) => void) | undefined;
};

async function prepare(options: EmbeddedPostgresOptions): Promise<Plan> {
  if (process.platform === 'win32') {
    throw new PostgresError(
      'unsupported_platform',
      'The embedded PostgreSQL does not run on Windows. Set DATABASE_URL to a PostgreSQL 15 or newer, or use the Windows Subsystem for Linux.',
    );
  }
  await ensureFolder(options.dataDir);
  const dataDir = await realpath(options.dataDir);
  const clusterDir = join(dataDir, 'postgres');
  const user = postgresUser(clusterDir);
  const { log, settings = {}, onStarting } = options;
  const binaries = options.binaries ?? (await findPackagedBinaries(dataDir, user, log));
  const { mayCreate = true } = options;
  const isDurable = settings.fsync !== 'off';
  await ensureCluster({ clusterDir, binaries, user, isDurable, mayCreate }, log);
  const socketDir = socketFolder(dataDir, user);
  const named = {
    clusterDir: relativeClusterPath(clusterDir, user),
    socketDir,
    binaries,
    settings,
  };
  return { clusterDir, socketDir, binaries, user, log, onStarting, ...postgresArguments(named) };
}

type Outcome =
  | { readonly kind: 'owned'; readonly ownership: Ownership; readonly pid: number }
  | { readonly kind: 'held'; readonly byPid: number | undefined }
  | { readonly kind: 'again'; readonly reason: string };

/**
 * PostgreSQL is already running: owned by another process, or an orphan to take over or replace.
 */
async function adopt(plan: Plan, socketDir: string): Promise<Outcome> {
  const attempt = await tryAcquire(socketDir);
  if (attempt.kind === 'held') return attempt;
  // Starting, recovering or shutting down.
  if (attempt.kind === 'unreachable') return { kind: 'again', reason: attempt.reason };
  const { ownership } = attempt;
  const running = findPostmaster(plan.clusterDir);
  if (running && ownership.fingerprint === plan.fingerprint) {
    plan.log.info(`Taking over the database left running (process ${running.pid})`);
    return { kind: 'owned', ownership, pid: running.pid };
  }
  if (running) {
    plan.log.info(`Restarting the database left running (process ${running.pid})`);
    await stopPostmaster(plan.clusterDir, running.pid, plan.log);
  }
  await ownership.release();
  return { kind: 'again', reason: 'It was replaced while it was being taken over.' };
}

/**
 * A second server on the same data would destroy them, and PostgreSQL notices a first one only by its pid
 * and its shared memory, which other containers do not see; its socket is in the folder that they share.
 * Undefined if no one listens there.
 */
async function meetHidden(plan: Plan): Promise<Outcome | undefined> {
  const named = readPidFile(plan.clusterDir);
  if (named === undefined) return undefined;
  const attempt = await tryAcquire(plan.socketDir);
  if (attempt.kind === 'held') return attempt;
  if (attempt.kind === 'unreachable') {
    return attempt.isListening ? { kind: 'again', reason: attempt.reason } : undefined;
  }
  await attempt.ownership.release();
  // It may have been started here a moment ago.
  if (findPostmaster(plan.clusterDir)) return { kind: 'again', reason: 'It has just started.' };
  throw new PostgresError(
    'in_use',
    `A PostgreSQL that this process cannot see runs on ${plan.clusterDir}, as in another container. Stop it first.`,
  );
}

async function start(plan: Plan, end: number): Promise<Outcome> {
  const { clusterDir, socketDir, user, binaries, args } = plan;
  if (await isStartedByNeighbor(clusterDir)) {
    return { kind: 'again', reason: 'Another Chapter Hub is starting it.' };
  }
  await removeHugeLogs(clusterDir);
  await removeStaleLocks(clusterDir, socketDir, user);
  const server = spawnPostmaster({ binDir: binaries.binDir, args, clusterDir, user });
  // Also stops PostgreSQL if we are stopped before we own it.
  const atExit = () => {
    if (findPostmaster(clusterDir)?.pid === server.pid) process.kill(server.pid, 'SIGQUIT');
  };
  process.once('exit', atExit);
  try {
    plan.onStarting?.(urls(socketDir, server.pid));
    const failure = await Promise.race([server.ended, readiness(clusterDir, server.pid, end)]);
    if (failure !== undefined) {
      return failedStart(
        plan,
        `${failure} ${await readFinalLogLines(clusterDir, server.pid)}`.trim(),
      );
    }
    const attempt = await tryAcquire(socketDir);
    // Another process may have acquired our server first; then it keeps it.
    if (attempt.kind === 'held') return attempt;
    if (attempt.kind === 'unreachable') return { kind: 'again', reason: attempt.reason };
    return { kind: 'owned', ownership: attempt.ownership, pid: server.pid };
  } finally {
    process.off('exit', atExit);
  }
}

async function readiness(clusterDir: string, pid: number, end: number): Promise<undefined> {
  while (performance.now() < end) {
    const running = findPostmaster(clusterDir);
    if (running?.pid === pid && running.isReady) return;
    await sleep(5);
  }
}

/** Some failures are temporary: another process was faster. */
function failedStart(plan: Plan, complaint: string): Outcome {
  if (/lock file "[^"]*" already exists|shared memory block .* still in use/.test(complaint)) {
    return { kind: 'again', reason: complaint };
  }
  throw new PostgresError(
    'cannot_start',
    `PostgreSQL could not start on ${plan.clusterDir}. ${complaint} Its log is in ${join(plan.clusterDir, 'log')}.`,
  );
}

function handle(plan: Plan, first: Ownership, pid: number): EmbeddedPostgres {
  const { clusterDir, socketDir, log } = plan;
  let ownership = first;
  let isOwned = true;
  let stopped: Promise<void> | undefined;
  const isRunning = () => findPostmaster(clusterDir)?.pid === pid;
  const shouldReacquire = () => stopped === undefined && isRunning();
  // Stops PostgreSQL even if the process ends by an uncaught error.
  const atExit = () => {
    if (isRunning()) process.kill(pid, isOwned ? 'SIGINT' : 'SIGQUIT');
  };
  process.once('exit', atExit);

  async function watch(): Promise<{ isExpected: boolean; reason: string }> {
    for (;;) {
      await ownership.ended;
      isOwned = false;
      const again = await reacquire(socketDir, shouldReacquire);
      if (again === undefined) break;
      isOwned = true;
      log.warn('The database dropped all its sessions and recovered');
      ownership = again;
    }
    process.off('exit', atExit);
    if (stopped) return { isExpected: true, reason: 'stopped' };
    const reason = isRunning()
      ? 'another Chapter Hub took over the database'
      : 'the database ended';
    return { isExpected: false, reason };
  }

  async function stop(): Promise<void> {
    if (isRunning()) {
      // A crash of one session ends them all, which is known here a moment later.
      const isWhole = isOwned && (await ownership.isHeld());
      await stopPostmaster(clusterDir, pid, log, isWhole ? 'fast' : 'immediate');
    }
    await ownership.release();
  }

  return {
    ...urls(socketDir, pid),
    exited: watch(),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function urls(socketDir: string, pid: number): PostgresUrls {
  const at = `/${DATABASE}?host=${encodeURIComponent(socketDir)}`;
  return {
    ownerUrl: `postgresql://${OWNER_ROLE}@${at}`,
    appUrl: `postgresql://${APP_ROLE}@${at}`,
    socketDir,
    pid,
  };
}

function inUse({ clusterDir }: Plan, byPid: number | undefined): PostgresError {
  const who = byPid === undefined ? 'another Chapter Hub' : `Chapter Hub process ${byPid}`;
  return new PostgresError(
    'in_use',
    `The data in ${clusterDir} is in use by ${who}. Stop it first, or choose another data directory with --data.`,
  );
}
