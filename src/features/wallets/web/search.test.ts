import { expect, test } from 'vitest';
import { transactionSorts, walletSorts } from '../contract.ts';
import { transactionsSearch, walletsSearch } from './search.ts';

const one = '0190a0a0-0000-7000-8000-000000000001';

test('an address says what is looked for, whose, in which order, which page and what is open', () => {
  const wallets = {
    search: 'trip',
    ownerId: one,
    page: 2,
    sort: 'balance',
    direction: 'asc',
    dialog: 'transaction',
    wallet: one,
  };
  expect(walletsSearch(wallets)).toEqual(wallets);
  const transactions = { sort: 'amount', direction: 'desc', dialog: 'edit', subject: one };
  expect(
    transactionsSearch({ search: 2026, page: '3', asOf: '2026-11-20', ...transactions }),
  ).toEqual({ search: '2026', page: 3, asOf: '2026-11-20', ...transactions });
});

test('what an address cannot mean is as if it were not there', () => {
  for (const bad of ['', {}, [], 'x'.repeat(201), null]) {
    const raw = { search: bad, ownerId: 'me', page: 1, sort: bad, direction: bad, dialog: bad };
    const wallets = walletsSearch({ ...raw, wallet: bad });
    const transactions = transactionsSearch({ ...raw, subject: bad, asOf: '2026-02-30' });
    expect([...Object.values(wallets), ...Object.values(transactions)]).toEqual(
      Array(14).fill(undefined),
    );
  }
});

// The orders stand in `search.ts` once more, for it is loaded first and the contract is not; its
// types let it have no order that the contract has not, and this lets it miss none.
test('an address may say every order that the lists can be asked for in', () => {
  expect(walletSorts.map((sort) => walletsSearch({ sort }).sort)).toEqual(walletSorts);
  expect(transactionSorts.map((sort) => transactionsSearch({ sort }).sort)).toEqual(
    transactionSorts,
  );
});
