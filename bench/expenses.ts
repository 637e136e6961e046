/**
 * 10,000 shared expenses of 40 members: a page and the balances against a bare route that sends the
 * same bytes, logging an expense against TPC-B, and fifty concurrent settlements. Runs alternate, so
 * that other load on the machine affects both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newId } from '#server/database/ids.ts';
import { DATABASE, OWNER_ROLE } from '#server/postgres/cluster.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';
import { compareWithTpcb } from './against-tpcb.ts';
import type { BareServerOptions } from './bare-server.ts';
import { type Claim, type ClaimGroup, median, round } from './claim.ts';
import type { Load, LoadResult } from './http-load.ts';
import {
  listMemberIds,
  requestsPerSecond,
  runCommand,
  type SeededHub,
  send,
  withHubs,
} from './seeded-hub.ts';
import { asOwner, type Server, tpcbClients } from './tpcb.ts';

const connections = 8;
const rounds = 3;
const seconds = 4;

export const expenses: ClaimGroup = {
  name: 'expenses',
  measure: () =>
    withHubs('expenses', async (make) => {
      const hub = await make({ members: 40, expenses: 10_000, events: 0, transactions: 0 });
      const host = socketFolder(hub.folder, postgresUser(`${hub.folder}/postgres`));
      const server = { host, user: OWNER_ROLE };
      await asOwner(server, DATABASE, ['vacuum analyze']);
      const claims = [
        await measureRead(hub, server, {
          name: 'a page of 40 of 10,000 expenses ÷ the same bytes from a bare route',
          path: '/api/expenses?skip=0&take=40',
          rows: 40,
        }),
        await measureRead(hub, server, {
          name: 'balances over 10,000 expenses ÷ the same bytes from a bare route',
          path: '/api/expenses/balances',
          rows: 1,
        }),
        await measureLogging(hub),
        await measureSettling(hub),
      ];
      await runCommand(['reconcile', '--data', hub.folder]);
      return claims;
    }),
};

type Reading = { name: string; path: string; rows: number };

async function measureRead(
  hub: SeededHub,
  { host, user }: Server,
  { name, path, rows }: Reading,
): Promise<Claim> {
  const bytes = await hub.ask('GET', path);
  const { chapterId } = JSON.parse(
    Buffer.from(hub.token.split('.')[1] ?? '', 'base64url').toString(),
  ) as { chapterId: string };
  const bare = await startBareServer({
    host,
    user,
    database: DATABASE,
    select: `select * from hub.expense where chapter_id = $1 and deleted_at is null
      order by expense_at desc, id desc limit ${rows}`,
    values: [chapterId],
    bytes,
  });
  try {
    const hubRun = () => send(get(hub.process.url, path, hub.token), '200');
    const bareRun = () => send(get(bare.url, '/', hub.token), '200');
    await Promise.all([hubRun(), bareRun()]);
    const taken = { ours: [] as LoadResult[], limit: [] as LoadResult[] };
    for (let turn = 0; turn < rounds; turn += 1) {
      taken.limit.push(await bareRun());
      taken.ours.push(await hubRun());
    }
    const [figure, limitRate] = [
      median(taken.ours.map(requestsPerSecond)),
      median(taken.limit.map(requestsPerSecond)),
    ];
    return {
      name,
      figure: `${round(figure)}/s`,
      limit: `${round(limitRate)}/s`,
      ratio: figure / limitRate,
      goal: { atLeast: 0.7 },
      details: [
        `without concurrent writes; p99 ${round(median(taken.ours.map((one) => one.milliseconds.p99)))} ms`,
      ],
    };
  } finally {
    await bare.stop();
  }
}

function get(url: string, path: string, token: string): Load {
  return {
    url,
    connections,
    seconds,
    headers: { authorization: `Bearer ${token}` },
    requests: [{ method: 'GET', path }],
  };
}

async function startBareServer(
  options: BareServerOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./bare-server.ts', import.meta.url))],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  child.stdin.end(JSON.stringify(options));
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data');
  return {
    url: String(url).trim(),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

type Listed = { id: string; participants: string[] };

/** Logs durable expenses for eight people, each with an Idempotency-Key. */
async function measureLogging(hub: SeededHub): Promise<Claim> {
  const people = await listMemberIds(hub);
  return compareWithTpcb(hub, {
    name: 'logging an expense for eight, durable, 8 connections ÷ pgbench TPC-B -s 10',
    scale: 10,
    goal: 0.35,
    seconds,
    warmUpSeconds: 8,
    write: (duration) =>
      send(
        {
          url: hub.process.url,
          connections: tpcbClients,
          seconds: duration,
          headers: { authorization: `Bearer ${hub.token}` },
          keyPrefix: `${newId()}-`,
          requests: people.map((paidBy, index) => ({
            method: 'POST',
            path: '/api/expenses',
            body: JSON.stringify({
              title: 'Harbor dinner',
              amount: (12_345 + index) / 100,
              expenseDate: '2026-03-01T18:00:00.000Z',
              participants: Array.from(
                { length: 8 },
                (_, n) => people[(index + n) % people.length],
              ),
              paidBy,
              useWalletTransactions: true,
            }),
          })),
        },
        '201',
      ),
  });
}

/** Settles fifty expenses of ten people each, with wallets, concurrently. */
async function measureSettling(hub: SeededHub): Promise<Claim> {
  const people = await listMemberIds(hub);
  const times: number[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const expenses: Listed[] = [];
    for (let n = 0; n < 50; n += 1) {
      const body = {
        title: 'Crossing',
        amount: 100,
        expenseDate: '2026-03-01T18:00:00.000Z',
        participants: Array.from(
          { length: 10 },
          (_, each) => people[(n * 7 + each) % people.length],
        ),
        paidBy: people[n % people.length],
        useWalletTransactions: true,
      };
      expenses.push(JSON.parse(await hub.ask('POST', '/api/expenses', JSON.stringify(body))));
    }
    const headers = { authorization: `Bearer ${hub.token}` };
    await Promise.all(
      expenses.map(async ({ id }) => {
        const startedAt = performance.now();
        const url = `${hub.process.url}/api/expenses/${id}/settle`;
        const reply = await fetch(url, { method: 'POST', headers });
        await reply.text();
        if (reply.status !== 200) throw new Error(`settling returned ${reply.status}`);
        times.push(performance.now() - startedAt);
      }),
    );
  }
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return {
    name: 'settling for ten people, 50 concurrent: p99 ÷ the lock timeout of 2 s',
    figure: `${round(p99)} ms`,
    limit: '2000 ms',
    ratio: p99 / 2_000,
    goal: { atMost: 1 },
    details: [`median ${round(median(times))} ms; every response was 200`],
  };
}
