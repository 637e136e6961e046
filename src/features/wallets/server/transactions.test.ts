import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { type TransactionInput, walletCalls } from '../contract.ts';
import {
  addTransactionTo,
  addWallet,
  credit as creditOf,
  debit as debitOf,
  readBalance,
  readTransactions,
} from './testing/wallet-requests.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;
let tom: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
  tom = await chapter.person('Tom Becker');
});

const credit = (amount: number, more: Partial<TransactionInput> = {}) =>
  creditOf(maya, amount, more);
const debit = (amount: number, more: Partial<TransactionInput> = {}) => debitOf(maya, amount, more);
const add = (walletId: Id<'wallet'>, body: TransactionInput, by = maya) =>
  addTransactionTo(walletId, body, by);
const balance = (walletId: Id<'wallet'>) => readBalance(walletId, maya);
const transactions = (walletId: Id<'wallet'>, query: Record<string, string | number> = {}) =>
  readTransactions(walletId, maya, query);

test('transactions change the balance by their sign and are listed newest first', async () => {
  const walletId = await addWallet(maya);
  const paid = (
    await add(walletId, credit(1234, { referenceId: 'CHK-7', metadataJson: '{not json' }))
  ).value();
  await add(walletId, debit(2000, { userId: tom.memberId, referenceId: '' }));
  expect(await balance(walletId)).toBe(-766);
  const reply = await maya.call(walletCalls.transactions, { params: { walletId } });
  expect(JSON.parse(reply.text).transactions).toMatchObject({
    items: [
      { userId: tom.memberId, amount: -20, description: 'Dues', version: 1, origin: 'manual' },
      { id: paid.id, amount: 12.34, referenceId: 'CHK-7', metadataJson: '{not json' },
    ],
    currentPage: 1,
    totalCount: 2,
    pageSize: 50,
    totalPages: 1,
  });
  expect(JSON.parse(reply.text).transactions.items[0]).not.toHaveProperty('referenceId');
  const wallet = (await maya.call(walletCalls.detail, { params: { walletId } })).value();
  expect(wallet.updatedAt > wallet.createdAt).toBe(true);
});

test('pages of transactions have the total count, without deleted ones', async () => {
  const walletId = await addWallet(maya);
  const added: Id<'transaction'>[] = [];
  for (let n = 1; n <= 5; n += 1) {
    added.unshift((await add(walletId, credit(n, { description: `No ${n}` }))).value().id);
  }
  await maya.call(walletCalls.deleteTransaction, {
    params: { walletId, transactionId: added[0] ?? testId('none') },
  });
  const { items, ...numbers } = await transactions(walletId, { skip: 2, take: 2 });
  expect(items.map((item) => item.description)).toEqual(['No 2', 'No 1']);
  expect(numbers).toEqual({ totalCount: 4, totalPages: 2, currentPage: 2, pageSize: 2 });
});

test('transactions are found by a literal part of description or reference', async () => {
  const walletId = await addWallet(maya);
  await add(walletId, credit(1, { description: '5% off' }));
  await add(walletId, credit(2, { description: '50 off', referenceId: 'A_1' }));
  await add(walletId, credit(3, { description: 'other', referenceId: 'AB1' }));
  const found = async (searchTerm: string) =>
    (await transactions(walletId, { searchTerm })).items.map((item) => item.amount);
  expect(await found('5%')).toEqual([1]);
  expect(await found('a_1')).toEqual([2]);
  expect(await found('OFF')).toEqual([2, 1]);
  expect((await transactions(walletId, { searchTerm: 'off', take: 1 })).totalPages).toBe(2);
});

test('transactions with an invalid amount, text or person are refused by field', async () => {
  const walletId = await addWallet(maya);
  const other = await (await hub.chapter('Elsewhere')).person('Eve Else');
  const good = {
    userId: maya.memberId,
    transactionType: 'credit',
    amount: 1,
    description: 'Dues',
    referenceId: '',
    metadataJson: '',
  };
  const wrong: [string, unknown][] = [
    ...[0, -1, 0.001, 1.005, '1', null, true, [5], 10_000_000_000].map(
      (amount): [string, unknown] => ['amount', amount],
    ),
    ['transactionType', 'transfer'],
    ['description', ''],
    ['description', '   '],
    ['description', 'x'.repeat(256)],
    ['referenceId', 'x'.repeat(256)],
    ['metadataJson', 'é'.repeat(4097)],
    ['userId', newId()],
    ['userId', other.memberId],
    ['userId', ''],
  ];
  for (const [field, value] of wrong) {
    const raw = JSON.stringify({ ...good, [field]: value });
    const reply = await maya.call(walletCalls.addTransaction, { params: { walletId }, raw });
    expect([reply.status, reply.refusal().field], raw.slice(0, 200)).toEqual([422, field]);
  }
  for (const amount of ['1e300', '1e309', '-0', '1e-3', 'NaN']) {
    const raw = JSON.stringify(good).replace('"amount":1', `"amount":${amount}`);
    const reply = await maya.call(walletCalls.addTransaction, { params: { walletId }, raw });
    expect([400, 422], amount).toContain(reply.status);
  }
  expect(await transactions(walletId)).toMatchObject({ items: [], totalCount: 0 });
  expect(await balance(walletId)).toBe(0);
});

test('maximum lengths, metadata and amounts are accepted', async () => {
  const walletId = await addWallet(maya);
  const largest = credit(999_999_999_999, {
    description: 'x'.repeat(255),
    referenceId: 'y'.repeat(255),
    metadataJson: 'é'.repeat(4096),
  });
  const added = (await add(walletId, largest)).value();
  expect((await transactions(walletId)).items).toMatchObject([added]);
});

test('an edit keeps the date and the history, and the balance follows the amount', async () => {
  const walletId = await addWallet(maya);
  const added = (await add(walletId, credit(1000))).value();
  const params = { walletId, transactionId: added.id };
  const body = debit(400, { description: 'Refund', referenceId: 'R-1', userId: tom.memberId });
  const edited = (await maya.call(walletCalls.updateTransaction, { params, body })).value();
  expect(edited).toMatchObject({
    amount: -400,
    description: 'Refund',
    referenceId: 'R-1',
    userId: tom.memberId,
    date: added.date,
    createdAt: added.createdAt,
    version: 2,
  });
  expect(await balance(walletId)).toBe(-400);
  expect((await transactions(walletId)).items).toMatchObject([edited]);
  const history = await hub.db
    .selectFrom('wallet_transaction_history')
    .select(['version', 'amount_cents', 'description', 'updated_by'])
    .where('transaction_id', '=', added.id)
    .execute();
  expect(history).toEqual([
    { version: 1, amount_cents: 1000, description: 'Dues', updated_by: maya.memberId },
  ]);
});

test('an edit without a new amount creates a version but no posting', async () => {
  const walletId = await addWallet(maya);
  const added = (await add(walletId, credit(1000))).value();
  const params = { walletId, transactionId: added.id };
  const journals = async () =>
    (await hub.db.selectFrom('ledger_journal').select('id').execute()).length;
  const before = await journals();
  const same = await maya.call(walletCalls.updateTransaction, { params, body: credit(1000) });
  expect(same.value()).toEqual(added);
  const body = credit(1000, { description: 'Annual dues' });
  const edited = (await maya.call(walletCalls.updateTransaction, { params, body })).value();
  expect([edited.version, await journals()]).toEqual([2, before]);
});

test('deleting removes a transaction and its amount, but the ledger keeps both postings', async () => {
  const walletId = await addWallet(maya);
  const added = (await add(walletId, credit(1000))).value();
  await add(walletId, credit(5));
  const params = { walletId, transactionId: added.id };
  expect((await maya.call(walletCalls.deleteTransaction, { params })).status).toBe(204);
  expect(await balance(walletId)).toBe(5);
  expect((await transactions(walletId)).totalCount).toBe(1);
  expect((await maya.call(walletCalls.deleteTransaction, { params })).status).toBe(404);
  const again = await maya.call(walletCalls.updateTransaction, { params, body: credit(1) });
  expect(again.status).toBe(404);
  const entries = await hub.db
    .selectFrom('ledger_entry')
    .select('amount_cents')
    .where('wallet_id', '=', walletId)
    .orderBy('seq')
    .execute();
  expect(entries.map((entry) => entry.amount_cents)).toEqual([1000, 5, -1000]);
});

test('a change with an outdated If-Match is refused', async () => {
  const walletId = await addWallet(maya);
  const added = await add(walletId, credit(1000));
  expect(added.headers.etag).toBe('"1"');
  const params = { walletId, transactionId: added.value().id };
  const edit = (amount: number, ifMatch: string) =>
    maya.call(walletCalls.updateTransaction, {
      params,
      body: credit(amount),
      headers: { 'if-match': ifMatch },
    });
  const edited = await edit(2000, '"1"');
  expect([edited.status, edited.headers.etag]).toEqual([200, '"2"']);
  const stale = await edit(3000, '"1"');
  expect([stale.status, stale.refusal().code]).toEqual([412, 'changed_meanwhile']);
  const headers = { 'if-match': '"1"' };
  const removed = await maya.call(walletCalls.deleteTransaction, { params, headers });
  expect(removed.status).toBe(412);
  expect(await balance(walletId)).toBe(2000);
});

test('a transaction is not found under another wallet', async () => {
  const [mine, other] = [await addWallet(maya), await addWallet(maya)];
  const { id } = (await add(mine, credit(1000))).value();
  const params = { walletId: other, transactionId: id };
  const edited = await maya.call(walletCalls.updateTransaction, { params, body: credit(1) });
  expect(edited.status).toBe(404);
  expect((await maya.call(walletCalls.deleteTransaction, { params })).status).toBe(404);
  expect(await balance(mine)).toBe(1000);
});

test('a transaction may keep naming a removed member, or name them again, but not start to', async () => {
  const walletId = await addWallet(maya);
  const { id } = (await add(walletId, credit(1000, { userId: tom.memberId }))).value();
  const another = (await add(walletId, credit(1000, { userId: maya.memberId }))).value();
  await hub.db
    .updateTable('member')
    .set({ status: 'removed' })
    .where('id', '=', tom.memberId)
    .execute();
  const params = { walletId, transactionId: id };
  const body = credit(700, { userId: tom.memberId });
  expect((await maya.call(walletCalls.updateTransaction, { params, body })).status).toBe(200);
  expect((await add(walletId, body)).refusal().code).toBe('unknown_member');
  const name = (transactionId: typeof id, { memberId }: TestPerson) =>
    maya.call(walletCalls.updateTransaction, {
      params: { walletId, transactionId },
      body: credit(700, { userId: memberId }),
    });
  expect((await name(id, maya)).status).toBe(200);
  expect((await name(id, tom)).status).toBe(200);
  expect((await name(another.id, tom)).refusal().code).toBe('unknown_member');
});
