/**
 * Shared expenses, 10,000 of them among 40 members: a page and the balances against a bare route
 * that sends the same bytes, logging one against TPC-B, and fifty settlements at once. Taken in
 * turns: a noisy neighbour hits both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newId } from '#server/database/ids.ts';
import { DATABASE, OWNER_ROLE } from '#server/postgres/cluster.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';
import type { Bare } from './bare-server.ts';
import { type Claim, type ClaimGroup, median, round } from './claim.ts';
import type { Load, LoadResult } from './http-load.ts';
import { done, rateOf, type SeededHub, send, withHubs } from './seeded-hub.ts';
import { asOwner, makeTpcb, type Server, tpcbDriver } from './tpcb.ts';

const connections = 8;
const rounds = 3;
const seconds = 4;
const warmUpSeconds = 8;

export const expenses: ClaimGroup = {
  name: 'expenses',
  measure: () =>
    withHubs('expenses', async (make) => {
      const hub = await make({ members: 40, expenses: 10_000, events: 0, transactions: 0 });
      const host = socketFolder(hub.folder, postgresUser(`${hub.folder}/postgres`));
      const server = { host, user: OWNER_ROLE };
      await asOwner(server, DATABASE, ['vacuum analyze']);
      const claims = [
        await reading(hub, server, {
          name: 'a page of 40 of 10,000 expenses ÷ the same bytes from a bare route',
          path: '/api/expenses?skip=0&take=40',
          rows: 40,
        }),
        await reading(hub, server, {
          name: 'balances over 10,000 expenses ÷ the same bytes from a bare route',
          path: '/api/expenses/balances',
          rows: 1,
        }),
        await logging(hub, server),
        await settling(hub),
      ];
      await done(['reconcile', '--data', hub.folder]);
      return claims;
    }),
};

type Reading = { name: string; path: string; rows: number };

async function reading(
  hub: SeededHub,
  { host, user }: Server,
  { name, path, rows }: Reading,
): Promise<Claim> {
  const bytes = await hub.ask('GET', path);
  const { chapterId } = JSON.parse(
    Buffer.from(hub.token.split('.')[1] ?? '', 'base64url').toString(),
  ) as { chapterId: string };
  const bare = await bareServer({
    host,
    user,
    database: DATABASE,
    select: `select * from hub.expense where chapter_id = $1 and deleted_at is null
      order by expense_at desc, id desc limit ${rows}`,
    values: [chapterId],
    bytes,
  });
  try {
    const ours = () => send(get(hub.process.url, path, hub.token), '200');
    const limit = () => send(get(bare.url, '/', hub.token), '200');
    await Promise.all([ours(), limit()]);
    const taken = { ours: [] as LoadResult[], limit: [] as LoadResult[] };
    for (let turn = 0; turn < rounds; turn += 1) {
      taken.limit.push(await limit());
      taken.ours.push(await ours());
    }
    const [figure, most] = [median(taken.ours.map(rateOf)), median(taken.limit.map(rateOf))];
    return {
      name,
      figure: `${round(figure)}/s`,
      limit: `${round(most)}/s`,
      ratio: figure / most,
      goal: { atLeast: 0.7 },
      details: [
        `nobody writes meanwhile; p99 ${round(median(taken.ours.map((one) => one.milliseconds.p99)))} ms`,
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

async function bareServer(bare: Bare): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./bare-server.ts', import.meta.url))],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  child.stdin.end(JSON.stringify(bare));
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

/** Logging an expense for eight, durable, each with an Idempotency-Key. */
async function logging(hub: SeededHub, server: Server): Promise<Claim> {
  const tpcb = await makeTpcb(server, 10);
  try {
    const people = await peopleOf(hub);
    const log = (lasting: number) =>
      send(
        {
          url: hub.process.url,
          connections,
          seconds: lasting,
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
      );
    await log(warmUpSeconds);
    await asOwner(server, DATABASE, ['vacuum analyze']);
    const rates = { ours: [] as number[], tpcb: [] as number[] };
    for (let turn = 0; turn < rounds; turn += 1) {
      rates.tpcb.push(await tpcb.run(connections, seconds));
      rates.ours.push(rateOf(await log(seconds)));
    }
    const [figure, limit] = [median(rates.ours), median(rates.tpcb)];
    return {
      name: 'logging an expense for eight, durable, 8 connections ÷ pgbench TPC-B -s 10',
      figure: `${round(figure)}/s`,
      limit: `${round(limit)}/s`,
      ratio: figure / limit,
      goal: { atLeast: 0.35 },
      details: [`TPC-B: ${tpcbDriver()}`],
    };
  } finally {
    await tpcb.remove();
  }
}

async function peopleOf(hub: SeededHub): Promise<string[]> {
  const { items } = JSON.parse(await hub.ask('GET', '/api/users'));
  return items.map((member: { id: string }) => member.id);
}

/** Fifty expenses of ten people each, with wallets, settled at the same moment. */
async function settling(hub: SeededHub): Promise<Claim> {
  const people = await peopleOf(hub);
  const times: number[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const made: Listed[] = [];
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
      made.push(JSON.parse(await hub.ask('POST', '/api/expenses', JSON.stringify(body))));
    }
    const headers = { authorization: `Bearer ${hub.token}` };
    await Promise.all(
      made.map(async ({ id }) => {
        const begun = performance.now();
        const url = `${hub.process.url}/api/expenses/${id}/settle`;
        const reply = await fetch(url, { method: 'POST', headers });
        await reply.text();
        if (reply.status !== 200) throw new Error(`a settle was answered ${reply.status}`);
        times.push(performance.now() - begun);
      }),
    );
  }
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return {
    name: 'settling for ten people, 50 at once: p99 ÷ the 2 s that a lock is waited for',
    figure: `${round(p99)} ms`,
    limit: '2000 ms',
    ratio: p99 / 2_000,
    goal: { atMost: 1 },
    details: [`median ${round(median(times))} ms; nothing but 200 was answered`],
  };
}
