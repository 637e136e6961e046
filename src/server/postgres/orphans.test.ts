/**
 * Processes left running on the data after a crash: a start neither waits for them nor shares with
 * them.
 */
import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { readStartTime } from './scratch-folder.ts';
import { postgresUser } from './user.ts';

const quiet = { info: () => {}, warn: () => {} };

async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log: quiet });
  onTestFinished(() => server.stop());
  return server;
}

/** Only Linux shows which hub owns a process. */
const onLinux = test.runIf(process.platform === 'linux');

onLinux(
  'a session that did not notice its server’s end does not delay the next start',
  async () => {
    const dataDir = await temporaryFolder();
    const killed = await start(dataDir);
    const session = await sessionOf(killed.ownerUrl);
    // As one that waits for a disk: it cannot look after its server now.
    process.kill(session, 'SIGSTOP');
    process.kill(killed.pid, 'SIGKILL');
    await killed.exited;
    expect(isOn(dataDir, session)).toBe(true);
    await start(dataDir);
    expect(isOn(dataDir, session)).toBe(false);
  },
);

onLinux(
  'a server whose hub died while it started is ended before the next one starts',
  async () => {
    const dataDir = await killedDatabase();
    const orphan = await beginning(dataDir, `${process.pid}.1`);
    const next = await start(dataDir);
    expect(isOn(dataDir, orphan)).toBe(false);
    expect(await sessionOf(next.ownerUrl)).toBeGreaterThan(0);
  },
);

onLinux('what a living hub is starting is left to it', async () => {
  const dataDir = await killedDatabase();
  const otherProcess = spawn('sleep', ['600']);
  onTestFinished(() => void otherProcess.kill('SIGKILL'));
  const starting = await beginning(
    dataDir,
    `${otherProcess.pid}.${readStartTime(otherProcess.pid ?? 0)}`,
  );
  const next = start(dataDir);
  expect(await Promise.race([next, sleep(500)])).toBeUndefined();
  expect(isOn(dataDir, starting)).toBe(true);
  // The other process ends and orphans its server.
  otherProcess.kill('SIGKILL');
  await next;
  expect(isOn(dataDir, starting)).toBe(false);
});

onLinux('what no hub started is left alone', async () => {
  const dataDir = await killedDatabase();
  const stranger = await beginning(dataDir, undefined);
  await start(dataDir);
  expect(isOn(dataDir, stranger)).toBe(true);
});

async function killedDatabase(): Promise<string> {
  const dataDir = await temporaryFolder();
  const killed = await start(dataDir);
  process.kill(killed.pid, 'SIGKILL');
  await killed.exited;
  return dataDir;
}

/** What looks like a server that has not come far enough to write its number, and never will. */
async function beginning(dataDir: string, maker: string | undefined): Promise<number> {
  const cluster = join(dataDir, 'postgres');
  const program = join(dataDir, 'run', 'postgres');
  writeFileSync(program, '#!/bin/sh\nkill -STOP $$\n');
  chmodSync(program, 0o755);
  const user = postgresUser(cluster);
  const args = maker === undefined ? [] : ['-c', `chapter_hub.started_by=${maker}`];
  const child = spawn(program, [...args, '-D', cluster], {
    cwd: cluster,
    stdio: 'ignore',
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { pid = 0 } = child;
  await expect.poll(() => isOn(dataDir, pid)).toBe(true);
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\(postgres\) T/);
  return pid;
}

async function sessionOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
}

function isOn(dataDir: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, 'postgres');
  } catch {
    return false;
  }
}
