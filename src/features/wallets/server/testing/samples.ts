/** Right requests of the calls of wallets. */
import type { Fixtures } from '#app/testing/matrix/fixtures.ts';
import type { Makers, Samples } from '#app/testing/matrix/sample.ts';
import { toId } from '#kit/id.ts';
import { walletCalls } from '../../contract.ts';

export const samples: Samples = {
  'GET /wallets/transactions': { query: ({ fixtures }) => ({ searchTerm: fixtures.mark }) },
  'POST /wallets': {
    body: ({ fixtures }) => ({
      name: `Wallet ${fixtures.mark}`,
      ownerId: fixtures.owner.memberId,
      currencyCode: 'USD',
    }),
    isForOwnAlone: true,
  },
  'GET /wallets/{walletId}/balance': { query: () => ({ asOf: '2026-11-20' }) },
  'POST /wallets/{walletId}/transactions': {
    body: ({ fixtures }) => transactionBody(fixtures),
    isForOwnAlone: true,
  },
  'PUT /wallets/{walletId}/transactions/{transactionId}': {
    body: ({ fixtures }) => ({ ...transactionBody(fixtures), amount: 13 }),
    isForOwnAlone: true,
  },
  'DELETE /wallets/{walletId}/transactions/{transactionId}': { isForOwnAlone: true },
};

export const makers: Makers = {
  walletId: async ({ owner, mark }) => {
    const body = { name: `Purse ${mark}`, ownerId: owner.memberId, currencyCode: 'USD' as const };
    return (await owner.call(walletCalls.create, { body })).value().id;
  },
  transactionId: async (fixtures, { walletId = '' }) => {
    const sent = {
      params: { walletId: toId<'wallet'>(walletId) },
      raw: JSON.stringify(transactionBody(fixtures)),
    };
    return (await fixtures.owner.call(walletCalls.addTransaction, sent)).value().id;
  },
};

export const transactionBody = ({ owner, mark }: Fixtures) => ({
  userId: owner.memberId,
  // What a member may book on their own wallet under either policy.
  transactionType: 'debit',
  amount: 12.5,
  description: `Coffee ${mark}`,
  referenceId: `ref ${mark}`,
  metadataJson: '{}',
});
