/**
 * Three PostgreSQL under Patroni with etcd, behind HAProxy, as an operator would run them on machines:
 * with the files of `deploy/high-availability`, on loopback addresses, under an ordinary user.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { installationRoot } from '#server/config/paths.ts';
import { postgresUser } from '#server/postgres/user.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';

const programs = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
};
const folder = join(installationRoot, 'deploy', 'high-availability');
const names = ['one', 'two', 'three'] as const;

/** Where others reach a machine, through proxies that can be cut; where it listens; its etcd. */
const reachedAt = (node: number) => `127.77.0.${node}`;
const listensAt = (node: number) => `127.77.1.${node}`;
const etcdAt = (node: number) => `127.77.2.${node}`;
/** What machine `node` takes for the etcd of machine `other`. */
const etcdFrom = (node: number, other: number) => `127.77.${10 + node}.${other}`;
const haproxyAt = '127.77.0.100:5432';

export const missingPrograms = Object.values(programs).filter((path) => {
  try {
    accessSync(path);
    return false;
  } catch {
    return true;
  }
});

export type ClusterNode = {
  readonly number: number;
  readonly name: string;
  /** As a machine that starts again, whose services start by themselves. */
  start(): void;
  /** SIGKILL to PostgreSQL and Patroni. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  cutOff(): void;
  mend(): void;
  /** Patroni shuts PostgreSQL down, and ends. */
  shutDown(): Promise<void>;
};

type Member = { name: string; role: string; state: string };

export type Cluster = {
  readonly nodes: readonly ClusterNode[];
  /** Of a role, through HAProxy. */
  url(role: string): string;
  members(): Promise<Member[]>;
  primary(): Promise<ClusterNode>;
  /** Waits for a primary and this many standbys, one of which is synchronous. */
  waitForStandbys(count: number): Promise<void>;
  close(): Promise<void>;
};

const passwords = { hub_owner: 'owner', hub_app: 'app' } as const;

export async function startCluster(home: string): Promise<Cluster> {
  const user = postgresUser(home);
  const children = new Set<ChildProcess>();
  function run(name: string, program: string, args: string[], env: NodeJS.ProcessEnv) {
    const log = openSync(join(home, `${name}.log`), 'a');
    const child = spawn(program, args, {
      cwd: home,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', ...env },
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }
  const own = (path: string) => {
    mkdirSync(path, { recursive: false, mode: 0o700 });
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  };
  if (user) chownSync(home, user.uid, user.gid);

  for (const [index, name] of names.entries()) {
    const env = readNodeEnvironment(home, index + 1);
    run(`etcd-${name}`, programs.etcd, ['--logger', 'zap', '--log-level', 'warn'], {
      ...env,
      ETCD_DATA_DIR: own(join(home, `etcd-${name}`)),
    });
  }
  const nodes: ClusterNode[] = [];
  const proxies: CutProxy[] = [];
  for (const [index, name] of names.entries()) {
    const number = index + 1;
    const links = await Promise.all([
      startCutProxy(reachedAt(number), listensAt(number), 5432),
      startCutProxy(reachedAt(number), listensAt(number), 8008),
      ...names.map((_, other) =>
        startCutProxy(etcdFrom(number, other + 1), etcdAt(other + 1), 2379),
      ),
    ]);
    proxies.push(...links);
    const dataDir = join(own(join(home, `node-${name}`)), 'data');
    const env = { ...readNodeEnvironment(home, number), PATRONI_POSTGRESQL_DATA_DIR: dataDir };
    let patroni: ChildProcess | undefined;
    const signalAll = (signal: NodeJS.Signals) => {
      for (const pid of [patroni?.pid, ...listPostgres(dataDir)]) {
        if (pid !== undefined) send(pid, signal);
      }
    };
    const ended = async () => {
      if (patroni && patroni.exitCode === null && patroni.signalCode === null)
        await once(patroni, 'exit');
    };
    nodes.push({
      number,
      name,
      start: () => {
        patroni = run(`patroni-${name}`, programs.patroni, [join(folder, 'patroni.yml')], env);
      },
      kill: async () => {
        signalAll('SIGKILL');
        await ended();
      },
      freeze: () => signalAll('SIGSTOP'),
      thaw: () => signalAll('SIGCONT'),
      cutOff: () => links.forEach((link) => link.cut()),
      mend: () => links.forEach((link) => link.mend()),
      shutDown: async () => {
        if (patroni?.pid !== undefined) send(patroni.pid, 'SIGTERM');
        await ended();
      },
    });
  }
  // Patroni 3.0 ends when etcd has not agreed on its version yet; a service manager would restart it.
  await until('etcd', async () => {
    const reply = await fetch(`http://${etcdAt(1)}:2379/version`).catch(() => undefined);
    return reply !== undefined && !(await reply.text()).includes('not_decided');
  });
  for (const node of nodes) node.start();
  run('haproxy', programs.haproxy, ['-db', '-f', join(folder, 'haproxy.cfg')], {
    HUB_DATABASE_BIND: haproxyAt,
    NODE_1: reachedAt(1),
    NODE_2: reachedAt(2),
    NODE_3: reachedAt(3),
  });

  const members = () => readMembers(nodes);
  const cluster: Cluster = {
    nodes,
    url: (role) => {
      const password = role === 'postgres' ? 'CHANGE-ME-superuser' : passwordOf(role);
      const name = role === 'postgres' ? 'postgres' : 'hub';
      return `postgresql://${role}:${password}@${haproxyAt}/${name}`;
    },
    members,
    primary: async () => {
      const leader = (await members()).find(({ role }) => role === 'leader');
      const node = nodes.find(({ name }) => name === leader?.name);
      if (!node) throw new Error('the cluster has no primary');
      return node;
    },
    waitForStandbys: async (count) => {
      await until(`a primary and ${count} standbys`, async () => {
        const found = await members().catch(() => []);
        const isUp = ({ state }: Member) => state === 'running' || state === 'streaming';
        const standbys = found.filter((member) => member.role !== 'leader' && isUp(member));
        return (
          found.some((member) => member.role === 'leader' && isUp(member)) &&
          standbys.length >= count &&
          standbys.some(({ role }) => role === 'sync_standby')
        );
      });
    },
    close: async () => {
      await Promise.all(nodes.map((node) => (node.thaw(), node.kill())));
      await Promise.all(
        [...children].map(async (child) => {
          child.kill('SIGKILL');
          await once(child, 'exit');
        }),
      );
      for (const proxy of proxies) proxy.close();
    },
  };
  return cluster;
}

/** Creates the roles and the database that the operator's guide asks for. */
export async function createHubDatabase(cluster: Cluster): Promise<void> {
  await until('a first connection', async () => {
    const client = new pg.Client({ connectionString: cluster.url('postgres') });
    client.on('error', () => {});
    try {
      await client.connect();
      for (const [role, password] of Object.entries(passwords)) {
        await client.query(`create role ${role} login password '${password}'`);
      }
      await client.query('create database hub owner hub_owner');
      return true;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code?.startsWith('42')) throw error;
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  });
}

const limitMilliseconds = 120_000;

export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + limitMilliseconds;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(250);
  }
}

function passwordOf(role: string): string {
  const found = Object.entries(passwords).find(([name]) => name === role);
  if (!found) throw new Error(`there is no role ${role}`);
  return found[1];
}

/** `node.env` with this machine's name and addresses. */
function readNodeEnvironment(home: string, node: number): NodeJS.ProcessEnv {
  const name = names[node - 1];
  const lines = readFileSync(join(folder, 'node.env'), 'utf8').split('\n');
  const pairs = lines
    .filter((line) => /^[A-Z0-9_]+=/.test(line))
    .map((line) => /^([^=]+)=(.*)$/.exec(line) ?? [])
    .map(([, key = '', value = '']) => {
      if (key === 'ETCD_NAME' || key === 'PATRONI_NAME') return [key, name];
      if (key === 'PATRONI_ETCD_HOSTS') {
        return [key, names.map((_, other) => `${etcdFrom(node, other + 1)}:2379`).join(',')];
      }
      if (key === 'ETCD_INITIAL_CLUSTER') {
        return [key, value.replaceAll(/10\.0\.0\.(\d)/g, (_, other) => etcdAt(Number(other)))];
      }
      if (key.startsWith('ETCD_')) return [key, value.replaceAll('10.0.0.1', etcdAt(node))];
      if (key.endsWith('_LISTEN')) return [key, value.replaceAll('10.0.0.1', listensAt(node))];
      return [key, value.replaceAll('10.0.0.1', reachedAt(node))];
    });
  return {
    ...Object.fromEntries(pairs),
    PATRONI_POSTGRESQL_PGPASS: join(home, `pgpass-${name}`),
    // Else Patroni would learn the addresses behind the proxies from etcd.
    PATRONI_ETCD_USE_PROXIES: 'true',
  };
}

async function readMembers(nodes: readonly ClusterNode[]): Promise<Member[]> {
  const answers = nodes.map(async ({ number }) => {
    const reply = await fetch(`http://${reachedAt(number)}:8008/cluster`, {
      signal: AbortSignal.timeout(2_000),
    });
    return ((await reply.json()) as { members: Member[] }).members;
  });
  return Promise.any(answers);
}

function listPostgres(dataDir: string): number[] {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return [pid, ...childrenOf(pid)];
  } catch {
    return [];
  }
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
