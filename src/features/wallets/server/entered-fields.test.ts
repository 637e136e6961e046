/** What people state of a transaction is stored and shown, whichever field it is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { readSheetRows } from '#app/testing/sheet-rows.ts';
import { cents } from '#kit/money.ts';
import { type TransactionInput, walletCalls } from '../contract.ts';
import { fieldLabels, furtherFields } from '../entered-fields.ts';
import { pickEntered, toEntered } from '../transaction.ts';
import { transactionsCsv } from '../transactions-csv.ts';
import { addTransactionTo, addWallet, readTransactions } from './testing/wallet-requests.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

test('each field is stored, edited, cleared, kept in every version and exported', async () => {
  const chapter = await hub.chapter();
  const maya = await chapter.person('Maya Chen');
  const tom = await chapter.person('Tom Becker');
  const all: Required<TransactionInput> = {
    userId: maya.memberId,
    transactionType: 'debit',
    amount: cents(1250),
    description: 'Guest ticket',
    referenceId: 'R-1',
    metadataJson: '{"a":1}',
  };
  const others: Required<TransactionInput> = {
    userId: tom.memberId,
    transactionType: 'credit',
    amount: cents(1),
    description: 'Dinner',
    referenceId: 'R-2',
    metadataJson: '{"b":1}',
  };
  const { userId, transactionType, amount, description } = others;
  const few: TransactionInput = { userId, transactionType, amount, description };

  const walletId = await addWallet(maya);
  const { id: transactionId } = (await addTransactionTo(walletId, all, maya)).value();
  const params = { walletId, transactionId };
  for (const body of [all, others, few, all]) {
    const edited = (await maya.call(walletCalls.updateTransaction, { params, body })).value();
    expect(pickEntered(edited)).toEqual(toEntered(body));
    const read = (await maya.call(walletCalls.transaction, { params })).value();
    expect(pickEntered(read)).toEqual(toEntered(body));
  }
  const versions = (await maya.call(walletCalls.transactionHistory, { params })).value().items;
  expect(versions.map(pickEntered)).toEqual([all, few, others, all].map(toEntered));

  const { items } = await readTransactions(walletId, maya);
  const context = { currency: 'USD' as const, userName: () => 'Maya Chen', zone: 'UTC' };
  const csv = transactionsCsv(items, context);
  const { archived, own } = await readSheetRows(hub, maya, 'transactions');
  // People may share a name.
  expect(archived).toMatchObject([{ user_id: maya.memberId }]);
  for (const field of furtherFields) {
    expect(all[field]).toBeTruthy();
    const cell = { [fieldLabels[field].toLowerCase().replaceAll(' ', '_')]: all[field] };
    expect(archived).toMatchObject([cell]);
    expect(own).toMatchObject([cell]);
    expect(csv).toContain(String(all[field]));
  }
});
