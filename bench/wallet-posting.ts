/**
 * Durable `POST /api/wallets/{id}/transactions` over HTTP, each with an Idempotency-Key, against
 * TPC-B on the same PostgreSQL with the same settings; then all on one wallet, against TPC-B on one
 * branch. Runs alternate, so that other load on the machine affects both.
 */
import { newId } from '#server/database/ids.ts';
import { DATABASE, OWNER_ROLE } from '#server/postgres/cluster.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';
import { type Claim, type ClaimGroup, median, round } from './claim.ts';
import type { Load, LoadResult } from './http-load.ts';
import { requestsPerSecond, runCommand, type SeededHub, send, withHubs } from './seeded-hub.ts';
import { asOwner, createTpcb, describeTpcbDriver, type Server } from './tpcb.ts';

const connections = 8;
const rounds = 3;
const seconds = 5;
/** Gives Node time to compile the hot code. */
const warmUpSeconds = 15;

export const walletPosting: ClaimGroup = {
  name: 'wallet-posting',
  measure: () =>
    withHubs('wallet-posting', async (make) => {
      // Forty members, each with a wallet and past transactions.
      const hub = await make({ members: 40, expenses: 0, events: 0, transactions: 20_000 });
      const { folder } = hub;
      const wallets: Wallet[] = JSON.parse(await hub.ask('GET', '/api/wallets?take=200')).wallets
        .items;
      const host = socketFolder(folder, postgresUser(`${folder}/postgres`));
      const server = { host, user: OWNER_ROLE };
      const claims = [
        await compare(hub, server, {
          name: 'POST …/transactions, durable, 8 connections ÷ pgbench TPC-B -s 10',
          wallets,
          scale: 10,
          goal: 0.6,
        }),
        await compare(hub, server, {
          name: 'the same on one wallet ÷ pgbench TPC-B -s 1',
          wallets: wallets.slice(0, 1),
          scale: 1,
          goal: 1,
        }),
      ];
      await runCommand(['reconcile', '--data', folder]);
      return claims;
    }),
};

type Comparison = { name: string; wallets: readonly Wallet[]; scale: number; goal: number };

async function compare(
  hub: SeededHub,
  server: Server,
  { name, wallets, scale, goal }: Comparison,
): Promise<Claim> {
  const tpcb = await createTpcb(server, scale);
  try {
    await post(hub, wallets, warmUpSeconds);
    // Replaces plans made while the tables were small.
    await asOwner(server, DATABASE, ['vacuum analyze']);
    const rates = { posts: [] as number[], tpcb: [] as number[] };
    const times: LoadResult['milliseconds'][] = [];
    for (let turn = 0; turn < rounds; turn += 1) {
      rates.tpcb.push(await tpcb.run(connections, seconds));
      const posted = await post(hub, wallets, seconds);
      rates.posts.push(requestsPerSecond(posted));
      times.push(posted.milliseconds);
    }
    const [figure, limit] = [median(rates.posts), median(rates.tpcb)];
    return {
      name,
      figure: `${round(figure)}/s`,
      limit: `${round(limit)}/s`,
      ratio: figure / limit,
      goal: { atLeast: goal },
      details: [
        `TPC-B: ${describeTpcbDriver()}; ${rates.tpcb.map(round).join(', ')}/s`,
        `posts on ${wallets.length} wallets: ${rates.posts.map(round).join(', ')}/s`,
        `a post: median ${round(median(times.map((time) => time.median)))} ms, p99 ${round(median(times.map((time) => time.p99)))} ms`,
      ],
    };
  } finally {
    await tpcb.remove();
  }
}

async function post(
  { process: { url }, token }: SeededHub,
  wallets: readonly Wallet[],
  duration: number,
): Promise<LoadResult> {
  const load: Load = {
    url,
    connections,
    seconds: duration,
    headers: { authorization: `Bearer ${token}` },
    keyPrefix: `${newId()}-`,
    requests: wallets.map(({ id, ownerId }, index) => ({
      method: 'POST',
      path: `/api/wallets/${id}/transactions`,
      body: JSON.stringify({
        userId: ownerId,
        transactionType: index % 3 === 0 ? 'debit' : 'credit',
        amount: (1_234 + index) / 100,
        description: 'Dues for March',
        referenceId: `CHK-${index}`,
        metadataJson: '{"source":"bench"}',
      }),
    })),
  };
  return send(load, '201');
}

type Wallet = { readonly id: string; readonly ownerId: string };
