/**
 * Many chapters of 60 members on one server: whether a mixed load costs more when it is spread over all
 * of them than when one has it alone, who works for it, what each takes on disk, and how long an operator
 * waits (docs/scaling.md).
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import pg from 'pg';
import { withIdentity } from '#app/server/commands/with-identity.ts';
import { seedChapters } from '#app/server/seed/seed.ts';
import { removeDataDir, startHub, stop } from '#app/testing/hub-process.ts';
import { issueOperatorToken } from '#features/identity/server/tokens/operator-token.ts';
import { toInstant } from '#kit/day.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { checkChapters } from '#server/checks/reconciliation.ts';
import { readConfig } from '#server/config/config.ts';
import { newId } from '#server/database/ids.ts';
import { DATABASE, OWNER_ROLE } from '#server/postgres/cluster.ts';
import { findEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';
import { type Claim, type ClaimGroup, median, round } from './claim.ts';
import type { Load, LoadResult } from './http-load.ts';
import { residentMegabytes } from './memory.ts';
import { type ProcessorTime, readProcessorTime } from './processor.ts';
import { requestsPerSecond, runCommand, type SeededHub, send, withHubs } from './seeded-hub.ts';

const connections = 8;
const rounds = 3;
const seconds = 5;
/** As many as finish in some minutes; `CHAPTERS` sets more. */
const chapters = Number(process.env.CHAPTERS ?? 40);
/** About a year of a busy chapter. */
const size = { members: 60, expenses: 170, events: 50, transactions: 700 };
/** Nine reads and a write. */
const readsOfScreens = [
  '/api/expenses?take=40',
  '/api/expenses/total',
  '/api/expenses/balances',
  '/api/wallets?take=40',
  '/api/wallets/totals',
  '/api/users',
  '/api/events/upcoming',
  '/api/payments',
  '/api/members/initials',
];

type Request = Load['requests'][number];

export const chaptersGroup: ClaimGroup = {
  name: 'chapters',
  measure: () =>
    withHubs('chapters', async (make) => {
      const hub = await make(size);
      const first = await toRequests(hub, hub.token);
      const before = await countBytes(hub);
      const tokens = await addChapters(hub.folder, chapters - 1);
      const all = [...first];
      for (const token of tokens) all.push(...(await toRequests(hub, token)));
      const after = await countBytes(hub);
      const claims = await measureSpread(hub, first, all);
      const memory = residentMegabytes(hub.process.pid);
      const details = [
        `a year of a chapter: ${((after - before) / (chapters - 1) / 1e6).toFixed(1)} MB`,
        `memory of the server: ${memory.toFixed(0)} MB`,
        ...(await timeOperations(hub)),
      ];
      return claims.map((claim, place) => (place === 0 ? { ...claim, details } : claim));
    }),
};

/** Beside the running server. Returns a bearer token of each chapter's admin, a sixtieth of its members. */
async function addChapters(folder: string, count: number): Promise<string[]> {
  const running = await findEmbeddedPostgres(folder);
  if (!running) throw new Error('the server that was just started has no database');
  const tokens: string[] = [];
  await withIdentity(readConfig(process.env, { data: folder }), async (services) => {
    for (const { adminEmail: email } of await seedChapters(running, size, count)) {
      const issued = await issueOperatorToken(services, { email, lifetimeSeconds: 86_400 }, newId);
      if (!issued.ok) throw new Error(issued.refusal.message);
      tokens.push(issued.value.token);
    }
  });
  return tokens;
}

/** What an operator waits for: the checks, a backup, and a start of what was restored from it. */
async function timeOperations({ folder }: SeededHub): Promise<string[]> {
  const running = await findEmbeddedPostgres(folder);
  if (!running) throw new Error('the server has no database');
  const now = toInstant(Temporal.Now.instant());
  const onFound = () => {
    throw new Error('the figures do not add up');
  };
  const restored = `${folder}-restored`;
  await mkdir(`${restored}/data`, { recursive: true, mode: 0o755 });
  const timed: string[] = [];
  const time = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const made = await work();
    timed.push(`${name}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
    return made;
  };
  await time('checking what changed', async () => {
    await checkChapters(running.appUrl, now, { scope: 'moved', onFound });
    await checkAudit(running.appUrl, now, [], { isWhole: false });
  });
  await time('checking every figure and audit log', () =>
    runCommand(['reconcile', '--data', folder]),
  );
  try {
    const backup = await time('a backup', () =>
      runCommand(['backup', '--data', folder, '--to', `${restored}/backups`]),
    );
    const file = /: (\S+\.\S+) \(/.exec(backup)?.[1];
    if (file === undefined) throw new Error(`no file in: ${backup}`);
    const to = ['--data', `${restored}/data`];
    await time('a restore', () => runCommand(['restore', file, ...to]));
    await time('migrating what is up to date', () => runCommand(['migrate', ...to]));
    await copyFile(`${folder}/secret`, `${restored}/data/secret`);
    const hub = await startHub(`${restored}/data`);
    timed.push(`a start, until ready: ${(hub.readyMilliseconds / 1_000).toFixed(1)} s`);
    await stop(hub);
  } finally {
    await removeDataDir(`${restored}/data`, []);
    await rm(restored, { recursive: true, force: true });
  }
  return timed;
}

async function toRequests(hub: SeededHub, token: string): Promise<Request[]> {
  const headers = { authorization: `Bearer ${token}` };
  const wallets = await fetch(`${hub.process.url}/api/wallets?take=1`, { headers });
  const [wallet] = ((await wallets.json()) as Wallets).wallets.items;
  if (!wallet) throw new Error('a seeded chapter has no wallet');
  const body = JSON.stringify({
    userId: wallet.ownerId,
    transactionType: 'credit',
    amount: 1,
    description: 'Load',
  });
  return [
    ...readsOfScreens.map((path) => ({ method: 'GET', path, headers })),
    { method: 'POST', path: `/api/wallets/${wallet.id}/transactions`, headers, body },
  ];
}

type Wallets = { wallets: { items: { id: string; ownerId: string }[] } };

async function countBytes({ folder }: SeededHub): Promise<number> {
  const host = socketFolder(folder, postgresUser(`${folder}/postgres`));
  const client = new pg.Client({ host, port: 5432, user: OWNER_ROLE, database: DATABASE });
  await client.connect();
  try {
    await client.query('vacuum analyze');
    const { rows } = await client.query('select pg_database_size(current_database()) as bytes');
    return Number(rows[0].bytes);
  } finally {
    await client.end();
  }
}

async function measureSpread(
  hub: SeededHub,
  first: readonly Request[],
  all: readonly Request[],
): Promise<Claim[]> {
  const run = (requests: readonly Request[]): Promise<LoadResult> =>
    send({ url: hub.process.url, connections, seconds, headers: {}, requests }, '200', '201');
  await run(all);
  const one: LoadResult[] = [];
  const spread: LoadResult[] = [];
  const costs: ProcessorTime[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    one.push(await run(first));
    const start = readProcessorTime(hub);
    const result = await run(all);
    const end = readProcessorTime(hub);
    const count = requestsPerSecond(result) * result.seconds;
    spread.push(result);
    costs.push({
      hub: (end.hub - start.hub) / count,
      postgres: (end.postgres - start.postgres) / count,
    });
  }
  const compare = (read: (result: LoadResult) => number) =>
    [median(spread.map(read)), median(one.map(read))] as const;
  const [rate, rateOfOne] = compare(requestsPerSecond);
  const [p99, p99OfOne] = compare(({ milliseconds }) => milliseconds.p99);
  const [middle, middleOfOne] = compare(({ milliseconds }) => milliseconds.median);
  return [
    {
      name: `a mixed load on ${chapters} chapters of 60 members ÷ on one of them`,
      figure: `${round(rate)}/s`,
      limit: `${round(rateOfOne)}/s`,
      ratio: rate / rateOfOne,
      goal: { atLeast: 0.7 },
    },
    {
      name: 'the same: p99 of a request ÷ of one chapter alone',
      figure: `${round(p99)} ms`,
      limit: `${round(p99OfOne)} ms`,
      ratio: p99 / p99OfOne,
      goal: { atMost: 1.5 },
      details: [
        `medians ${middle.toFixed(1)} and ${middleOfOne.toFixed(1)} ms`,
        `processor: hub ${show(costs.map((cost) => cost.hub))} ms, PostgreSQL ${show(costs.map((cost) => cost.postgres))} ms for each`,
      ],
    },
  ];
}

const show = (figures: readonly number[]) => median(figures).toFixed(2);
