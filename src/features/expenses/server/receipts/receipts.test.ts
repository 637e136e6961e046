import { describe, expect, test } from 'vitest';
import type { TestHub, TestPerson } from '#app/testing/hub.ts';
import { cookieOf } from '#app/testing/matrix/fixtures.ts';
import { smallPng } from '#app/testing/pictures.ts';
import { maxReceipts } from '#features/files/receipt.ts';
import { removeUnusedFiles } from '#features/files/server/clean-up.ts';
import { beginUpload, pdfOf, upload } from '#features/files/server/testing/upload.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { expenseCalls } from '../../contract.ts';
import type { Expense } from '../../expense.ts';
import { receiptCalls } from '../../receipts/receipt-contract.ts';
import { recurringCalls } from '../../recurring/recurring-contract.ts';
import { createBody, logExpense, type Scene, toParams } from '../../testing/scene.ts';
import { setUpScenes } from '../../testing/set-up-scenes.ts';

let hub: TestHub;
let scene: Scene;
setUpScenes((theHub, theScene) => {
  hub = theHub;
  scene = theScene;
});

function add(expense: Expense, by: TestPerson, receiptIds: Id<'file'>[]) {
  return by.call(receiptCalls.add, { params: toParams(expense), body: { receiptIds } });
}

function remove(expense: Expense, by: TestPerson, receiptId: Id<'file'>) {
  return by.call(receiptCalls.remove, { params: { ...toParams(expense), receiptId } });
}

async function read(expense: Expense, receiptId: Id<'file'>, by = scene.ben, more = {}, of = '') {
  return hub.request({
    url: `/api/expenses/${expense.id}/receipts/${receiptId}${of}`,
    headers: { cookie: await cookieOf(hub, by), ...more },
  });
}

async function readIds(expense: Expense): Promise<Id<'file'>[]> {
  const params = toParams(expense);
  const one = (await scene.ben.call(expenseCalls.detail, { params })).value().receiptIds;
  const list = (await scene.ben.call(expenseCalls.list)).value().expenses.items;
  expect(list.find(({ id }) => id === expense.id)?.receiptIds).toEqual(one);
  return one;
}

const uploads = (by: TestPerson, count: number) =>
  Promise.all(Array.from({ length: count }, () => upload(hub, by)));

describe('an expense', () => {
  test('is logged together with its receipts, once for each key', async () => {
    const { ann } = scene;
    const receiptIds = await uploads(ann, 2);
    const sent = {
      body: { ...createBody(scene), receiptIds: [...receiptIds, receiptIds[0] as Id<'file'>] },
      headers: { 'idempotency-key': 'dinner' },
    };
    const logged = await ann.call(expenseCalls.create, sent);
    expect([logged.status, logged.value().receiptIds]).toEqual([201, receiptIds]);
    expect((await ann.call(expenseCalls.create, sent)).text).toBe(logged.text);
    const params = toParams(logged.value());
    expect((await ann.call(expenseCalls.detail, { params })).text).toBe(logged.text);
    expect((await ann.call(expenseCalls.list)).value().expenses.totalCount).toBe(1);
  });

  test('is not logged without a receipt that its logger can’t add', async () => {
    const { ann, ben } = scene;
    const of = (...receiptIds: Id<'file'>[]) =>
      ann.call(expenseCalls.create, { body: { ...createBody(scene), receiptIds } });
    const mine = await upload(hub, ann);
    for (const other of [newId<'file'>(), await upload(hub, ben), await beginUpload(ann, 100)]) {
      const reply = await of(mine, other);
      expect([reply.status, reply.refusal().code]).toEqual([422, 'unknown_file']);
    }
    expect((await ann.call(expenseCalls.list)).value().expenses.totalCount).toBe(0);
    expect((await of(mine)).status).toBe(201);
  });

  test('takes no file that was uploaded for the documents', async () => {
    const { ann } = scene;
    const fileId = await upload(hub, ann, pdfOf(), 'minutes.pdf', 'document');
    const refused = await add(await logExpense(scene), ann, [fileId]);
    expect([refused.status, refused.refusal().code]).toEqual([422, 'unknown_file']);
  });

  test('that repeats has its receipts the first time alone', async () => {
    const { ann } = scene;
    const receiptIds = await uploads(ann, 1);
    const rule = { frequency: 'monthly' as const, interval: 1, endBy: null, count: null };
    const expenseDate = toInstant(Temporal.Now.instant());
    const expense = { ...createBody(scene, { expenseDate }), receiptIds };
    const reply = await ann.call(recurringCalls.create, { body: { rule, expense } });
    const first = reply.value();
    expect(first.expense.receiptIds).toEqual(receiptIds);
    expect(await readIds(first.expense)).toEqual(receiptIds);
    expect(first.recurring.expense).not.toHaveProperty('receiptIds');
  });

  test('has at most as many receipts as the limit', async () => {
    const { ann } = scene;
    const expense = await logExpense(scene);
    const receiptIds = await uploads(ann, maxReceipts);
    expect((await add(expense, ann, receiptIds)).status).toBe(201);
    // Those that it has already are no more than before.
    expect((await add(expense, ann, receiptIds)).status).toBe(201);
    const reply = await add(expense, ann, [await upload(hub, ann)]);
    expect([reply.status, reply.refusal().code]).toEqual([409, 'too_many_files']);
  });

  test('keeps its version and amounts when receipts come and go', async () => {
    const { ann } = scene;
    const expense = await logExpense(scene);
    const receiptId = await upload(hub, ann);
    await add(expense, ann, [receiptId]);
    await remove(expense, ann, receiptId);
    const read = await ann.call(expenseCalls.detail, { params: toParams(expense) });
    expect(read.value()).toEqual(expense);
  });
});

describe('receipts', () => {
  test('say who added them when, in order, and each change is in the history', async () => {
    const { ann, ben } = scene;
    const expense = await logExpense(scene);
    const [first, second] = [await upload(hub, ben, pdfOf(), 'Bill.pdf'), await upload(hub, ann)];
    await add(expense, ben, [first]);
    const items = (await add(expense, ann, [second])).value().items;
    expect(items).toMatchObject([
      { id: first, name: 'Bill.pdf', by: { id: ben.memberId, name: 'Ben Burns' } },
      { id: second, by: { name: 'Ann Abel' } },
    ]);
    await remove(expense, ben, second);
    expect(await readIds(expense)).toEqual([first]);
    // Undo: anyone who may change the expense brings it back, in its place.
    await add(expense, ben, [second]);
    expect(await readIds(expense)).toEqual([first, second]);
    const events = (await ann.call(expenseCalls.history, { params: toParams(expense) })).value();
    expect(
      events.events.items.map(({ action, by, after }) => [
        action,
        by?.name,
        after?.receiptIds.length,
      ]),
    ).toEqual([
      ['expense.receipt.create', 'Ben Burns', 2],
      ['expense.receipt.delete', 'Ben Burns', 1],
      ['expense.receipt.create', 'Ann Abel', 2],
      ['expense.receipt.create', 'Ben Burns', 1],
      ['expense.create', 'Ann Abel', 0],
    ]);
  });

  test('of a settled expense grow and stay', async () => {
    const { ann } = scene;
    const expense = await logExpense(scene);
    const [first, second] = [await upload(hub, ann), await upload(hub, ann)];
    await add(expense, ann, [first]);
    (await ann.call(expenseCalls.settle, { params: toParams(expense) })).value();
    const reply = await remove(expense, ann, first);
    expect([reply.status, reply.refusal().code]).toEqual([409, 'expense_settled']);
    expect((await add(expense, ann, [second])).status).toBe(201);
    expect(await readIds(expense)).toEqual([first, second]);
  });

  test('are what a list is filtered by, removed ones not counted', async () => {
    const { ann } = scene;
    const [some, removed] = [await logExpense(scene), await logExpense(scene)];
    const [none, gone] = [await logExpense(scene), await logExpense(scene)];
    for (const expense of [some, removed, gone]) {
      await add(expense, ann, [await upload(hub, ann)]);
    }
    await remove(removed, ann, (await readIds(removed))[0] as Id<'file'>);
    await ann.call(expenseCalls.remove, { params: toParams(gone) });
    const list = async (query: { receipts: 'none' | 'some'; status?: 'deleted' }) => {
      const { expenses, totalAmount } = (await ann.call(expenseCalls.list, { query })).value();
      expect(totalAmount).toBe(expenses.items.reduce((sum, { amount }) => sum + amount, 0));
      return expenses.items.map(({ id }) => id).toSorted();
    };
    expect(await list({ receipts: 'some' })).toEqual([some.id]);
    expect(await list({ receipts: 'none' })).toEqual([removed.id, none.id].toSorted());
    expect(await list({ receipts: 'some', status: 'deleted' })).toEqual([gone.id]);
    expect(await list({ receipts: 'none', status: 'deleted' })).toEqual([]);
  });

  test('of a corrected expense are its replacement’s, too', async () => {
    const { ann, ben } = scene;
    const expense = await logExpense(scene);
    const [first, removed] = [await upload(hub, ben), await upload(hub, ben)];
    await add(expense, ben, [first, removed]);
    await remove(expense, ben, removed);
    (await ann.call(expenseCalls.settle, { params: toParams(expense) })).value();
    const body = { replacement: createBody(scene) };
    const corrected = await ann.call(expenseCalls.correct, { params: toParams(expense), body });
    const { original, reversal, replacement } = corrected.value();
    if (!replacement) throw new Error('the replacement must be there');
    expect(reversal.receiptIds).toEqual([]);
    const params = toParams(replacement);
    for (const each of [original, replacement]) {
      expect([each.receiptIds, await readIds(each)]).toEqual([[first], [first]]);
      expect((await read(each, first)).statusCode).toBe(200);
      const { items } = (await ann.call(receiptCalls.list, { params: toParams(each) })).value();
      expect(items).toMatchObject([{ id: first, by: { name: 'Ben Burns' } }]);
    }
    const more = await upload(hub, ann);
    await add(replacement, ann, [more]);
    expect([await readIds(original), await readIds(replacement)]).toEqual([[first], [first, more]]);
    const { events } = (await ann.call(expenseCalls.history, { params })).value();
    expect(events.items.map(({ after }) => after?.receiptIds)).toEqual([
      [first, more],
      [first],
      [first],
    ]);
  });

  test('of a deleted expense wait for its restoration', async () => {
    const { ann } = scene;
    const expense = await logExpense(scene);
    const receiptId = await upload(hub, ann, smallPng, 'photo.png');
    await add(expense, ann, [receiptId]);
    const params = toParams(expense);
    (await ann.call(expenseCalls.remove, { params })).value();
    const late = await add(expense, ann, [await upload(hub, ann)]);
    expect([late.status, late.refusal().code]).toEqual([409, 'expense_deleted']);
    expect((await ann.call(receiptCalls.list, { params })).status).toBe(404);
    expect((await read(expense, receiptId)).statusCode).toBe(404);
    expect((await read(expense, receiptId, ann, {}, '/preview')).statusCode).toBe(404);
    const later = toInstant(Temporal.Now.instant().add({ hours: 48 }));
    const { signal } = new AbortController();
    await removeUnusedFiles({ db: hub.db, fileBucket: hub.fileBucket, clock: () => later, signal });
    (await ann.call(expenseCalls.restore, { params })).value();
    expect(await readIds(expense)).toEqual([receiptId]);
    expect((await read(expense, receiptId)).statusCode).toBe(200);
  });

  test('that are removed can’t be read, and are gone after a day', async () => {
    const { ann } = scene;
    const expense = await logExpense(scene);
    const receiptId = await upload(hub, ann);
    await add(expense, ann, [receiptId]);
    await remove(expense, ann, receiptId);
    expect((await read(expense, receiptId)).statusCode).toBe(404);
    expect((await remove(expense, ann, receiptId)).status).toBe(404);
    const later = toInstant(Temporal.Now.instant().add({ hours: 25 }));
    const { signal } = new AbortController();
    await removeUnusedFiles({ db: hub.db, fileBucket: hub.fileBucket, clock: () => later, signal });
    const reply = await add(expense, ann, [receiptId]);
    expect([reply.status, reply.refusal().code]).toEqual([422, 'unknown_file']);
  });

  test('added while the expense is deleted are either in it or refused', async () => {
    const { ann, ben } = scene;
    for (let round = 0; round < 5; round += 1) {
      const expense = await logExpense(scene);
      const receiptId = await upload(hub, ben);
      const [added] = await Promise.all([
        add(expense, ben, [receiptId]),
        ann.call(expenseCalls.remove, { params: toParams(expense) }),
      ]);
      (await ann.call(expenseCalls.restore, { params: toParams(expense) })).value();
      expect([201, 409]).toContain(added.status);
      expect(await readIds(expense)).toEqual(added.status === 201 ? [receiptId] : []);
    }
  });
});

describe('the content of a receipt', () => {
  test('is sent as a download that can do nothing, whole or in ranges', async () => {
    const { ann } = scene;
    const expense = await logExpense(scene);
    const content = pdfOf(600_000);
    const receiptId = await upload(hub, ann, content, 'Réçu "1".pdf');
    await add(expense, ann, [receiptId]);
    const whole = await read(expense, receiptId);
    expect(whole.rawPayload.equals(content)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '600000',
      'content-disposition': `attachment; filename="Re_c_u 1.pdf"; filename*=UTF-8''R%C3%A9%C3%A7u%201.pdf`,
      'content-security-policy': "default-src 'none';sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
    });
    const range = await read(expense, receiptId, ann, { range: 'bytes=524280-524299' });
    expect([range.statusCode, range.headers['content-range']]).toEqual([
      206,
      'bytes 524280-524299/600000',
    ]);
    expect(range.rawPayload.equals(content.subarray(524_280, 524_300))).toBe(true);
    const behind = await read(expense, receiptId, ann, { range: 'bytes=600000-' });
    expect([behind.statusCode, behind.headers['content-range']]).toEqual([416, 'bytes */600000']);
    const known = await read(expense, receiptId, ann, { 'if-none-match': whole.headers.etag });
    expect([known.statusCode, known.body]).toEqual([304, '']);
  });

  test('is shown if it is a picture, with a small one of it', async () => {
    const { ann } = scene;
    const expense = await logExpense(scene);
    const receiptId = await upload(hub, ann, smallPng, 'photo.png');
    await add(expense, ann, [receiptId]);
    const picture = await read(expense, receiptId);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `inline; filename="photo.jpg"; filename*=UTF-8''photo.jpg`,
    });
    const preview = await hub.request({
      url: `/api/expenses/${expense.id}/receipts/${receiptId}/preview`,
      headers: { cookie: await cookieOf(hub, ann) },
    });
    expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  test('of one expense is not found under another, nor by its uploader alone', async () => {
    const { ann } = scene;
    const [one, other] = [await logExpense(scene), await logExpense(scene)];
    const receiptId = await upload(hub, ann);
    expect((await read(one, receiptId, ann)).statusCode).toBe(404);
    await add(one, ann, [receiptId]);
    expect((await read(other, receiptId, ann)).statusCode).toBe(404);
    expect((await remove(other, ann, receiptId)).status).toBe(404);
  });
});
