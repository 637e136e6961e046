/**
 * Runs the server as real processes: started by its command line, used over HTTP, killed by pid.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installationRoot } from '#server/config/paths.ts';
import { exitsWithin, findPostmaster } from '#server/postgres/postmaster.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';

/** The built server, which is what ships; build it before running the tests. */
export const hubProgram = join(installationRoot, 'build', 'server', 'main.js');
/** As bin/build-server.mjs wrote it beside the built server; undefined outside a git checkout. */
export function readBuiltCommit(): string | undefined {
  const path = join(installationRoot, 'build', 'commit');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}
const startLimitMilliseconds = 180_000;
const pressureLimitMilliseconds = 60_000;

/**
 * As every way to start the hub sets it (`packaging.test.ts`): the C library gives large blocks back to the
 * system at once. Else each of Node's four threads would keep the 20 MB of a password's hash for ever.
 */
export const launched = { MALLOC_MMAP_THRESHOLD_: '1048576' };
/** As well: what V8 reserves for what was just made, which it decides on as it starts. */
export const launchFlag = '--max-semi-space-size=16';

export type Ending = { code: number | null; signal: NodeJS.Signals | null };

export type Command = {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<Ending>;
  stdout(): string;
  stderr(): string;
};

/** Another build than this one's, and another user than this one. */
export type RunAs = { readonly program?: string; readonly uid?: number; readonly gid?: number };

/** Runs any `hub` command in its own process group. */
export function runHub(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  { program = hubProgram, ...user }: RunAs = {},
): Command {
  const child = spawn(process.execPath, [launchFlag, program, ...args], {
    ...user,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...launched, RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  return { child, pid: child.pid ?? 0, ended, stdout: () => stdout, stderr: () => stderr };
}

export type HubProcess = Command & {
  readonly url: string;
  /** Time from the spawn to the first successful reply of `/api/ready`. */
  readonly readyMilliseconds: number;
};

/** Starts `hub serve` on any free port and waits until it is ready; throws what it printed if it is not. */
export async function startHub(
  dataDir: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  as: RunAs = {},
): Promise<HubProcess> {
  const begun = performance.now();
  const command = runHub(['serve', '--port', '0', '--data', dataDir, ...args], env, as);
  const url = await Promise.race([
    address(command),
    command.ended.then(() => undefined),
    sleep(startLimitMilliseconds, undefined, { ref: false }),
  ]);
  if (url === undefined || !(await isReadyInTheEnd(url))) {
    await kill(command);
    throw new Error(
      `the hub did not start: ${command.stdout()}${command.stderr()}${databaseLog(dataDir)}`,
    );
  }
  return { ...command, url, readyMilliseconds: performance.now() - begun };
}

/** The end of what PostgreSQL itself has to say, for when that is why. */
function databaseLog(dataDir: string): string {
  const folder = join(clusterOf(dataDir), 'log');
  if (!existsSync(folder)) return '';
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8').slice(-3_000))
    .join('\n');
}

async function address({ child, stdout }: Command): Promise<string> {
  for (;;) {
    const url = /^Chapter Hub is ready at (http\S+)$/m.exec(stdout())?.[1];
    if (url !== undefined) return url;
    await once(child.stdout ?? child, 'data');
  }
}

/** A server that had to wait for a busy machine sends its first callers away: it is under pressure. */
async function isReadyInTheEnd(url: string): Promise<boolean> {
  const end = performance.now() + pressureLimitMilliseconds;
  while (!(await isReady(url))) {
    if (performance.now() > end) return false;
    await sleep(50);
  }
  return true;
}

export async function isReady(url: string): Promise<boolean> {
  return (await readReadiness(url)) === 'ready';
}

/** `ready`, or the code of what keeps the server from it. */
export async function readReadiness(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/ready`);
  const { status, code } = (await reply.json()) as { status?: string; code?: string };
  return reply.ok ? String(status) : String(code);
}

export async function stop({ child, ended }: Command): Promise<Ending> {
  child.kill('SIGTERM');
  return ended;
}

/** As when the machine's memory runs out: no farewell. */
export async function kill({ child, ended }: Command): Promise<Ending> {
  child.kill('SIGKILL');
  return ended;
}

/** The server with all its children, and the database, which runs in a session of its own. */
export async function killAll(command: Command, dataDir: string): Promise<void> {
  killPostmaster(dataDir);
  signal(-command.pid, 'SIGKILL');
  await command.ended;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

export function postmasterOf(dataDir: string): number | undefined {
  return findPostmaster(clusterOf(dataDir))?.pid;
}

/** False when there is none to kill. */
export function killPostmaster(dataDir: string): boolean {
  const pid = postmasterOf(dataDir);
  if (pid !== undefined) signal(pid, 'SIGKILL');
  return pid !== undefined;
}

/** Ends what runs on a folder, database included, and removes it. */
export async function removeDataDir(dataDir: string, commands: readonly Command[]): Promise<void> {
  await Promise.all(commands.map(kill));
  const pid = postmasterOf(dataDir);
  if (pid !== undefined) {
    // Not killed: an immediate shutdown gives its shared memory back.
    signal(pid, 'SIGQUIT');
    if (!(await exitsWithin(clusterOf(dataDir), pid, 10))) signal(pid, 'SIGKILL');
  }
  const sockets = socketFolder(resolve(dataDir), postgresUser(clusterOf(dataDir)));
  for (const folder of [sockets, dataDir]) {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function clusterOf(dataDir: string): string {
  return join(resolve(dataDir), 'postgres');
}
