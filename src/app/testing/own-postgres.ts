/** A PostgreSQL as the operator's guide asks for: reached by password, with its two roles. */
import { execFile } from 'node:child_process';
import { chownSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPackagedBinaries } from '#server/postgres/binaries.ts';
import { postgresUser } from '#server/postgres/user.ts';
import { withClient } from './database.ts';
import { findFreePort } from './free-port.ts';

const run = promisify(execFile);
const guide = `
  create role hub_owner login createdb password 'owner';
  create role hub_app login password 'app'`;

export type OwnPostgres = {
  readonly port: number;
  /** Of a role of the hub, at another port for what is in between. */
  url(role: 'hub_owner' | 'hub_app', port?: number): string;
  /** The line of PgBouncer's userlist.txt, by the statement in deploy/pgbouncer. */
  readUserList(statement: string): Promise<string>;
  /** As its service does. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export async function startOwnPostgres(home: string): Promise<OwnPostgres> {
  const user = postgresUser(home);
  const { binDir } = await findPackagedBinaries(home, user, { info: () => {} });
  const folder = join(home, 'own-postgres');
  await mkdir(folder, { mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  const port = await findFreePort();
  const [data, log] = [join(folder, 'data'), join(folder, 'log')];
  const as = { cwd: folder, ...(user ? { uid: user.uid, gid: user.gid } : {}) };
  const ways = ['--auth-local=trust', '--auth-host=scram-sha-256', '--encoding=UTF8'];
  await run(join(binDir, 'initdb'), ['-D', data, '-U', 'postgres', ...ways], as);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`;
  const control = (action: 'start' | 'restart' | 'stop') =>
    run(join(binDir, 'pg_ctl'), [action, '-D', data, '-l', log, '-o', settings], as);
  await control('start');
  const superuser = `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}&port=${port}`;
  await withClient(superuser, async (client) => {
    await client.query(guide);
    await client.query('create database hub owner hub_owner');
  });
  const passwords = { hub_owner: 'owner', hub_app: 'app' };
  return {
    port,
    url: (role, at = port) => `postgresql://${role}:${passwords[role]}@127.0.0.1:${at}/hub`,
    readUserList: (statement) =>
      withClient(superuser, async (client) => {
        const { rows } = await client.query({ text: statement, rowMode: 'array' });
        return String(rows[0]?.[0]);
      }),
    restart: async () => {
      await control('restart');
    },
    stop: async () => {
      await control('stop');
    },
  };
}
