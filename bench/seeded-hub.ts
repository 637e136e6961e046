/** A server on a scratch folder, filled by `hub seed` and called over HTTP. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { SeedSize } from '#app/server/seed/seed.ts';
import {
  type HubProcess,
  removeDataDir,
  runHub,
  startHub,
  stop,
} from '#app/testing/hub-process.ts';
import { DATABASE, OWNER_ROLE } from '#server/postgres/cluster.ts';
import { removeLeftovers, scratchFolder } from '#server/postgres/scratch-folder.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';
import type { Load, LoadResult } from './http-load.ts';

export type SeededHub = {
  readonly folder: string;
  readonly process: HubProcess;
  /** A bearer token of the chapter's admin. */
  readonly token: string;
  readonly ask: Ask;
  /** As the owner of the database. */
  readonly owner: pg.Client;
  /** Commits an empty transaction, which invalidates every cached reply. */
  dropCache(): Promise<void>;
};

/** Fills what is seeded further, over HTTP. */
type Fill = (hub: Pick<SeededHub, 'folder' | 'ask'>) => Promise<void>;

/**
 * Lets `work` create servers below a folder of this name, and removes them afterwards. A server has no limits of
 * requests, unless it is filled before it is measured.
 */
export async function withHubs<T>(
  name: string,
  work: (make: (size: SeedSize, fill?: Fill) => Promise<SeededHub>) => Promise<T>,
): Promise<T> {
  const home = join(tmpdir(), `chapter-hub-bench-${name}`);
  await removeLeftovers(home);
  const created: { folder: string; process?: HubProcess }[] = [];
  const owners: pg.Client[] = [];
  try {
    return await work(async (size, fill) => {
      const folder = scratchFolder(home);
      const hub: (typeof created)[number] = { folder };
      created.push(hub);
      await mkdir(folder, { mode: 0o755 });
      const seeded = await createSeededHub(folder, size, fill);
      hub.process = seeded.process;
      const owner = await connectAsOwner(folder);
      owners.push(owner);
      return {
        ...seeded,
        owner,
        dropCache: () => owner.query('select pg_current_xact_id()').then(() => {}),
      };
    });
  } finally {
    await Promise.all(owners.map((owner) => owner.end()));
    for (const { folder, process } of created)
      await removeDataDir(folder, process ? [process] : []);
  }
}

async function connectAsOwner(folder: string): Promise<pg.Client> {
  const host = socketFolder(folder, postgresUser(`${folder}/postgres`));
  const client = new pg.Client({ host, port: 5432, user: OWNER_ROLE, database: DATABASE });
  await client.connect();
  return client;
}

async function createSeededHub(
  folder: string,
  size: SeedSize,
  fill: Fill | undefined,
): Promise<Omit<SeededHub, 'owner' | 'dropCache'>> {
  const sizes = Object.entries(size).map(([name, count]) => `${count} ${name}`);
  process.stderr.write(`Creating a chapter: ${sizes.join(', ')} …\n`);
  const token = await addChapter({ folder }, size);
  if (fill !== undefined) {
    const filling = await startHub(folder);
    try {
      await fill({ folder, ask: createClient(filling.url, token) });
    } finally {
      await stop(filling);
    }
  }
  const hub = await startHub(folder, [], fill ? { RATE_LIMIT: 'on' } : {});
  const ask = createClient(hub.url, token);
  await waitForReconciliation(ask);
  return { folder, process: hub, token, ask };
}

/** Also beside a running server. Returns a bearer token of the chapter's admin. */
export async function addChapter(
  { folder }: Pick<SeededHub, 'folder'>,
  size: SeedSize,
): Promise<string> {
  const sizeArgs = Object.entries(size).flatMap(([name, count]) => [`--${name}`, String(count)]);
  const seeded = await runCommand(['seed', '--data', folder, ...sizeArgs]);
  const email = /admin (\S+)/.exec(seeded)?.[1] ?? '';
  return (await runCommand(['token', email, '--hours', '24', '--data', folder])).trim();
}

/** A starting server reconciles every figure while it already serves requests. */
async function waitForReconciliation(ask: Ask): Promise<void> {
  for (;;) {
    const { reconciliation } = JSON.parse(await ask('GET', '/api/ready'));
    if (reconciliation === 'exact') return;
    if (reconciliation !== 'pending') throw new Error('the seeded figures do not add up');
    await sleep(500);
  }
}

/** Returns what a `hub` command prints; throws if it fails. */
export async function runCommand(args: readonly string[]): Promise<string> {
  const command = runHub(args);
  const { code } = await command.ended;
  if (code !== 0) throw new Error(`hub ${args[0]} ended with ${code}: ${command.stderr()}`);
  return command.stdout();
}

/** Sends a load from a separate process; throws on any other status than those expected. */
export async function send(load: Load, ...expected: readonly string[]): Promise<LoadResult> {
  const result: LoadResult = JSON.parse(await runProgram('http-load.ts', load));
  const others = Object.keys(result.statuses).filter((status) => !expected.includes(status));
  if (others.length > 0) throw new Error(`unexpected statuses: ${others.join(', ')}`);
  return result;
}

/** What a program of this folder writes that reads its load from stdin. */
export async function runProgram(file: `${string}-load.ts`, load: object): Promise<string> {
  const program = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  program.stdin.end(JSON.stringify(load));
  const [written, [code]] = await Promise.all([text(program.stdout), once(program, 'exit')]);
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  return written;
}

export function requestsPerSecond({ statuses, seconds }: LoadResult): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0) / seconds;
}

export async function listMemberIds({ ask }: Pick<SeededHub, 'ask'>): Promise<string[]> {
  const { items } = JSON.parse(await ask('GET', '/api/users'));
  return items.map((member: { id: string }) => member.id);
}

export type Ask = (method: string, path: string, body?: string) => Promise<string>;

/** Calls over one connection, kept alive; throws on error statuses. */
export function createClient(url: string, token: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const sent = request(new URL(path, url), { method, agent, headers }, (reply) => {
        void text(reply).then((answer) => {
          if ((reply.statusCode ?? 500) < 400) resolve(answer);
          else reject(new Error(`${method} ${path} returned ${reply.statusCode}: ${answer}`));
        }, reject);
      });
      sent.on('error', reject).end(body);
    });
}
