import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { cookieOf } from '#app/testing/matrix/fixtures.ts';
import { smallPng } from '#app/testing/pictures.ts';
import { maxReceipts } from '#features/files/receipt.ts';
import { pdfOf, upload } from '#features/files/server/testing/upload.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { walletCalls } from '../contract.ts';
import { transactionReceiptCalls } from '../receipt-contract.ts';
import { addExpense, settle } from './testing/settle.ts';
import { addTransactionTo, addWallet, credit, debit } from './testing/wallet-requests.ts';
import type { TransactionKey } from './writes.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;
let tom: TestPerson;
let treasurer: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
  tom = await chapter.person('Tom Becker');
  treasurer = await chapter.person('Tara Wong', 'treasurer');
});

async function book(input = credit(maya, 500), by = treasurer): Promise<TransactionKey> {
  const walletId = await addWallet(maya);
  const added = await addTransactionTo(walletId, input, by);
  return { walletId, transactionId: added.value().id };
}

const add = (params: TransactionKey, by: TestPerson, receiptIds: Id<'file'>[]) =>
  by.call(transactionReceiptCalls.add, { params, body: { receiptIds } });
const remove = (key: TransactionKey, by: TestPerson, receiptId: Id<'file'>) =>
  by.call(transactionReceiptCalls.remove, { params: { ...key, receiptId } });
const list = (params: TransactionKey, by = maya) =>
  by.call(transactionReceiptCalls.list, { params });

async function readIds(key: TransactionKey, by = maya): Promise<Id<'file'>[]> {
  return (await list(key, by)).value().items.map(({ id }) => id);
}

async function count({ walletId, transactionId }: TransactionKey) {
  const { transactions } = (
    await maya.call(walletCalls.transactions, { params: { walletId } })
  ).value();
  return transactions.items.find(({ id }) => id === transactionId)?.receiptCount;
}

async function read({ walletId, transactionId }: TransactionKey, receiptId: Id<'file'>, by = maya) {
  return hub.request({
    url: `/api/wallets/${walletId}/transactions/${transactionId}/receipts/${receiptId}`,
    headers: { cookie: await cookieOf(hub, by) },
  });
}

const use = (set: { policy?: 'treasurer'; members_see_wallets?: boolean }) =>
  hub.db.updateTable('chapter').set(set).where('id', '=', chapter.id).execute();

test('a member who sees a wallet adds receipts to its transactions, whose versions stay', async () => {
  const key = await book();
  const before = await maya.call(walletCalls.transaction, { params: key });
  const content = pdfOf(2_000);
  const bill = await upload(hub, tom, content, 'Bill.pdf');
  const photo = await upload(hub, maya, smallPng, 'photo.png');
  await add(key, tom, [bill]);
  const { items } = (await add(key, maya, [photo])).value();
  expect(items).toMatchObject([
    { id: bill, name: 'Bill.pdf', by: { id: tom.memberId, name: 'Tom Becker' } },
    { id: photo, mediaType: 'image/jpeg', by: { name: 'Maya Chen' } },
  ]);
  expect([await readIds(key, tom), await count(key)]).toEqual([[bill, photo], 2]);
  expect((await read(key, bill, tom)).rawPayload.equals(content)).toBe(true);
  expect((await read(key, `${photo}/preview` as Id<'file'>)).statusCode).toBe(200);
  expect((await maya.call(walletCalls.transaction, { params: key })).text).toBe(before.text);
});

test('each change of receipts is in the audit log, once', async () => {
  const key = await book();
  const receiptId = await upload(hub, maya);
  await add(key, maya, [receiptId]);
  await add(key, maya, [receiptId]);
  await remove(key, maya, receiptId);
  const records = await hub.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('chapter_id', '=', chapter.id)
    .where('entity_id', '=', key.transactionId)
    .where('action', 'like', 'transaction.receipt.%')
    .orderBy('id')
    .execute();
  const actor_id = maya.memberId;
  expect(records).toMatchObject([
    {
      action: 'transaction.receipt.create',
      actor_id,
      before: { receiptIds: [] },
      after: { receiptIds: [receiptId] },
    },
    {
      action: 'transaction.receipt.delete',
      actor_id,
      before: { receiptIds: [receiptId] },
      after: { receiptIds: [] },
    },
  ]);
});

test('who may not change a transaction removes only the receipts they added, and Undo brings them back', async () => {
  await use({ policy: 'treasurer' });
  const key = await book();
  const [theirs, own] = [await upload(hub, treasurer), await upload(hub, tom)];
  await add(key, treasurer, [theirs]);
  await add(key, tom, [own]);
  const refused = await remove(key, tom, theirs);
  expect([refused.status, refused.refusal().code]).toEqual([403, 'treasurer_needed']);
  // On the owner's wallet, but booked by a treasurer.
  expect((await remove(key, maya, theirs)).status).toBe(403);
  expect((await remove(key, tom, own)).status).toBe(204);
  expect([await readIds(key), (await read(key, own)).statusCode]).toEqual([[theirs], 404]);
  await add(key, tom, [own]);
  expect(await readIds(key)).toEqual([theirs, own]);
  expect((await remove(key, treasurer, own)).status).toBe(204);
});

test('a transaction of a settlement takes more receipts and loses none', async () => {
  const walletId = await addWallet(maya);
  const id = await addExpense(hub.db, chapter.id, maya.memberId);
  const expense = { id, actorId: maya.memberId };
  await settle(hub.db, chapter.id, expense, [[maya.memberId, 100]]);
  const { transactions } = (
    await maya.call(walletCalls.transactions, { params: { walletId } })
  ).value();
  const key = { walletId, transactionId: transactions.items[0]?.id ?? newId<'transaction'>() };
  const receiptId = await upload(hub, maya);
  expect((await add(key, maya, [receiptId])).status).toBe(201);
  const refused = await remove(key, maya, receiptId);
  expect([refused.status, refused.refusal().code]).toEqual([409, 'settlement_transaction']);
  expect(await readIds(key)).toEqual([receiptId]);
});

test('receipts of wallets that someone does not see are not there for them', async () => {
  await use({ members_see_wallets: false });
  const key = await book(debit(maya, 500));
  const receiptId = await upload(hub, maya);
  expect((await add(key, maya, [receiptId])).status).toBe(201);
  const replies = [
    await list(key, tom),
    await add(key, tom, [await upload(hub, tom)]),
    await remove(key, tom, receiptId),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await read(key, receiptId, tom)).statusCode).toBe(404);
  expect((await read(key, receiptId, treasurer)).statusCode).toBe(200);
});

test('receipts stay with a deleted transaction, which takes and loses none', async () => {
  const key = await book();
  const receiptId = await upload(hub, maya);
  await add(key, maya, [receiptId]);
  (await treasurer.call(walletCalls.deleteTransaction, { params: key })).value();
  expect([await readIds(key), (await read(key, receiptId)).statusCode]).toEqual([[receiptId], 200]);
  expect((await add(key, maya, [await upload(hub, maya)])).status).toBe(404);
  expect((await remove(key, maya, receiptId)).status).toBe(404);
});

test('a receipt is found under its own transaction and wallet alone, which takes only one’s own uploads', async () => {
  const [key, other] = [await book(), await book()];
  const receiptId = await upload(hub, maya);
  await add(key, maya, [receiptId]);
  const mixed = { ...key, walletId: other.walletId };
  for (const wrong of [other, mixed, { ...key, transactionId: newId<'transaction'>() }]) {
    expect((await read(wrong, receiptId)).statusCode).toBe(404);
    expect((await remove(wrong, maya, receiptId)).status).toBe(404);
  }
  expect((await list(mixed)).status).toBe(404);
  for (const unknown of [await upload(hub, tom), newId<'file'>()]) {
    const refused = await add(key, maya, [unknown]);
    expect([refused.status, refused.refusal().code]).toEqual([422, 'unknown_file']);
  }
});

test('a transaction has at most as many receipts as the limit', async () => {
  const key = await book();
  const ids = await Promise.all(Array.from({ length: maxReceipts }, () => upload(hub, maya)));
  expect((await add(key, maya, ids)).status).toBe(201);
  const refused = await add(key, maya, [await upload(hub, maya)]);
  expect([refused.status, refused.refusal().code]).toEqual([409, 'too_many_files']);
  expect(await count(key)).toBe(maxReceipts);
});
