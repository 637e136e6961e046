import { expect, test } from 'vitest';
import type { Instant } from '#kit/day.ts';
import { toId } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import type { ListedTransaction } from './contract.ts';
import { transactionsCsv } from './transactions-csv.ts';

const ada = toId<'member'>('01900000-0000-7000-8000-000000000001');
const wallet = toId<'wallet'>('01900000-0000-7000-8000-000000000002');
const one = toId<'transaction'>('01900000-0000-7000-8000-000000000003');
const two = toId<'transaction'>('01900000-0000-7000-8000-000000000004');

function transaction(more: Partial<ListedTransaction>): ListedTransaction {
  const at = '2026-11-15T05:00:00.000Z' as Instant;
  return {
    id: one,
    walletId: wallet,
    userId: ada,
    amount: cents(-1_234_567_890),
    description: '=HYPERLINK("https://evil.test")',
    metadataJson: '{}',
    date: at,
    origin: 'manual',
    expenseId: null,
    paymentId: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    balanceAfter: cents(-1),
    open: null,
    receiptCount: 0,
    ...more,
  };
}

test('each transaction is a line with its day in the chapter, exact amounts and no formula', () => {
  const lines = transactionsCsv(
    [
      transaction({}),
      transaction({
        id: two,
        amount: cents(5),
        balanceAfter: null,
        description: 'Refund',
        referenceId: 'R, 7',
        metadataJson: '{"a":1}',
        origin: 'payment',
      }),
    ],
    // Still the 14th in Los Angeles.
    { currency: 'EUR', userName: () => 'Ada Lovelace', zone: 'America/Los_Angeles' },
  ).split('\r\n');
  expect(lines).toEqual([
    '\ufeffDay,Description,User,Amount (EUR),Balance (EUR),Reference,Origin,Metadata,ID,User ID',
    `2026-11-14,"'=HYPERLINK(""https://evil.test"")",Ada Lovelace,-12345678.90,-0.01,,manual,,${one},${ada}`,
    `2026-11-14,Refund,Ada Lovelace,0.05,,"R, 7",payment,"{""a"":1}",${two},${ada}`,
    '',
  ]);
});
