/**
 * Many chapters of 60 members on one server: whether a mixed load costs more when it is spread over all
 * of them than when one has it alone, who works for it, and what each takes on disk (docs/scaling.md).
 */
import pg from 'pg';
import { DATABASE, OWNER_ROLE } from '#server/postgres/cluster.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';
import { type Claim, type ClaimGroup, median, round } from './claim.ts';
import type { Load, LoadResult } from './http-load.ts';
import { type ProcessorTime, readProcessorTime } from './processor.ts';
import {
  addChapter,
  requestsPerSecond,
  runCommand,
  type SeededHub,
  send,
  withHubs,
} from './seeded-hub.ts';

const connections = 8;
const rounds = 3;
const seconds = 5;
/** As many as finish in some minutes; `CHAPTERS` sets more. */
const chapters = Number(process.env.CHAPTERS ?? 40);
/** About three years of a busy chapter. */
const size = { members: 60, expenses: 500, events: 150, transactions: 2_000 };
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
      const all = [...first];
      for (let count = 1; count < chapters; count += 1) {
        all.push(...(await toRequests(hub, await addChapter(hub, size))));
      }
      const after = await countBytes(hub);
      const claim = await measureSpread(hub, first, all);
      const begun = performance.now();
      await runCommand(['reconcile', '--data', hub.folder]);
      const checked = (performance.now() - begun) / 1_000;
      return [
        {
          ...claim,
          details: [
            ...(claim.details ?? []),
            `three years of a chapter: ${((after - before) / (chapters - 1) / 1e6).toFixed(1)} MB`,
            `checking every figure of all: ${checked.toFixed(1)} s`,
          ],
        },
      ];
    }),
};

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
): Promise<Claim> {
  const run = (requests: readonly Request[]): Promise<LoadResult> =>
    send({ url: hub.process.url, connections, seconds, headers: {}, requests }, '200', '201');
  await run(all);
  const rates = { one: [] as number[], all: [] as number[] };
  const times: LoadResult['milliseconds'][] = [];
  const costs: ProcessorTime[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    rates.one.push(requestsPerSecond(await run(first)));
    const start = readProcessorTime(hub);
    const spread = await run(all);
    const end = readProcessorTime(hub);
    const count = requestsPerSecond(spread) * spread.seconds;
    rates.all.push(requestsPerSecond(spread));
    times.push(spread.milliseconds);
    costs.push({
      hub: (end.hub - start.hub) / count,
      postgres: (end.postgres - start.postgres) / count,
    });
  }
  const [figure, limit] = [median(rates.all), median(rates.one)];
  return {
    name: `a mixed load on ${chapters} chapters of 60 members ÷ on one of them`,
    figure: `${round(figure)}/s`,
    limit: `${round(limit)}/s`,
    ratio: figure / limit,
    goal: { atLeast: 0.7 },
    details: [
      `a request of the spread load: median ${show(times.map((time) => time.median))} ms, p99 ${show(times.map((time) => time.p99))} ms`,
      `processor: hub ${show(costs.map((cost) => cost.hub))} ms, PostgreSQL ${show(costs.map((cost) => cost.postgres))} ms for each`,
    ],
  };
}

const show = (figures: readonly number[]) => median(figures).toFixed(2);
