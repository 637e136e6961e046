/**
 * Reads of a wallet with 1,000,000 transactions against one with 1,000, on two servers, alternately
 * over HTTP. With 1,000 transactions, page 250 exists only at four per page, so both are asked for
 * that.
 */
import type { ClaimGroup } from './claim.ts';
import { rareWord } from './expense-reads.ts';
import { compareReads, type Reader, timeFurtherReads } from './reads-at-size.ts';
import { type SeededHub, withHubs } from './seeded-hub.ts';

const sizes = { few: 1_000, many: 1_000_000 };

/** Paths below `/api/wallets/{walletId}`. */
const reads = {
  'first page': '/transactions?skip=0&take=20',
  'page 250': '/transactions?skip=996&take=4',
  search: `/transactions?skip=0&take=20&searchTerm=${rareWord}`,
  'wallet detail': '',
};

/** Reported for 1,000,000 only: grows with the matches or has no counterpart at 1,000. */
const furtherReads = {
  'page 250 of 20': '/transactions?skip=4980&take=20',
  'a reference of one transaction': '/transactions?take=20&searchTerm=R-777',
  'a word of every seventh transaction': '/transactions?take=20&searchTerm=refund',
  'sorted by amount': '/transactions?take=20&sort=amount',
  'sorted by description': '/transactions?take=20&sort=description',
  'balance a month ago': `/balance?asOf=${Temporal.Now.plainDateISO().subtract({ months: 1 }).toString()}`,
};

export const walletReads: ClaimGroup = {
  name: 'wallet-reads',
  measure: () =>
    withHubs('wallet-reads', async (make) => {
      const hub = async (transactions: number) =>
        addRareTransactions(await make({ members: 1, expenses: 0, events: 0, transactions }));
      const [few, many] = [await hub(sizes.few), await hub(sizes.many)];
      const comparedReads = Object.entries(reads).map(([name, path]) => ({
        name,
        few: `/api/wallets/${few.walletId}${path}`,
        many: `/api/wallets/${many.walletId}${path}`,
      }));
      const sizesCompared = 'a wallet of 1,000,000 transactions ÷ of 1,000';
      const paths = Object.fromEntries(
        Object.entries(furtherReads).map(([name, path]) => [
          name,
          `/api/wallets/${many.walletId}${path}`,
        ]),
      );
      const [first, ...claims] = await compareReads(few, many, comparedReads, sizesCompared);
      if (!first) return [];
      const details = [
        ...(first.details ?? []),
        ...(await timeFurtherReads(many, paths, '1,000,000')),
      ];
      return [{ ...first, details }, ...claims];
    }),
};

type WalletHub = Reader & { readonly walletId: string };

/** Adds twenty transactions with the rare word. */
export async function addRareTransactions(hub: SeededHub): Promise<WalletHub> {
  const { wallets } = JSON.parse(await hub.ask('GET', '/api/wallets'));
  const [{ id, ownerId }] = wallets.items;
  for (let n = 1; n <= 20; n += 1) {
    const body = {
      userId: ownerId,
      transactionType: 'credit',
      amount: n,
      description: `${rareWord} ${n}`,
    };
    await hub.ask('POST', `/api/wallets/${id}/transactions`, JSON.stringify(body));
  }
  return { ask: hub.ask, dropCache: hub.dropCache, walletId: id };
}
