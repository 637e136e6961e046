import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { removeLeftovers, scratchFolder } from '#server/scratch-folder.ts';

const main = fileURLToPath(new URL('../src/server/main.ts', import.meta.url));
const READY = /^Chapter Hub is ready at (http\S+)$/;
const START_LIMIT_MILLISECONDS = 120_000;
const STOP_LIMIT_MILLISECONDS = 30_000;

/**
 * The hub that every journey talks to: the real server on an embedded database of its own, filled
 * with the demo chapter, on any free port; `HUB_URL` tells the tests where. Gone when they are over.
 */
export default async function startHub(): Promise<() => Promise<void>> {
  const home = join(tmpdir(), 'chapter-hub-e2e');
  await removeLeftovers(home);
  const dataDir = scratchFolder(home);
  await mkdir(dataDir);
  const child = spawn(
    process.execPath,
    [main, 'serve', '--port', '0', '--data', dataDir, '--demo'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      // Journeys sign in more often in a minute than people do.
      env: { ...process.env, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
    },
  );
  const stop = async () => {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    process.env.HUB_URL = await address(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function address(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the hub has no output to read');
  const late = AbortSignal.timeout(START_LIMIT_MILLISECONDS);
  const lines = createInterface({ input: child.stdout, signal: late });
  for await (const line of lines) {
    const url = READY.exec(line)?.[1];
    if (url === undefined) continue;
    // What it says later is read too, or its pipe would fill.
    child.stdout.resume();
    return url;
  }
  throw new Error('the hub ended, or was not ready in time');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MILLISECONDS);
  await exited;
  clearTimeout(late);
}
