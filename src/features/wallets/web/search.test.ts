import { expect, test } from 'vitest';
import { transactionSorts, walletSorts } from '../contract.ts';
import { parseTransactionsSearch, parseWalletsSearch } from './search.ts';

const one = '0190a0a0-0000-7000-8000-000000000001';

test('an address keeps search, owner, sort order, page and dialog', () => {
  const wallets = {
    search: 'trip',
    ownerId: one,
    belowZero: true,
    page: 2,
    sort: 'balance',
    direction: 'asc',
    dialog: 'transaction',
    wallet: one,
  };
  expect(parseWalletsSearch(wallets)).toEqual(wallets);
  const transactions = { sort: 'amount', direction: 'desc', dialog: 'edit', subject: one };
  expect(
    parseTransactionsSearch({ search: '2026', page: '3', asOf: '2026-11-20', ...transactions }),
  ).toEqual({ search: '2026', page: 3, asOf: '2026-11-20', ...transactions });
});

test('invalid values in an address are ignored', () => {
  for (const bad of ['', {}, [], 'x'.repeat(201), null]) {
    const raw = {
      search: bad,
      ownerId: 'me',
      belowZero: bad,
      page: 1,
      sort: bad,
      direction: bad,
      dialog: bad,
    };
    const wallets = parseWalletsSearch({ ...raw, wallet: bad });
    const transactions = parseTransactionsSearch({ ...raw, subject: bad, asOf: '2026-02-30' });
    expect([...Object.values(wallets), ...Object.values(transactions)]).toEqual(
      Array(15).fill(undefined),
    );
  }
});

// `search.ts` repeats the sort orders, because it is loaded first, without the contract. Its types
// exclude unknown orders; this test finds missing ones.
test('an address can have every sort order of the contract', () => {
  expect(walletSorts.map((sort) => parseWalletsSearch({ sort }).sort)).toEqual(walletSorts);
  expect(transactionSorts.map((sort) => parseTransactionsSearch({ sort }).sort)).toEqual(
    transactionSorts,
  );
});
