/**
 * Durable `POST /api/wallets/{id}/transactions` over HTTP, each with an Idempotency-Key, against TPC-B; then
 * all on one wallet, against TPC-B on one branch.
 */
import { newId } from '#server/database/ids.ts';
import { compareWithTpcb } from './against-tpcb.ts';
import type { ClaimGroup } from './claim.ts';
import type { Load, LoadResult } from './http-load.ts';
import { runCommand, type SeededHub, send, withHubs } from './seeded-hub.ts';
import { tpcbClients } from './tpcb.ts';

const lengths = { seconds: 5, warmUpSeconds: 15 };

export const walletPosting: ClaimGroup = {
  name: 'wallet-posting',
  measure: () =>
    withHubs('wallet-posting', async (make) => {
      // Forty members, each with a wallet and past transactions.
      const hub = await make({ members: 40, expenses: 0, events: 0, transactions: 20_000 });
      const wallets: Wallet[] = JSON.parse(await hub.ask('GET', '/api/wallets?take=200')).wallets
        .items;
      const claims = [
        await compareWithTpcb(hub, {
          ...lengths,
          name: 'POST …/transactions, durable, 8 connections ÷ pgbench TPC-B -s 10',
          scale: 10,
          goal: 0.6,
          write: (seconds) => post(hub, wallets, seconds),
        }),
        await compareWithTpcb(hub, {
          ...lengths,
          name: 'the same on one wallet ÷ pgbench TPC-B -s 1',
          scale: 1,
          goal: 1,
          write: (seconds) => post(hub, wallets.slice(0, 1), seconds),
        }),
      ];
      await runCommand(['reconcile', '--data', hub.folder]);
      return claims;
    }),
};

async function post(
  { process: { url }, token }: SeededHub,
  wallets: readonly Wallet[],
  duration: number,
): Promise<LoadResult> {
  const load: Load = {
    url,
    connections: tpcbClients,
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
