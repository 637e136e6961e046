/** PgBouncer in front of a test's database, where the machine has it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { installationRoot } from '#server/config/paths.ts';
import { postgresUser } from '#server/postgres/user.ts';
import { findFreePort } from './free-port.ts';
import type { OwnPostgres } from './own-postgres.ts';
import { hasOrSay } from './say.ts';
import { temporaryFolder } from './temporary-folder.ts';

const program = '/usr/sbin/pgbouncer';

export const hasPgBouncer = hasOrSay(exists(program), 'Tests behind a pooler', program);
/** Whether it can follow the names of prepared statements. */
export const followsNames =
  hasPgBouncer && hasOrSay(isFrom(1, 21), 'Tests of names behind a pooler', 'PgBouncer 1.21');

export async function startPgBouncer(
  databaseUrl: string,
  mode: 'transaction' | 'session',
  extra = '',
  env: NodeJS.ProcessEnv = {},
) {
  const [, role = '', name = '', folder = ''] =
    /^postgresql:\/\/(\w+)@\/(\w+)\?host=([^&]+)/.exec(databaseUrl) ?? [];
  const socketFolder = decodeURIComponent(folder);
  // It refuses to run as root, and only the database's user may reach the socket.
  const { uid, gid } = statSync(socketFolder);
  const home = await temporaryFolder();
  chmodSync(home, 0o755);
  const port = await findFreePort();
  const settings = `[databases]
${name} = host=${socketFolder} port=5432 dbname=${name} user=${role}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
${extra}
`;
  const url = `postgresql://${role}@127.0.0.1:${port}/${name}`;
  const close = await run(home, settings, url, { uid, gid }, env);
  return { url, close };
}

/** With the file of deploy/pgbouncer, whose ports and paths are replaced. */
export async function startShippedPgBouncer(home: string, database: OwnPostgres) {
  const shipped = readFileSync(join(installationRoot, 'deploy/pgbouncer/pgbouncer.ini'), 'utf8');
  const owner = postgresUser(home) ?? {
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
  };
  const users = join(home, 'userlist.txt');
  const [, statement = ''] = /^; +(select .*)$/m.exec(shipped) ?? [];
  writeFileSync(users, await database.readUserList(statement), { mode: 0o600 });
  chownSync(users, owner.uid, owner.gid);
  const port = await findFreePort();
  const settings = shipped
    .replace('5432', String(database.port))
    .replace(/^listen_port = 6432$/m, `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', users);
  const url = database.url('hub_app', port);
  const close = await run(home, settings, url, owner);
  return { url, close };
}

/** Resolves to how it is ended. */
async function run(
  home: string,
  settings: string,
  url: string,
  { uid, gid }: { uid: number; gid: number },
  env: NodeJS.ProcessEnv = {},
): Promise<() => Promise<void>> {
  const config = join(home, 'pgbouncer.ini');
  writeFileSync(config, settings);
  chownSync(config, uid, gid);
  const child = spawn(program, ['-q', config], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  });
  await answers(url);
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}

/** Either way: a refusal is an answer. */
async function answers(connectionString: string): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'))
        throw error;
      await sleep(50);
    }
  }
  throw new Error('PgBouncer did not start');
}

function exists(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

function isFrom(major: number, minor: number): boolean {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, ...found] = (/^PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  const [foundMajor = 0, foundMinor = 0] = found;
  return foundMajor > major || (foundMajor === major && foundMinor >= minor);
}
