/**
 * Recording payments over HTTP, durable and each with an Idempotency-Key, against TPC-B on the same
 * PostgreSQL with the same settings. Recorded by a treasurer, so that each is posted to two wallets
 * at once. Runs alternate, so that other load on the machine affects both.
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
const warmUpSeconds = 15;

export const payments: ClaimGroup = {
  name: 'payments',
  measure: () =>
    withHubs('payments', async (make) => {
      const hub = await make({ members: 40, expenses: 1_000, events: 0, transactions: 1_000 });
      const { folder } = hub;
      const host = socketFolder(folder, postgresUser(`${folder}/postgres`));
      const claim = await measureRecording(hub, { host, user: OWNER_ROLE });
      await runCommand(['reconcile', '--data', folder]);
      return [claim];
    }),
};

async function measureRecording(hub: SeededHub, server: Server): Promise<Claim> {
  const tpcb = await createTpcb(server, 10);
  try {
    const { items } = JSON.parse(await hub.ask('GET', '/api/users'));
    const members: string[] = items.map((member: { id: string }) => member.id);
    await record(hub, members, warmUpSeconds);
    // Replaces plans made while the tables were small.
    await asOwner(server, DATABASE, ['vacuum analyze']);
    const rates = { ours: [] as number[], tpcb: [] as number[] };
    const times: LoadResult['milliseconds'][] = [];
    for (let turn = 0; turn < rounds; turn += 1) {
      rates.tpcb.push(await tpcb.run(connections, seconds));
      const recorded = await record(hub, members, seconds);
      rates.ours.push(requestsPerSecond(recorded));
      times.push(recorded.milliseconds);
    }
    const [figure, limit] = [median(rates.ours), median(rates.tpcb)];
    return {
      name: 'recording a payment, durable and posted, 8 connections ÷ pgbench TPC-B -s 10',
      figure: `${round(figure)}/s`,
      limit: `${round(limit)}/s`,
      ratio: figure / limit,
      goal: { atLeast: 0.4 },
      details: [
        `TPC-B: ${describeTpcbDriver()}; ${rates.tpcb.map(round).join(', ')}/s`,
        `payments: ${rates.ours.map(round).join(', ')}/s`,
        `a payment: median ${round(median(times.map((time) => time.median)))} ms, p99 ${round(median(times.map((time) => time.p99)))} ms`,
      ],
    };
  } finally {
    await tpcb.remove();
  }
}

/** So many that few have the same sides and amount, as in a chapter. */
const differentPayments = 4_000;

async function record(
  { process: { url }, token }: SeededHub,
  members: readonly string[],
  duration: number,
): Promise<LoadResult> {
  const load: Load = {
    url,
    connections,
    seconds: duration,
    headers: { authorization: `Bearer ${token}` },
    keyPrefix: `${newId()}-`,
    requests: Array.from({ length: differentPayments }, (_, index) => ({
      method: 'POST',
      path: '/api/payments',
      body: JSON.stringify({
        fromMemberId: members[index % members.length],
        toMemberId: members[(index * 7 + 1) % members.length],
        amount: (1_234 + index) / 100,
        paidOn: '2026-03-01',
        method: 'bank',
        reference: `CHK-${index}`,
        isDuplicateAllowed: true,
      }),
    })),
  };
  return send(load, '201');
}
