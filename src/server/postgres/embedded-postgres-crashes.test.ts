/** What a start finds after a kill, a crash or a shutdown that hangs. */
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  connect,
  crashSession,
  kill,
  listOwners,
  query,
  selectOne,
  signalPostmaster,
  spawnHub,
  start,
  startHubProcess,
} from '#app/testing/embedded-processes.ts';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { connect as connectDatabase } from '../database/db.ts';
import { snapshotName } from '../database/snapshot-name.ts';
import { findPostmaster } from './postmaster.ts';

test('a database left running by a killed server is taken over with every committed row', async () => {
  const dataDir = await temporaryFolder();
  const killed = await startHubProcess(dataDir);
  const { ownerUrl, pid } = killed.ready();
  await query(ownerUrl, 'create table kept (id int)');
  const client = await connect(ownerUrl);
  await client.query('insert into kept select generate_series(1, 1000)');
  await kill(killed.child);
  const next = await start(dataDir);
  expect(next.pid).toBe(pid);
  expect(await query(next.ownerUrl, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
  await next.stop();
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
});

test('a lingering session of a killed server does not count as a running one', async () => {
  const dataDir = await temporaryFolder();
  const killed = await startHubProcess(dataDir);
  const { ownerUrl, pid } = killed.ready();
  const [session] = await listOwners(ownerUrl);
  process.kill(Number(session), 'SIGSTOP');
  await kill(killed.child);
  const starting = start(dataDir);
  // It asks many times in the meantime, and never gets the reply that another hub has it.
  expect(await Promise.race([starting, sleep(500)])).toBeUndefined();
  process.kill(Number(session), 'SIGCONT');
  expect((await starting).pid).toBe(pid);
});

test('a server left running with other settings is replaced, not adopted', async () => {
  const dataDir = await temporaryFolder();
  const killed = await startHubProcess(dataDir);
  await kill(killed.child);
  const next = await start(dataDir, { work_mem: '5MB' });
  expect(next.pid).not.toBe(killed.ready().pid);
  expect(await query(next.ownerUrl, 'show work_mem')).toEqual([{ work_mem: '5MB' }]);
});

test('a killed database is reported to its owner, and a restart loses nothing', async () => {
  const dataDir = await temporaryFolder();
  const first = await start(dataDir);
  await query(first.ownerUrl, 'create table kept (id int)');
  for (let id = 1; id <= 3; id += 1) {
    await query(first.ownerUrl, `insert into kept values (${id})`);
  }
  process.kill(first.pid, 'SIGKILL');
  expect(await first.exited).toEqual({ isExpected: false, reason: 'the database ended' });
  const second = await start(dataDir);
  expect(second.ownerUrl).toBe(first.ownerUrl);
  expect(await query(second.ownerUrl, 'select id from kept order by id')).toHaveLength(3);
});

test('server and database killed together start again', async () => {
  const dataDir = await temporaryFolder();
  const killed = await startHubProcess(dataDir);
  const { ownerUrl, pid } = killed.ready();
  await query(ownerUrl, 'create table kept (id int)', 'insert into kept values (1)');
  process.kill(pid, 'SIGKILL');
  await kill(killed.child);
  const next = await start(dataDir);
  expect(await query(next.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }]);
});

test('a crash of one session does not cost the ownership', async () => {
  const dataDir = await temporaryFolder();
  const server = await start(dataDir);
  const before = await listOwners(server.ownerUrl);
  await crashSession(server.ownerUrl);
  // The session that held the lock goes with all others; another one takes it again.
  await expect
    .poll(async () => (await listOwners(server.ownerUrl)).filter((pid) => !before.includes(pid)))
    .toHaveLength(1);
  await expect(start(dataDir)).rejects.toMatchObject({ code: 'in_use' });
  expect(await Promise.race([server.exited, sleep(100)])).toBeUndefined();
});

test('a crash of one session renames what every statement sees, as numbers may be used again', async () => {
  const dataDir = await temporaryFolder();
  const server = await start(dataDir);
  const read = async () => {
    const database = connectDatabase(server.ownerUrl, { poolSize: 1 });
    try {
      const { rows } = await sql<{ name: string }>`select ${snapshotName} as name`.execute(
        database.db,
      );
      return rows[0]?.name;
    } finally {
      await database.close();
    }
  };
  const before = (await read())?.split('/');
  expect((await read())?.split('/')).toEqual(before);
  await crashSession(server.ownerUrl);
  let after = before;
  // Until the postmaster has noticed, it still lets others in, and then refuses them while it recovers.
  await expect
    .poll(async () => {
      after = (await read().catch(() => undefined))?.split('/') ?? after;
      return after?.[1];
    })
    .not.toBe(before?.[1]);
  // The postmaster and its timeline are the same, and the numbers may be.
  expect([after?.[0], after?.[2]]).toEqual([before?.[0], before?.[2]]);
});

test('stopping while the server recovers from a crash of one session does not hang', async () => {
  const dataDir = await temporaryFolder();
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  const server = await start(dataDir, {}, log);
  await crashSession(server.ownerUrl);
  await sleep(20);
  await server.stop();
  expect(warnings.filter((warning) => warning.includes('did not stop within'))).toEqual([]);
});

test('a database that hangs in its shutdown does not keep the next server from starting', async () => {
  const dataDir = await temporaryFolder();
  const killed = await startHubProcess(dataDir);
  killed.child.kill('SIGKILL');
  await crashSession(killed.ready().ownerUrl);
  await sleep(20);
  process.kill(killed.ready().pid, 'SIGINT');
  const next = await start(dataDir);
  expect(await selectOne(next.ownerUrl)).toBe(1);
});

test('a start waits for a predecessor that is shutting down', async () => {
  const dataDir = await temporaryFolder();
  const first = await start(dataDir);
  const stopping = first.stop();
  const second = await start(dataDir);
  await stopping;
  expect(await selectOne(second.ownerUrl)).toBe(1);
});

test.runIf(process.platform === 'linux')(
  'an empty lock file, as a power failure leaves it, does not keep the next server from starting',
  async () => {
    const dataDir = await temporaryFolder();
    await (await start(dataDir)).stop();
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
    const next = await start(dataDir);
    expect(await selectOne(next.ownerUrl)).toBe(1);
  },
);

test('a start works after a kill at any moment of the first initialization', async () => {
  const dataDir = await temporaryFolder();
  for (let round = 0; round < 8; round += 1) {
    const child = spawnHub(dataDir);
    await sleep(80 + Math.random() * 900);
    await kill(child);
    if (Math.random() < 0.5) signalPostmaster(dataDir, 'SIGKILL');
  }
  const server = await start(dataDir);
  expect(await selectOne(server.appUrl)).toBe(1);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'run']);
});

test('Ctrl-C in the terminal reaches the server but not its database', async () => {
  const dataDir = await temporaryFolder();
  const hub = await startHubProcess(dataDir);
  process.kill(-(hub.child.pid ?? 0), 'SIGINT');
  await sleep(300);
  expect(await selectOne(hub.ready().ownerUrl)).toBe(1);
});

test('a server that exits without stopping also stops its database', async () => {
  const dataDir = await temporaryFolder();
  const hub = await startHubProcess(dataDir);
  hub.child.stdin?.write('exit\n');
  await once(hub.child, 'exit');
  await expect.poll(() => findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
});
