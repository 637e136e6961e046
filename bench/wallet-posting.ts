/**
 * Durable `POST /api/wallets/{id}/transactions` over HTTP, each with an Idempotency-Key, against
 * TPC-B on the very same PostgreSQL with its very same settings; then all on one wallet, against
 * TPC-B where all write one branch. Taken in turns: a noisy neighbour hits both.
 */
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newId } from '#server/ids.ts';
import { DATABASE, OWNER_ROLE } from '#server/postgres-cluster.ts';
import { socketFolder } from '#server/postgres-socket.ts';
import { postgresUser } from '#server/postgres-user.ts';
import { removeLeftovers, scratchFolder } from '#server/scratch-folder.ts';
import { clearAway, type HubProcess, runHub, startHub } from '#server/testing/hub-process.ts';
import { type Claim, type ClaimGroup, median, round } from './claim.ts';
import type { Load, LoadResult } from './http-load.ts';
import { asOwner, makeTpcb, type Server, tpcbDriver } from './tpcb.ts';

const connections = 8;
const rounds = 3;
const seconds = 5;
/** Node compiles what is run often; PostgreSQL's programs are compiled already. */
const warmUpSeconds = 15;

export const walletPosting: ClaimGroup = {
  name: 'wallet-posting',
  async measure() {
    const home = join(tmpdir(), 'chapter-hub-bench-posting');
    await removeLeftovers(home);
    const folder = scratchFolder(home);
    await mkdir(folder, { mode: 0o755 });
    try {
      const hub = await seededHub(folder);
      const server = {
        host: socketFolder(folder, postgresUser(`${folder}/postgres`)),
        user: OWNER_ROLE,
      };
      const claims = [
        await compare(hub, server, {
          name: 'POST …/transactions, durable, 8 connections ÷ pgbench TPC-B -s 10',
          wallets: hub.wallets,
          scale: 10,
          goal: 0.6,
        }),
        await compare(hub, server, {
          name: 'the same on one wallet ÷ pgbench TPC-B -s 1',
          wallets: hub.wallets.slice(0, 1),
          scale: 1,
          goal: 1,
        }),
      ];
      await done(['reconcile', '--data', folder]);
      return claims;
    } finally {
      await clearAway(folder, []);
    }
  },
};

type Comparison = { name: string; wallets: readonly Wallet[]; scale: number; goal: number };

async function compare(
  hub: SeededHub,
  server: Server,
  { name, wallets, scale, goal }: Comparison,
): Promise<Claim> {
  const tpcb = await makeTpcb(server, scale);
  try {
    await post(hub, wallets, warmUpSeconds);
    // Plans made while tables were small are made again.
    await asOwner(server, DATABASE, ['vacuum analyze']);
    const rates = { posts: [] as number[], tpcb: [] as number[] };
    const times: LoadResult['milliseconds'][] = [];
    for (let turn = 0; turn < rounds; turn += 1) {
      rates.tpcb.push(await tpcb.run(connections, seconds));
      const posted = await post(hub, wallets, seconds);
      rates.posts.push((posted.statuses['201'] ?? 0) / posted.seconds);
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
        `TPC-B: ${tpcbDriver()}; ${rates.tpcb.map(round).join(', ')}/s`,
        `posts on ${wallets.length} wallets: ${rates.posts.map(round).join(', ')}/s`,
        `a post: median ${round(median(times.map((time) => time.median)))} ms, p99 ${round(median(times.map((time) => time.p99)))} ms`,
      ],
    };
  } finally {
    await tpcb.remove();
  }
}

/** Sends posts for so long, by a process of its own; throws when one was not done. */
async function post(
  { process: { url }, token }: SeededHub,
  wallets: readonly Wallet[],
  lasting: number,
): Promise<LoadResult> {
  const load: Load = {
    url,
    connections,
    seconds: lasting,
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
  const generator = spawn(
    process.execPath,
    [fileURLToPath(new URL('./http-load.ts', import.meta.url))],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  generator.stdin.end(JSON.stringify(load));
  const result: LoadResult = JSON.parse(await text(generator.stdout));
  const others = Object.keys(result.statuses).filter((status) => status !== '201');
  if (others.length > 0) throw new Error(`posts were answered ${others.join(', ')}`);
  return result;
}

type Wallet = { readonly id: string; readonly ownerId: string };
type SeededHub = { process: HubProcess; token: string; wallets: readonly Wallet[] };

/** Forty members, each with a wallet, and a past. */
async function seededHub(folder: string): Promise<SeededHub> {
  const size = { members: 40, expenses: 0, events: 0, transactions: 20_000 };
  const wishes = Object.entries(size).flatMap(([name, count]) => [`--${name}`, String(count)]);
  const seeded = await done(['seed', '--data', folder, ...wishes]);
  const email = /admin (\S+)/.exec(seeded)?.[1] ?? '';
  const token = (await done(['token', email, '--hours', '24', '--data', folder])).trim();
  const hub = await startHub(folder);
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${hub.url}/api${path}`, { headers })).json();
  };
  // A start proves every figure from scratch, beside its first requests.
  while ((await ask('/ready')).reconciliation === 'pending') await sleep(500);
  const { wallets } = await ask('/wallets?take=200');
  return { process: hub, token, wallets: wallets.items };
}

async function done(args: readonly string[]): Promise<string> {
  const command = runHub(args);
  const { code } = await command.ended;
  if (code !== 0) throw new Error(`hub ${args[0]} ended with ${code}: ${command.stderr()}`);
  return command.stdout();
}
