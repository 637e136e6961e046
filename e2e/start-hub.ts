import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hubProgram } from '#app/testing/hub-process.ts';
import { removeLeftovers, scratchFolder } from '#server/postgres/scratch-folder.ts';

const READY = /^Chapter Hub is ready at (http\S+)$/;
const SET_UP = /^Set it up .*: (http\S+)$/;
const START_LIMIT_MILLISECONDS = 600_000;
const STOP_LIMIT_MILLISECONDS = 30_000;

type Running = {
  url: string;
  setUpLink: string | undefined;
  dataDir: string;
  stop(): Promise<void>;
};

/** Parent of the servers' data folders. */
const home = join(tmpdir(), 'chapter-hub-e2e');

/**
 * Starts the server that most journeys use: the real one on its own embedded database, on any free
 * port, with the demo chapter (`HUB_URL`; `HUB_RECONCILE` is the command that recomputes its figures).
 * Returns a function that stops it.
 */
export default async function startDemo(): Promise<() => Promise<void>> {
  await removeLeftovers(home);
  const demo = await startHub(['--demo']);
  process.env.HUB_URL = demo.url;
  process.env.HUB_RECONCILE = JSON.stringify([hubProgram, 'reconcile', '--data', demo.dataDir]);
  return demo.stop;
}

/** Without `options`, the server is empty and prints a setup link. */
export async function startHub(options: readonly string[] = []): Promise<Running> {
  const dataDir = scratchFolder(home);
  await mkdir(dataDir);
  const args = [hubProgram, 'serve', '--port', '0', '--data', dataDir, ...options];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Journeys sign in more often than the limits allow.
    env: { ...process.env, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
  });
  const stop = async () => {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { ...(await readStartupOutput(child, options.length === 0)), dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readStartupOutput(
  child: ChildProcess,
  hasSetUpLink: boolean,
): Promise<Pick<Running, 'url' | 'setUpLink'>> {
  if (child.stdout === null) throw new Error('the server has no stdout');
  const timeout = AbortSignal.timeout(START_LIMIT_MILLISECONDS);
  let url: string | undefined;
  let setUpLink: string | undefined;
  for await (const line of createInterface({ input: child.stdout, signal: timeout })) {
    url ??= READY.exec(line)?.[1];
    setUpLink ??= SET_UP.exec(line)?.[1];
    if (url === undefined || (hasSetUpLink && setUpLink === undefined)) continue;
    // Keeps reading, or the pipe would fill up.
    child.stdout.resume();
    return { url, setUpLink };
  }
  throw new Error('the server ended or was not ready in time');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MILLISECONDS);
  await exited;
  clearTimeout(timeout);
}
