import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { instantOf } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents } from '#kit/money.ts';
import { newId } from '#server/ids.ts';
import {
  startTestHub,
  type TestChapter,
  type TestHub,
  type TestPerson,
} from '#server/testing/hub.ts';
import { transactionSorts, walletCalls } from '../contract.ts';
import {
  addTo,
  addWallet,
  balanceOf,
  credit,
  debit,
  transactionsOf,
} from './testing/wallet-acts.ts';
import { insertTransaction } from './transaction-store.ts';

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

/** A transaction that happened at a wall time of the chapter, as only an import could enter it. */
async function happened(walletId: Id, local: string, amount: number, more: { id?: Id } = {}) {
  const date = instantOf(local, 'America/Los_Angeles');
  const id = more.id ?? newId();
  const made = await hub.db.transaction().execute((tx) =>
    insertTransaction(
      { tx, chapterId: chapter.id, memberId: maya.memberId, now: date, newId },
      {
        id,
        walletId,
        userId: maya.memberId,
        amount: cents(amount),
        description: local,
        metadataJson: '',
        date,
        origin: 'manual',
        expenseId: null,
        version: 1,
        createdAt: date,
        updatedAt: date,
      },
    ),
  );
  expect(made.ok).toBe(true);
  return id;
}

const amounts = async (walletId: Id, query: Record<string, string | number>) =>
  (await transactionsOf(walletId, maya, query)).items.map(({ amount }) => amount);

test('transactions are sorted by each column, both ways, whatever the page; ties newest first', async () => {
  const walletId = await addWallet(maya);
  for (const entry of [
    credit(maya, 300, { description: 'éclairs', referenceId: 'b-2' }),
    debit(maya, 200, { description: 'Zebra' }),
    credit(maya, 100, { description: 'apples', referenceId: 'B-1' }),
    debit(maya, 400, { description: 'Apples', referenceId: 'a-9' }),
    credit(maya, 500, { description: 'fig' }),
  ]) {
    await addTo(walletId, entry, maya);
  }
  const expected = {
    date: [300, -200, 100, -400, 500],
    amount: [-400, -200, 100, 300, 500],
    type: [500, 100, 300, -400, -200],
    // Those without a reference come last both ways.
    reference: [-400, 100, 300, 500, -200],
    description: [100, -400, 300, 500, -200],
  };
  const descending = {
    ...expected,
    date: expected.date.toReversed(),
    amount: expected.amount.toReversed(),
    type: [-400, -200, 500, 100, 300],
    reference: [300, 100, -400, 500, -200],
    description: expected.description.toReversed(),
  };
  for (const sort of transactionSorts) {
    expect(await amounts(walletId, { sort }), sort).toEqual(expected[sort]);
    const query = { sort, direction: 'desc' };
    expect(await amounts(walletId, query), sort).toEqual(descending[sort]);
    const pages = [];
    for (const skip of [0, 2, 4]) pages.push(await amounts(walletId, { ...query, skip, take: 2 }));
    expect(pages.flat(), sort).toEqual(descending[sort]);
    expect(await amounts(walletId, { ...query, searchTerm: 'a' }), sort).toEqual(
      descending[sort].filter((amount) => amount !== 500),
    );
  }
  expect(await amounts(walletId, {})).toEqual(descending.date);
  expect(await amounts(walletId, { direction: 'asc' })).toEqual(expected.date);
});

test('transactions with nothing to tell them apart keep one order, page after page', async () => {
  const walletId = await addWallet(maya);
  const ids: Id[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await happened(walletId, '2026-03-01T10:00', 100));
  const newestFirst = ids.toSorted().toReversed();
  for (const sort of ['amount', 'type', 'reference', 'description']) {
    for (const direction of ['asc', 'desc']) {
      const seen: Id[] = [];
      for (const skip of [0, 2, 4]) {
        const query = { sort, direction, skip, take: 2 };
        seen.push(...(await transactionsOf(walletId, maya, query)).items.map(({ id }) => id));
      }
      expect(seen, `${sort} ${direction}`).toEqual(newestFirst);
    }
  }
  const oldest = await transactionsOf(walletId, maya, { sort: 'date' });
  expect(oldest.items.map(({ id }) => id)).toEqual(newestFirst.toReversed());
});

test('sorting that the list does not know, or that is said twice, is refused', async () => {
  const walletId = await addWallet(maya);
  const ask = (path: string) =>
    hub.request({ url: `/api${path}`, headers: { authorization: `Bearer ${maya.token}` } });
  for (const query of [
    'sort=balanceAfter',
    'sort=id',
    'sort=Amount',
    'sort=amount,date',
    'sort=',
    'sort=amount&sort=date',
    'sort[]=amount',
    'direction=up',
    'direction=desc%20nulls%20last',
    'sort=amount&direction=asc&direction=desc',
  ]) {
    for (const path of ['/wallets', `/wallets/${walletId}/transactions`]) {
      const reply = await ask(`${path}?${query}`);
      expect(reply.statusCode, `${path}?${query}`).toBe(422);
      expect(JSON.parse(reply.body).code).toBe('invalid');
    }
  }
});

test('each transaction in the order of time states the balance after it, on every page both ways', async () => {
  const walletId = await addWallet(maya);
  await happened(walletId, '2026-03-03T10:00', -500);
  await happened(walletId, '2026-03-01T10:00', 1000);
  const gone = await happened(walletId, '2026-03-02T10:00', 77);
  await happened(walletId, '2026-03-02T11:00', 30);
  await happened(walletId, '2026-03-02T11:00', 4);
  const params = { walletId, transactionId: gone };
  expect((await maya.call(walletCalls.deleteTransaction, { params })).status).toBe(204);
  const balances = async (query: Record<string, string | number>) =>
    (await transactionsOf(walletId, maya, query)).items.map(({ balanceAfter }) => balanceAfter);
  const all = await balances({});
  expect([all[0], all[1], all[3]]).toEqual([534, 1034, 1000]);
  expect(all[0]).toBe(await balanceOf(walletId, maya));
  expect(await balances({ direction: 'asc' })).toEqual(all.toReversed());
  for (const skip of [0, 1, 2, 3]) {
    expect(await balances({ skip, take: 1 })).toEqual([all[skip]]);
    const oldest = { sort: 'date', direction: 'asc', skip, take: 1 };
    expect(await balances(oldest)).toEqual([all.toReversed()[skip]]);
  }
  expect(await balances({ skip: 4 })).toEqual([]);
  expect(await balances({ sort: 'amount' })).toEqual([null, null, null, null]);
  expect(await balances({ searchTerm: '2026' })).toEqual([null, null, null, null]);
});

test('a page past the end is empty and still says how many there are', async () => {
  const walletId = await addWallet(maya);
  await addTo(walletId, credit(maya, 100), maya);
  for (const query of [{ skip: 9 }, { skip: 9, searchTerm: 'dues' }, { skip: 9, sort: 'amount' }]) {
    expect(await transactionsOf(walletId, maya, query)).toMatchObject({ items: [], totalCount: 1 });
  }
  expect(await transactionsOf(walletId, maya, { searchTerm: 'nothing' })).toMatchObject({
    items: [],
    totalCount: 0,
  });
});

test('one transaction is told with its version, and not when it is deleted or elsewhere', async () => {
  const [walletId, other] = [await addWallet(maya), await addWallet(maya)];
  const added = (await addTo(walletId, credit(maya, 700), maya)).value();
  const params = { walletId, transactionId: added.id };
  const found = await tom.call(walletCalls.transaction, { params });
  expect([found.value(), found.headers.etag]).toEqual([added, '"1"']);
  const body = credit(maya, 800);
  const edited = (await maya.call(walletCalls.updateTransaction, { params, body })).value();
  const again = await tom.call(walletCalls.transaction, { params });
  expect([again.value(), again.headers.etag]).toEqual([edited, '"2"']);

  const stranger = await (await hub.chapter('Elsewhere')).person('Eve Else');
  for (const call of [walletCalls.transaction, walletCalls.transactionHistory]) {
    expect((await stranger.call(call, { params })).status).toBe(404);
    for (const wrong of [{ walletId: other }, { transactionId: newId() }, { transactionId: 'x' }]) {
      expect((await maya.call(call, { params: { ...params, ...wrong } })).status).toBe(404);
    }
  }
  await maya.call(walletCalls.deleteTransaction, { params });
  expect((await tom.call(walletCalls.transaction, { params })).status).toBe(404);
});

test('a transaction’s history tells every version and who wrote it, newest first, a deletion too', async () => {
  const walletId = await addWallet(maya);
  const first = credit(maya, 700, { referenceId: 'R-1', metadataJson: '{"a":1}' });
  const { id, createdAt } = (await addTo(walletId, first, maya)).value();
  const params = { walletId, transactionId: id };
  const body = debit(tom, 800, { description: 'Refund' });
  const edited = (await tom.call(walletCalls.updateTransaction, { params, body })).value();
  await maya.call(walletCalls.deleteTransaction, { params });
  const [byMaya, byTom] = [
    { id: maya.memberId, name: 'Maya Chen' },
    { id: tom.memberId, name: 'Tom Becker' },
  ];
  const { items } = (await tom.call(walletCalls.transactionHistory, { params })).value();
  const refund = {
    by: byTom,
    userId: tom.memberId,
    userName: 'Tom Becker',
    amount: -800,
    description: 'Refund',
    metadataJson: '',
  };
  expect(items).toEqual([
    { ...refund, version: 3, action: 'deleted', at: items[0]?.at, by: byMaya },
    { ...refund, version: 2, action: 'edited', at: edited.updatedAt },
    {
      version: 1,
      action: 'created',
      at: createdAt,
      by: byMaya,
      userId: maya.memberId,
      userName: 'Maya Chen',
      amount: 700,
      description: 'Dues',
      referenceId: 'R-1',
      metadataJson: '{"a":1}',
    },
  ]);
  expect((items[0]?.at ?? '') > edited.updatedAt).toBe(true);
});

test('the balance of a day is that of its end in the chapter’s zone, days of 23 and 25 hours too', async () => {
  const walletId = await addWallet(maya, 'Travel', 'EUR');
  await happened(walletId, '2026-03-07T23:59', 1);
  await happened(walletId, '2026-03-08T00:00', 10);
  await happened(walletId, '2026-03-08T23:59', 100);
  await happened(walletId, '2026-03-09T00:00', 1000);
  await happened(walletId, '2026-11-01T23:59', 20_000);
  await happened(walletId, '2026-11-02T00:00', 300_000);
  const at = async (asOf: string) =>
    (await tom.call(walletCalls.balance, { params: { walletId }, query: { asOf } })).value();
  const expected: [string, number][] = [
    ['1900-01-01', 0],
    ['2026-03-06', 0],
    ['2026-03-07', 1],
    ['2026-03-08', 111],
    ['2026-03-09', 1111],
    ['2026-10-31', 1111],
    ['2026-11-01', 21_111],
    ['2026-11-02', 321_111],
    ['9999-12-31', 321_111],
  ];
  for (const [asOf, balance] of expected) {
    expect(await at(asOf)).toEqual({ asOf, currencyCode: 'EUR', balance: balance as Cents });
  }
});

test('the balance of a day follows an edit and a deletion back to when the money moved', async () => {
  const walletId = await addWallet(maya);
  const edited = await happened(walletId, '2026-03-01T10:00', 1000);
  const deleted = await happened(walletId, '2026-03-01T11:00', 5);
  const body = credit(maya, 2000);
  const params = { walletId, transactionId: edited };
  expect((await maya.call(walletCalls.updateTransaction, { params, body })).status).toBe(200);
  await maya.call(walletCalls.deleteTransaction, { params: { walletId, transactionId: deleted } });
  const at = async (asOf: string) =>
    (await maya.call(walletCalls.balance, { params: { walletId }, query: { asOf } })).value();
  expect((await at('2026-02-28')).balance).toBe(0);
  expect((await at('2026-03-01')).balance).toBe(2000);
});

test('a day that is none, or before 1900, or past 9999, is refused; so is another’s wallet', async () => {
  const walletId = await addWallet(maya);
  for (const asOf of [
    '2026-02-30',
    '2026-13-01',
    '0000-01-01',
    '1899-12-31',
    '+010000-01-01',
    '10000-01-01',
    '-000001-01-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    '20260101',
    'today',
    '',
  ]) {
    const reply = await maya.call(walletCalls.balance, { params: { walletId }, query: { asOf } });
    expect([reply.status, reply.refusal().field], asOf).toEqual([422, 'asOf']);
  }
  const without = await maya.call(walletCalls.balance, { params: { walletId } });
  expect(without.status).toBe(422);
  const stranger = await (await hub.chapter('Elsewhere')).person('Eve Else');
  const query = { asOf: '2026-01-01' };
  for (const params of [{ walletId }, { walletId: newId() }, { walletId: 'x' }]) {
    expect((await stranger.call(walletCalls.balance, { params, query })).status).toBe(404);
  }
});
