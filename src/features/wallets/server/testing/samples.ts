/** Right requests of the calls of wallets. */
import type { TestPerson } from '#app/testing/hub.ts';
import type { Fixtures, Params } from '#app/testing/matrix/fixtures.ts';
import type { Makers, Samples } from '#app/testing/matrix/sample.ts';
import { insertFile, insertPicture } from '#features/files/server/testing/samples.ts';
import { type Id, toId } from '#kit/id.ts';
import { walletCalls } from '../../contract.ts';
import { transactionReceiptCalls } from '../../receipt-contract.ts';

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
  'POST /wallets/{walletId}/transactions/{transactionId}/receipts': {
    body: async ({ fixtures, caller }) => ({ receiptIds: [await insertFile(fixtures, caller)] }),
  },
  'DELETE /wallets/{walletId}/transactions/{transactionId}/receipts/{receiptId}': {
    params: (fixtures) => addReceipt(fixtures, insertFile),
    isForOwnAlone: true,
  },
  'GET /wallets/{walletId}/transactions/{transactionId}/receipts/{receiptId}': {
    params: (fixtures) => addReceipt(fixtures, insertFile),
  },
  'GET /wallets/{walletId}/transactions/{transactionId}/receipts/{receiptId}/preview': {
    params: (fixtures) => addReceipt(fixtures, insertPicture),
  },
};

export const makers: Makers = {
  ownerId: async ({ owner }) => owner.memberId,
  walletId: createWallet,
  transactionId: (fixtures, { walletId = '' }) => book(fixtures, toId<'wallet'>(walletId)),
};

async function createWallet({ owner, mark }: Fixtures): Promise<Id<'wallet'>> {
  const body = { name: `Purse ${mark}`, ownerId: owner.memberId, currencyCode: 'USD' as const };
  return (await owner.call(walletCalls.create, { body })).value().id;
}

async function book(fixtures: Fixtures, walletId: Id<'wallet'>): Promise<Id<'transaction'>> {
  const sent = { params: { walletId }, raw: JSON.stringify(transactionBody(fixtures)) };
  return (await fixtures.owner.call(walletCalls.addTransaction, sent)).value().id;
}

/** A transaction of the owner's with a receipt. */
async function addReceipt(
  fixtures: Fixtures,
  insert: (fixtures: Fixtures, uploader: TestPerson) => Promise<Id<'file'>>,
): Promise<Params> {
  const { owner } = fixtures;
  const walletId = await createWallet(fixtures);
  const params = { walletId, transactionId: await book(fixtures, walletId) };
  const receiptId = await insert(fixtures, owner);
  const sent = { params, body: { receiptIds: [receiptId] } };
  (await owner.call(transactionReceiptCalls.add, sent)).value();
  return { ...params, receiptId };
}

export const transactionBody = ({ owner, mark }: Fixtures) => ({
  userId: owner.memberId,
  // What a member may book on their own wallet under either policy.
  transactionType: 'debit',
  amount: 12.5,
  description: `Coffee ${mark}`,
  referenceId: `ref ${mark}`,
  metadataJson: '{}',
});
