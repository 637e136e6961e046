import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import {
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
import { findPostmaster } from './postmaster.ts';
import { postgresUser } from './user.ts';

const isRoot = process.getuid?.() === 0;
const quiet = { info: () => {}, warn: (_message: string) => {} };

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

test('a database left running by a killed server is taken over with every committed row', async () => {
  const dataDir = await temporaryFolder();
  const killed = await hubProcess(dataDir);
  const { ownerUrl, pid } = killed.ready();
  await query(ownerUrl, 'create table kept (id int)');
  const client = await connected(ownerUrl);
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
  const killed = await hubProcess(dataDir);
  const { ownerUrl, pid } = killed.ready();
  const [session] = await owners(ownerUrl);
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
  const killed = await hubProcess(dataDir);
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
  const killed = await hubProcess(dataDir);
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
  const before = await owners(server.ownerUrl);
  await crashSession(server.ownerUrl);
  // The session that held the lock goes with all others; another one takes it again.
  await expect
    .poll(async () => (await owners(server.ownerUrl)).filter((pid) => !before.includes(pid)))
    .toHaveLength(1);
  await expect(start(dataDir)).rejects.toMatchObject({ code: 'in_use' });
  expect(await Promise.race([server.exited, sleep(100)])).toBeUndefined();
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
  const killed = await hubProcess(dataDir);
  killed.child.kill('SIGKILL');
  await crashSession(killed.ready().ownerUrl);
  await sleep(20);
  process.kill(killed.ready().pid, 'SIGINT');
  const next = await start(dataDir);
  expect(await one(next.ownerUrl)).toBe(1);
});

test('a second server on the same data refuses to start, names folder and process, and harms nothing', async () => {
  const dataDir = await temporaryFolder();
  const first = await hubProcess(dataDir);
  const client = await connected(first.ready().ownerUrl);
  await client.query('begin');
  const second = await hubProcess(dataDir);
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
  const hubs = await Promise.all([1, 2, 3].map(() => hubProcess(dataDir)));
  const owners = hubs.filter((hub) => hub.word === 'ready');
  expect(owners).toHaveLength(1);
  for (const hub of hubs) if (hub.word !== 'ready') expect(hub.refused().code).toBe('in_use');
  expect(await one(owners[0]?.ready().ownerUrl ?? '')).toBe(1);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'run']);
});

test('a start waits for a predecessor that is shutting down', async () => {
  const dataDir = await temporaryFolder();
  const first = await start(dataDir);
  const stopping = first.stop();
  const second = await start(dataDir);
  await stopping;
  expect(await one(second.ownerUrl)).toBe(1);
});

test('a start works after a kill at any moment of the first initialization', async () => {
  const dataDir = await temporaryFolder();
  for (let round = 0; round < 8; round += 1) {
    const child = spawnHub(dataDir);
    await sleep(80 + Math.random() * 900);
    await kill(child);
    if (Math.random() < 0.5) signalPostmaster(dataDir, 'SIGKILL');
  }
  const server = await start(dataDir);
  expect(await one(server.appUrl)).toBe(1);
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
  expect(await one(server.appUrl)).toBe(1);
  expect(findEmbeddedPostgres(dataDir)?.appUrl).toBe(server.appUrl);
  expect(statSync(server.socketDir).mode & 0o777).toBe(0o700);
  await server.stop();
  expect(findEmbeddedPostgres(dataDir)).toBeUndefined();
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

test('Ctrl-C in the terminal reaches the server but not its database', async () => {
  const dataDir = await temporaryFolder();
  const hub = await hubProcess(dataDir);
  process.kill(-(hub.child.pid ?? 0), 'SIGINT');
  await sleep(300);
  expect(await one(hub.ready().ownerUrl)).toBe(1);
});

test('a server that exits without stopping also stops its database', async () => {
  const dataDir = await temporaryFolder();
  const hub = await hubProcess(dataDir);
  hub.child.stdin?.write('exit\n');
  await once(hub.child, 'exit');
  await expect.poll(() => findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
});

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
    expect(await one(again.appUrl)).toBe(1);
    await again.stop();
    if (!again.socketDir.startsWith(dataDir)) await rm(again.socketDir, { recursive: true });
  },
);

/** Starts it here and sees to it that it is stopped when the test is over. */
async function start(
  dataDir: string,
  settings: Record<string, string> = {},
  log = quiet,
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, settings });
  onTestFinished(() => server.stop());
  return server;
}

type Said = { ownerUrl: string; appUrl: string; pid: number; code: string; message: string };

/** A hub in a process of its own, once it has said how its start went. */
async function hubProcess(dataDir: string) {
  const child = spawnHub(dataDir);
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  const word = line.slice(0, line.indexOf(' '));
  const said = JSON.parse(line.slice(line.indexOf(' '))) as Said;
  const as = (wanted: string) => () => {
    expect(line).toMatch(new RegExp(`^${wanted} `));
    return said;
  };
  return { child, word, ready: as('ready'), refused: as('refused') };
}

function spawnHub(dataDir: string) {
  const script = fileURLToPath(new URL('../../app/testing/embedded-hub.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    await kill(child);
    // Not killed here: an immediate shutdown gives its shared memory back.
    signalPostmaster(dataDir, 'SIGQUIT');
  });
  return child;
}

async function crashSession(url: string): Promise<void> {
  const client = await connected(url);
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const isOver = once(client, 'error');
  process.kill(rows[0].pid, 'SIGKILL');
  await isOver;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function signalPostmaster(dataDir: string, signal: NodeJS.Signals): void {
  if (!existsSync(dataDir)) return;
  const running = findPostmaster(join(dataDir, 'postgres'));
  try {
    if (running) process.kill(running.pid, signal);
  } catch {
    // It has ended by itself.
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

/** 1 when the server answers, the reason when it does not. */
async function one(url: string): Promise<unknown> {
  return query(url, 'select 1 as one').then(
    (rows) => rows[0]?.one,
    (error: Error) => error.message,
  );
}

/** The sessions that hold an advisory lock: the owner's. */
async function owners(url: string): Promise<unknown[]> {
  const rows = await query(url, `select pid from pg_locks where locktype = 'advisory' and granted`);
  return rows.map(({ pid }) => pid);
}

async function query(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
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
