import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  connect,
  inContainer,
  query,
  selectOne,
  start,
  startHubProcess,
} from '#app/testing/embedded-processes.ts';
import { hasOrSay, runs } from '#app/testing/say.ts';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { findEmbeddedPostgres } from './embedded-postgres.ts';
import { postgresUser } from './user.ts';

const isRoot = process.getuid?.() === 0;
const hasContainers = hasOrSay(
  runs(...inContainer, 'true'),
  'Tests of a server in another container',
  'unshare and the right to use it',
);

test('committed data survives a restart on a durable and deterministic server', async () => {
  const dataDir = await temporaryFolder();
  const first = await start(dataDir);
  await query(first.ownerUrl, 'create table kept (word text)', `insert into kept values ('yes')`);
  const settings = await query(
    first.ownerUrl,
    `select json_object_agg(name, setting) as found from pg_settings where name in
      ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses',
       'server_encoding', 'TimeZone')`,
  );
  expect(settings[0]?.found).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    data_checksums: 'on',
    listen_addresses: '',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
  });
  const order = await query(
    first.ownerUrl,
    `select string_agg(word, '' order by word) as words, lower('ÀÉ') as low
       from unnest(array['b', 'B', 'a', 'é']) word`,
  );
  expect(order[0]).toEqual({ words: 'Babé', low: 'àé' });
  await first.stop();
  expect(await first.exited).toEqual({ isExpected: true, reason: 'stopped' });
  const second = await start(dataDir);
  expect(await query(second.ownerUrl, 'select word from kept')).toEqual([{ word: 'yes' }]);
  expect(second.ownerUrl).toBe(first.ownerUrl);
});

test('the app’s role cannot create anything, not even a temporary table', async () => {
  const { appUrl } = await start(await temporaryFolder());
  for (const statement of [
    'create table public.mine (id int)',
    'create schema mine',
    'create temporary table mine (id int)',
    'create role mine',
    'create database mine',
  ]) {
    await expect(query(appUrl, statement)).rejects.toMatchObject({ code: '42501' });
  }
});

test('a second server on the same data refuses to start, names folder and process, and harms nothing', async () => {
  const dataDir = await temporaryFolder();
  const first = await startHubProcess(dataDir);
  const client = await connect(first.ready().ownerUrl);
  await client.query('begin');
  const second = await startHubProcess(dataDir);
  expect(second.refused()).toMatchObject({ code: 'in_use' });
  expect(second.refused().message).toContain(join(dataDir, 'postgres'));
  expect(second.refused().message).toContain(`process ${first.child.pid}`);
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  first.child.stdin?.write('stop\n');
  await once(first.child, 'exit');
  await start(dataDir);
});

test('concurrent starts on an empty folder: exactly one succeeds', async () => {
  const dataDir = await temporaryFolder();
  const hubs = await Promise.all([1, 2, 3].map(() => startHubProcess(dataDir)));
  const owners = hubs.filter((hub) => hub.word === 'ready');
  expect(owners).toHaveLength(1);
  for (const hub of hubs) if (hub.word !== 'ready') expect(hub.refused().code).toBe('in_use');
  expect(await selectOne(owners[0]?.ready().ownerUrl ?? '')).toBe(1);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'run']);
});

test('data of another major version is refused with instructions to move it', async () => {
  const dataDir = await temporaryFolder();
  const cluster = join(dataDir, 'postgres');
  await mkdir(cluster);
  await writeFile(join(cluster, 'PG_VERSION'), '16\n');
  const refusal = start(dataDir);
  await expect(refusal).rejects.toMatchObject({ code: 'other_major_version' });
  await expect(refusal).rejects.toThrow(/PostgreSQL 16.*pg_dump.*pg_restore/s);
  expect(await readdir(dataDir)).toEqual(['postgres']);
  expect(await readdir(cluster)).toEqual(['PG_VERSION']);
});

test('a folder with other content is refused and kept', async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'letter.txt'), 'dear');
  await expect(start(dataDir)).rejects.toMatchObject({ code: 'not_a_cluster' });
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['letter.txt']);
});

test.each([
  ['longer than a socket address', 'chapter-'.repeat(20)],
  ['with spaces, commas and quotes', `San Diego, "members'" & 100% ünïcode`],
])('a data folder %s works', async (_, name) => {
  const dataDir = join(await temporaryFolder(), name);
  const server = await start(dataDir);
  expect(await selectOne(server.appUrl)).toBe(1);
  expect((await findEmbeddedPostgres(dataDir))?.appUrl).toBe(server.appUrl);
  expect(statSync(server.socketDir).mode & 0o777).toBe(0o700);
  await server.stop();
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined();
  if (!server.socketDir.startsWith(dataDir)) await rm(server.socketDir, { recursive: true });
});

test.each([
  ['the lock of the data', 'postgres/postmaster.pid'],
  ['the lock of the socket, whose server took the other along', 'run/.s.PGSQL.5432.lock'],
])(
  'a pid of another process in %s neither prevents a start nor harms that process',
  async (_, lock) => {
    const dataDir = await temporaryFolder();
    const cluster = join(dataDir, 'postgres');
    const first = await start(dataDir);
    const left = readFileSync(join(dataDir, lock), 'utf8');
    await first.stop();
    const user = postgresUser(cluster);
    const stranger = spawn('sleep', ['600'], user ? { uid: user.uid, gid: user.gid } : {});
    onTestFinished(() => void stranger.kill('SIGKILL'));
    const forged = left.replace(/^\d+/, String(stranger.pid));
    await writeFile(join(dataDir, lock), forged, { mode: 0o644 });
    const second = await start(dataDir);
    await second.stop();
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  },
);

test.runIf(isRoot)(
  'under root the database is an ordinary user, even in a closed home',
  async () => {
    const home = await temporaryFolder();
    chmodSync(home, 0o700);
    const dataDir = join(home, 'data');
    const server = await start(dataDir);
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
    expect(statSync(`/proc/${server.pid}`).uid).toBe(statSync(join(dataDir, 'postgres')).uid);
    const groups = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    expect(groups).toMatch(/^Groups:\s*$/m);
    await server.stop();
    const again = await start(dataDir);
    expect(await selectOne(again.appUrl)).toBe(1);
    await again.stop();
    if (!again.socketDir.startsWith(dataDir)) await rm(again.socketDir, { recursive: true });
  },
);

describe.skipIf(!hasContainers)('a server that is out of sight, as in another container', () => {
  test('is found and used', async () => {
    const dataDir = await temporaryFolder();
    const server = await start(dataDir);
    const find = `import { findEmbeddedPostgres } from '${new URL('./embedded-postgres.ts', import.meta.url).href}';
      console.log((await findEmbeddedPostgres(process.argv[1]))?.ownerUrl);`;
    const [program, ...args] = inContainer;
    const inside = [...args, process.execPath, '--input-type=module', '--eval', find, dataDir];
    expect(execFileSync(program, inside, { encoding: 'utf8' }).trim()).toBe(server.ownerUrl);
  });

  test('gets no second one on its data', async () => {
    const dataDir = await temporaryFolder();
    const server = await start(dataDir);
    const lock = join(dataDir, 'postgres', 'postmaster.pid');
    const before = readFileSync(lock, 'utf8');
    const second = await startHubProcess(dataDir, inContainer);
    expect(second.refused().code).toBe('in_use');
    expect(readFileSync(lock, 'utf8')).toBe(before);
    expect(await selectOne(server.appUrl)).toBe(1);
  });
});
