/**
 * TPC-B as pgbench defines it, in its own database on a given server: the rate of durable
 * transactions without an application in between. Driven by pgbench if installed, otherwise by this
 * file with the same statements, which the report states.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

export type Server = { readonly host: string; readonly user: string };

export type Tpcb = {
  /** Returns transactions per second. */
  run(clients: number, seconds: number): Promise<number>;
  remove(): Promise<void>;
};

/** At once: as many as the writes that are compared with it. */
export const tpcbClients = 8;

const database = 'chapter_hub_bench_tpcb';
const accountsPerScale = 100_000;

/** Creates the tables like `pgbench -i -s`. */
export async function createTpcb(server: Server, scale: number): Promise<Tpcb> {
  const remove = () => asOwner(server, 'postgres', [`drop database if exists ${database}`]);
  await remove();
  await asOwner(server, 'postgres', [`create database ${database}`]);
  await asOwner(server, database, [
    'create table pgbench_branches (bid int not null, bbalance int, filler char(88)) with (fillfactor = 100)',
    'create table pgbench_tellers (tid int not null, bid int, tbalance int, filler char(84)) with (fillfactor = 100)',
    'create table pgbench_accounts (aid int not null, bid int, abalance int, filler char(84)) with (fillfactor = 100)',
    'create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))',
    `insert into pgbench_branches select n, 0, null from generate_series(1, ${scale}) n`,
    `insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0, null from generate_series(1, ${scale * 10}) n`,
    `insert into pgbench_accounts select n, (n - 1) / ${accountsPerScale} + 1, 0, ''
      from generate_series(1, ${scale * accountsPerScale}) n`,
    'alter table pgbench_branches add primary key (bid)',
    'alter table pgbench_tellers add primary key (tid)',
    'alter table pgbench_accounts add primary key (aid)',
    'vacuum analyze',
    'checkpoint',
  ]);
  const program = findPgbench();
  return {
    remove,
    run: (clients, seconds) =>
      program
        ? runPgbench(program, server, clients, seconds)
        : runScript(server, scale, clients, seconds),
  };
}

/** Debian installs it beside its server; elsewhere it is on the PATH. */
function findPgbench(): string | undefined {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).map((name) => join(home, name, 'bin')) : [];
  return [...(process.env.PATH ?? '').split(':'), ...versions.sort().reverse()]
    .map((folder) => join(folder, 'pgbench'))
    .find((file) => existsSync(file));
}

export function describeTpcbDriver(): string {
  return findPgbench()
    ? `pgbench -c ${tpcbClients} -j 2`
    : 'pgbench not found; its script, run by this program';
}

async function runPgbench(
  program: string,
  { host, user }: Server,
  clients: number,
  seconds: number,
): Promise<number> {
  const options = ['-n', '-c', String(clients), '-j', '2', '-T', String(seconds)];
  const { stdout } = await promisify(execFile)(program, [
    '-h',
    host,
    '-U',
    user,
    ...options,
    database,
  ]);
  const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
  if (rate === undefined) throw new Error(`no rate in the output of pgbench: ${stdout}`);
  return Number(rate);
}

async function runScript(
  server: Server,
  scale: number,
  clients: number,
  seconds: number,
): Promise<number> {
  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  let count = 0;
  const randomUpTo = (max: number) => 1 + Math.floor(Math.random() * max);
  const client = async () => {
    const connection = await connect(server, database);
    while (performance.now() < end) {
      const [aid, bid, tid] = [
        randomUpTo(accountsPerScale * scale),
        randomUpTo(scale),
        randomUpTo(10 * scale),
      ];
      const delta = randomUpTo(10_001) - 5_001;
      for (const statement of [
        'begin',
        `update pgbench_accounts set abalance = abalance + ${delta} where aid = ${aid}`,
        `select abalance from pgbench_accounts where aid = ${aid}`,
        `update pgbench_tellers set tbalance = tbalance + ${delta} where tid = ${tid}`,
        `update pgbench_branches set bbalance = bbalance + ${delta} where bid = ${bid}`,
        `insert into pgbench_history (tid, bid, aid, delta, mtime)
          values (${tid}, ${bid}, ${aid}, ${delta}, current_timestamp)`,
        'end',
      ]) {
        await connection.query(statement);
      }
      count += 1;
    }
    await connection.end();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return count / ((performance.now() - startedAt) / 1_000);
}

async function connect({ host, user }: Server, name: string): Promise<pg.Client> {
  const client = new pg.Client({ host, port: 5432, user, database: name });
  await client.connect();
  return client;
}

export async function asOwner(
  server: Server,
  name: string,
  statements: readonly string[],
): Promise<void> {
  const client = await connect(server, name);
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
