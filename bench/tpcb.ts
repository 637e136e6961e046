/**
 * TPC-B as pgbench defines it, in a database of its own on a given server: what this server does of
 * durable transactions when nobody is in between. pgbench drives it where there is one; else this
 * file sends the very same statements, each by itself, and says so.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

export type Server = { readonly host: string; readonly user: string };

export type Tpcb = {
  /** Transactions a second of so many clients for so long. */
  run(clients: number, seconds: number): Promise<number>;
  remove(): Promise<void>;
};

const database = 'chapter_hub_bench_tpcb';
const accountsPerScale = 100_000;

/** As `pgbench -i -s` makes them. */
export async function makeTpcb(server: Server, scale: number): Promise<Tpcb> {
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
  const program = pgbench();
  return {
    remove,
    run: (clients, seconds) =>
      program
        ? runPgbench(program, server, clients, seconds)
        : drive(server, scale, clients, seconds),
  };
}

/** Debian keeps it beside its server; elsewhere it is on the path. */
function pgbench(): string | undefined {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).map((name) => join(home, name, 'bin')) : [];
  return [...(process.env.PATH ?? '').split(':'), ...versions.sort().reverse()]
    .map((folder) => join(folder, 'pgbench'))
    .find((file) => existsSync(file));
}

/** What drives it here, for the report. */
export function tpcbDriver(): string {
  return pgbench() ? 'pgbench -c 8 -j 2' : 'no pgbench here: its script, driven by this program';
}

async function runPgbench(
  program: string,
  { host, user }: Server,
  clients: number,
  seconds: number,
): Promise<number> {
  const asked = ['-n', '-c', String(clients), '-j', '2', '-T', String(seconds)];
  const { stdout } = await promisify(execFile)(program, [
    '-h',
    host,
    '-U',
    user,
    ...asked,
    database,
  ]);
  const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
  if (rate === undefined) throw new Error(`pgbench told no rate: ${stdout}`);
  return Number(rate);
}

async function drive(
  server: Server,
  scale: number,
  clients: number,
  seconds: number,
): Promise<number> {
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  let count = 0;
  const upTo = (most: number) => 1 + Math.floor(Math.random() * most);
  const client = async () => {
    const connection = await connected(server, database);
    while (performance.now() < end) {
      const [aid, bid, tid] = [upTo(accountsPerScale * scale), upTo(scale), upTo(10 * scale)];
      const delta = upTo(10_001) - 5_001;
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
  return count / ((performance.now() - begun) / 1_000);
}

async function connected({ host, user }: Server, name: string): Promise<pg.Client> {
  const client = new pg.Client({ host, port: 5432, user, database: name });
  await client.connect();
  return client;
}

export async function asOwner(
  server: Server,
  name: string,
  statements: readonly string[],
): Promise<void> {
  const client = await connected(server, name);
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
