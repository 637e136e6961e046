import { expect, test } from 'vitest';
import { transactionsSearch, walletsSearch } from './search.ts';

const owner = '0190a0a0-0000-7000-8000-000000000001';

test('an address says what is looked for, whose, which page and whether a wallet is being added', () => {
  expect(walletsSearch({ search: 'trip', ownerId: owner, page: 2, dialog: 'create' })).toEqual({
    search: 'trip',
    ownerId: owner,
    page: 2,
    dialog: 'create',
  });
  expect(transactionsSearch({ search: 2026, page: '3' })).toEqual({ search: '2026', page: 3 });
});

test('what an address cannot mean is as if it were not there', () => {
  const nothing = { search: undefined, ownerId: undefined, page: undefined, dialog: undefined };
  for (const bad of ['', {}, [], 'x'.repeat(201), null]) {
    expect(walletsSearch({ search: bad, ownerId: 'me', page: 1, dialog: 'delete' })).toEqual(
      nothing,
    );
  }
});
