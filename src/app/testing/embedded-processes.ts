/** Starts embedded databases, here or in hubs of their own, and ends them with the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/postgres/embedded-postgres.ts';
import { findPostmaster } from '#server/postgres/postmaster.ts';

const quiet = { info: () => {}, warn: (_message: string) => {} };

/** Starts it here and sees to it that it is stopped when the test is over. */
export async function start(
  dataDir: string,
  settings: Record<string, string> = {},
  log = quiet,
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, settings });
  onTestFinished(() => server.stop());
  return server;
}

type StartReport = { ownerUrl: string; appUrl: string; pid: number; code: string; message: string };

/** As another container: of the processes and the shared memory outside, nothing is to be seen. */
export const inContainer = ['unshare', '--pid', '--ipc', '--fork', '--mount-proc'] as const;

/** A hub in a process of its own, once it has reported how its start went. */
export async function startHubProcess(dataDir: string, within: readonly string[] = []) {
  const child = spawnHub(dataDir, within);
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  const word = line.slice(0, line.indexOf(' '));
  const report = JSON.parse(line.slice(line.indexOf(' '))) as StartReport;
  const as = (wanted: string) => () => {
    expect(line).toMatch(new RegExp(`^${wanted} `));
    return report;
  };
  return { child, word, ready: as('ready'), refused: as('refused') };
}

export function spawnHub(dataDir: string, [container, ...flags]: readonly string[] = []) {
  const script = fileURLToPath(new URL('../../app/testing/embedded-hub.ts', import.meta.url));
  const node = [script, dataDir];
  const [program, args] = container
    ? [container, [...flags, process.execPath, ...node]]
    : [process.execPath, node];
  const child = spawn(program, args, { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    await kill(child);
    // Not killed here: an immediate shutdown gives its shared memory back.
    signalPostmaster(dataDir, 'SIGQUIT');
  });
  return child;
}

export async function crashSession(url: string): Promise<void> {
  const client = await connect(url);
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const isOver = once(client, 'error');
  process.kill(rows[0].pid, 'SIGKILL');
  await isOver;
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

export function signalPostmaster(dataDir: string, signal: NodeJS.Signals): void {
  if (!existsSync(dataDir)) return;
  const running = findPostmaster(join(dataDir, 'postgres'));
  try {
    if (running) process.kill(running.pid, signal);
  } catch {
    // It has ended by itself.
  }
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

/** 1 when the server answers, the reason when it does not. */
export async function selectOne(url: string): Promise<unknown> {
  return query(url, 'select 1 as one').then(
    (rows) => rows[0]?.one,
    (error: Error) => error.message,
  );
}

/** The sessions that hold an advisory lock: the owner's. */
export async function listOwners(url: string): Promise<unknown[]> {
  const rows = await query(url, `select pid from pg_locks where locktype = 'advisory' and granted`);
  return rows.map(({ pid }) => pid);
}

export async function query(
  url: string,
  ...statements: string[]
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}
