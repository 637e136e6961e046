import { expect, test } from 'vitest';
import { type Cents, cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { ListedTransaction } from '../../contract.ts';
import { toPrintedTransactions } from './printed-transactions.ts';

const at = '2026-03-02T05:00:00.000Z';
const transaction = (description: string, amount: number, after: Cents | null) =>
  ({
    id: testId<'transaction'>(description),
    walletId: testId<'wallet'>('ann'),
    userId: testId<'member'>('ann'),
    amount: cents(amount),
    description,
    referenceId: 'check 1041',
    metadataJson: '{}',
    origin: 'manual',
    date: at,
    balanceAfter: after,
    open: null,
    receiptCount: 0,
    version: 1,
    createdAt: at,
    updatedAt: at,
  }) satisfies Partial<ListedTransaction> as unknown as ListedTransaction;
const context = {
  searchTerm: undefined,
  walletName: 'Ann – USD',
  currency: 'USD',
  zone: 'America/Los_Angeles',
} as const;
const two = [transaction('Dues', -250_00, cents(-50_00)), transaction('Check', 200_00, null)];

test("the sheet has the chapter's day, signed amounts, and both sums", () => {
  const { title, notes, rows } = toPrintedTransactions({ items: two, totalCount: 2 }, context);
  expect(title).toBe('Ann – USD: Transactions');
  expect(notes).toEqual(['2 transactions. Credits $200.00, debits -$250.00.']);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Mar 1, 2026', 'Dues', 'check 1041', '-$250.00', '-$50.00'],
    ['Mar 1, 2026', 'Check', 'check 1041', '+$200.00', ''],
  ]);
});

test('the sheet says the search, and that it has a part of the list', () => {
  const searched = { ...context, searchTerm: 'dues' };
  expect(toPrintedTransactions({ items: two, totalCount: 40 }, searched).notes).toEqual([
    'Matching "dues"',
    '40 transactions, 2 of them on this sheet. Credits $200.00, debits -$250.00.',
  ]);
});
