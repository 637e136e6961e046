import { expect, test } from 'vitest';
import { type Currency, cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { Wallet } from '../../contract.ts';
import { toPrintedWallets } from './printed-wallets.ts';

const at = '2026-03-01T20:00:00.000Z';
const wallet = (firstName: string, currencyCode: Currency, balance: number): Wallet => {
  const ownerId = testId<'member'>(firstName);
  return {
    id: testId<'wallet'>(`${firstName} ${currencyCode}`),
    name: `${firstName} – ${currencyCode}`,
    ownerId,
    user: { id: ownerId, firstName, lastName: 'Lee' },
    currencyCode,
    currentBalance: cents(balance),
    createdAt: at,
    updatedAt: at,
  };
};
const all = [wallet('Ann', 'USD', -250_00), wallet('Ann', 'EUR', 19_99), wallet('Bo', 'USD', 7_00)];
const none = { searchTerm: undefined, owner: undefined, belowZero: undefined };

test('the sheet sums the wallets by currency', () => {
  const { notes, rows } = toPrintedWallets({ items: all, totalCount: 3 }, none);
  expect(notes).toEqual(['3 wallets: -$243.00, €19.99']);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Ann – USD', 'Ann Lee', 'USD', '-$250.00'],
    ['Ann – EUR', 'Ann Lee', 'EUR', '€19.99'],
    ['Bo – USD', 'Bo Lee', 'USD', '$7.00'],
  ]);
});

test('the sheet says the filter, and that it has a part of the list', () => {
  const filter = { searchTerm: 'usd', owner: 'Ann Lee', belowZero: true } as const;
  expect(toPrintedWallets({ items: all.slice(0, 1), totalCount: 90 }, filter).notes).toEqual([
    'Owner Ann Lee · Below zero · Matching "usd"',
    '90 wallets, 1 of them on this sheet: -$250.00',
  ]);
  expect(toPrintedWallets({ items: [], totalCount: 0 }, none).notes).toEqual(['0 wallets']);
});
