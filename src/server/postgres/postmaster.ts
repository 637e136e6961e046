import { spawn } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { chown, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { POSTGRES_ENVIRONMENT } from './cluster.ts';
import { hasProcessOn, ownerArguments } from './orphans.ts';
import type { PostgresUser } from './user.ts';

/** The main process of a PostgreSQL server, according to its `postmaster.pid`. */
export type Postmaster = {
  readonly pid: number;
  readonly socketDir: string;
  readonly isReady: boolean;
};

const MAX_LOG_BYTES = 10_000_000;

/** The server running on `clusterDir`, if any. */
export function findPostmaster(clusterDir: string): Postmaster | undefined {
  const found = readPidFile(clusterDir);
  return found !== undefined && isPostmasterOf(found.pid, clusterDir) ? found : undefined;
}

/** The server that the lock file names, whether it runs or not. */
export function readPidFile(clusterDir: string): Postmaster | undefined {
  const lines = readLines(join(clusterDir, 'postmaster.pid'));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return { pid, socketDir: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Whether process `pid` is alive and the server of this folder. A pid alone proves nothing: after a
 * crash or a container restart it may belong to any process, which a signal would hit. A server's
 * working directory is its data.
 */
function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir);
    } catch {
      // Gone, a zombie (which has no working directory), or another user's: not ours in any case.
      return false;
    }
  }
  return isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Starts a server in its own session, so that Ctrl-C in the terminal only reaches our process,
 * which first finishes its requests.
 */
export function spawnPostmaster(options: {
  readonly binDir: string;
  readonly args: readonly string[];
  readonly clusterDir: string;
  readonly user: PostgresUser | undefined;
}): { readonly pid: number; readonly ended: Promise<string> } {
  const { binDir, args, clusterDir, user } = options;
  const child = spawn(join(binDir, 'postgres'), [...args, ...ownerArguments()], {
    cwd: clusterDir,
    detached: true,
    env: POSTGRES_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
  // Only receives output until the server's own log takes over.
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4_000);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(complaint.trim()));
  });
  return { pid: child.pid ?? 0, ended };
}

/** Waits until the server of `clusterDir` is gone; false if still running after `seconds`. */
export async function exitsWithin(
  clusterDir: string,
  pid: number,
  seconds: number,
): Promise<boolean> {
  const end = performance.now() + seconds * 1_000;
  while (isPostmasterOf(pid, clusterDir)) {
    if (performance.now() > end) return false;
    await sleep(10);
  }
  return true;
}

/**
 * Fast shutdown; if it takes too long, an immediate one, from which the next start recovers without
 * loss. A recovering server is stopped immediately: PostgreSQL 18 never completes a fast shutdown
 * requested during recovery from a session's crash.
 */
export async function stopPostmaster(
  clusterDir: string,
  pid: number,
  log: { warn(message: string): void },
  how: 'fast' | 'immediate' = 'fast',
): Promise<void> {
  const steps = [
    ['SIGINT', 15],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const;
  for (const [signal, seconds] of how === 'fast' ? steps : steps.slice(1)) {
    if (!isPostmasterOf(pid, clusterDir)) return;
    process.kill(pid, signal);
    if (await exitsWithin(clusterDir, pid, seconds)) return;
    log.warn(`PostgreSQL (process ${pid}) did not stop within ${seconds} s of ${signal}`);
  }
}

/**
 * Removes stale locks before a start after a crash. PostgreSQL mistakes the pid in a stale lock
 * file for a running server if that pid now belongs to any process of the same user, or to a
 * zombie: a killed server remains one until its parent reaps it.
 */
export async function removeStaleLocks(
  clusterDir: string,
  socketDir: string,
  user: PostgresUser | undefined,
): Promise<void> {
  if (process.platform !== 'linux') return;
  await removeEmptyPidFile(clusterDir);
  await neutralizePidFile(clusterDir, user);
  // A separate lock: a failed start removes `postmaster.pid` and leaves this one behind.
  const socketLock = join(socketDir, '.s.PGSQL.5432.lock');
  if (namesOtherProcess(socketLock, clusterDir)) await rm(socketLock, { force: true });
}

/**
 * What a power failure leaves of a lock file that was not on disk yet. PostgreSQL asks for its removal
 * by hand, because a server that is just starting looks the same; that one works in this folder.
 */
async function removeEmptyPidFile(clusterDir: string): Promise<void> {
  const path = join(clusterDir, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined || text.trim() !== '' || hasProcessOn(clusterDir)) return;
  await rm(path, { force: true });
}

/**
 * Writes our own pid, the parent of the next server: PostgreSQL then considers the file stale but
 * still checks the shared memory it names.
 */
async function neutralizePidFile(
  clusterDir: string,
  user: PostgresUser | undefined,
): Promise<void> {
  const path = join(clusterDir, 'postmaster.pid');
  if (!namesOtherProcess(path, clusterDir)) return;
  const lines = readFileSync(path, 'utf8').split('\n');
  const disarmed = `${path}.${process.pid}`;
  await writeFile(disarmed, [String(process.pid), ...lines.slice(1)].join('\n'), { mode: 0o600 });
  if (user) await chown(disarmed, user.uid, user.gid);
  await rename(disarmed, path);
}

/** Whether a lock file names a running process that is not the server of this folder. */
function namesOtherProcess(lockFile: string, clusterDir: string): boolean {
  const pid = Number(readLines(lockFile)[0]);
  if (!Number.isInteger(pid) || pid <= 1) return false;
  return isAlive(pid) && !isPostmasterOf(pid, clusterDir);
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Log files rotate by weekday; removes huge ones instead of keeping them for a week. */
export async function removeHugeLogs(clusterDir: string): Promise<void> {
  const folder = join(clusterDir, 'log');
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, basename(name));
    if ((await stat(path)).size > MAX_LOG_BYTES) await rm(path, { force: true });
  }
}

/** The server's last messages in its log, which replaces stderr during startup. */
export async function readFinalLogLines(clusterDir: string, pid: number): Promise<string> {
  const folder = join(clusterDir, 'log');
  const names = await readdir(folder).catch(() => []);
  const logs = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return logs
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.includes(` [${pid}] FATAL: `))
    .join(' ');
}
