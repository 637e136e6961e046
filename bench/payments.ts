/**
 * Recording payments over HTTP, durable and each with an Idempotency-Key, against TPC-B. Recorded by a
 * treasurer, so that each is posted to two wallets at once.
 */
import { newId } from '#server/database/ids.ts';
import { compareWithTpcb } from './against-tpcb.ts';
import type { ClaimGroup } from './claim.ts';
import type { Load, LoadResult } from './http-load.ts';
import { listMemberIds, runCommand, type SeededHub, send, withHubs } from './seeded-hub.ts';
import { tpcbClients } from './tpcb.ts';

export const payments: ClaimGroup = {
  name: 'payments',
  measure: () =>
    withHubs('payments', async (make) => {
      const hub = await make({ members: 40, expenses: 1_000, events: 0, transactions: 1_000 });
      const members = await listMemberIds(hub);
      const claim = await compareWithTpcb(hub, {
        name: 'recording a payment, durable and posted, 8 connections ÷ pgbench TPC-B -s 10',
        scale: 10,
        goal: 0.4,
        seconds: 5,
        warmUpSeconds: 15,
        write: (seconds) => record(hub, members, seconds),
      });
      await runCommand(['reconcile', '--data', hub.folder]);
      return [claim];
    }),
};

/** So many that few have the same sides and amount, as in a chapter. */
const differentPayments = 4_000;

async function record(
  { process: { url }, token }: SeededHub,
  members: readonly string[],
  duration: number,
): Promise<LoadResult> {
  const load: Load = {
    url,
    connections: tpcbClients,
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
