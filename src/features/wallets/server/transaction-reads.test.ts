import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { transactionSorts, walletCalls } from '../contract.ts';
import { addPastTransaction } from './testing/past-transaction.ts';
import {
  addTransactionTo,
  addWallet,
  credit,
  debit,
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

function happened(
  walletId: Id<'wallet'>,
  local: LocalDateTime,
  amount: number,
): Promise<Id<'transaction'>> {
  return addPastTransaction(hub.db, maya, { walletId, local, amount });
}

const amounts = async (walletId: Id<'wallet'>, query: Record<string, string | number>) =>
  (await readTransactions(walletId, maya, query)).items.map(({ amount }) => amount);

test('transactions are sorted by each column in both directions, with ties newest first', async () => {
  const walletId = await addWallet(maya);
  for (const entry of [
    credit(maya, 300, { description: 'éclairs', referenceId: 'b-2' }),
    debit(maya, 200, { description: 'Zebra' }),
    credit(maya, 100, { description: 'apples', referenceId: 'B-1' }),
    debit(maya, 400, { description: 'Apples', referenceId: 'a-9' }),
    credit(maya, 500, { description: 'fig' }),
  ]) {
    await addTransactionTo(walletId, entry, maya);
  }
  const expected = {
    date: [300, -200, 100, -400, 500],
    amount: [-400, -200, 100, 300, 500],
    type: [500, 100, 300, -400, -200],
    // Those without a reference come last in both directions.
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

test('equal transactions keep a stable order across pages', async () => {
  const walletId = await addWallet(maya);
  const ids: Id<'transaction'>[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await happened(walletId, '2026-03-01T10:00', 100));
  const newestFirst = ids.toSorted().toReversed();
  for (const sort of ['amount', 'type', 'reference', 'description']) {
    for (const direction of ['asc', 'desc']) {
      const seen: Id<'transaction'>[] = [];
      for (const skip of [0, 2, 4]) {
        const query = { sort, direction, skip, take: 2 };
        seen.push(...(await readTransactions(walletId, maya, query)).items.map(({ id }) => id));
      }
      expect(seen, `${sort} ${direction}`).toEqual(newestFirst);
    }
  }
  const oldest = await readTransactions(walletId, maya, { sort: 'date' });
  expect(oldest.items.map(({ id }) => id)).toEqual(newestFirst.toReversed());
});

test('unknown or repeated sort parameters are refused', async () => {
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

test('in date order, each transaction has the balance after it, in both directions', async () => {
  const walletId = await addWallet(maya);
  await happened(walletId, '2026-03-03T10:00', -500);
  await happened(walletId, '2026-03-01T10:00', 1000);
  const gone = await happened(walletId, '2026-03-02T10:00', 77);
  await happened(walletId, '2026-03-02T11:00', 30);
  await happened(walletId, '2026-03-02T11:00', 4);
  const params = { walletId, transactionId: gone };
  expect((await maya.call(walletCalls.deleteTransaction, { params })).status).toBe(204);
  const balances = async (query: Record<string, string | number>) =>
    (await readTransactions(walletId, maya, query)).items.map(({ balanceAfter }) => balanceAfter);
  const all = await balances({});
  expect([all[0], all[1], all[3]]).toEqual([534, 1034, 1000]);
  expect(all[0]).toBe(await readBalance(walletId, maya));
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

test('a page past the end is empty and has the total count', async () => {
  const walletId = await addWallet(maya);
  await addTransactionTo(walletId, credit(maya, 100), maya);
  for (const query of [{ skip: 9 }, { skip: 9, searchTerm: 'dues' }, { skip: 9, sort: 'amount' }]) {
    expect(await readTransactions(walletId, maya, query)).toMatchObject({
      items: [],
      totalCount: 1,
    });
  }
  expect(await readTransactions(walletId, maya, { searchTerm: 'nothing' })).toMatchObject({
    items: [],
    totalCount: 0,
  });
});

test('a transaction is returned with its version, unless deleted or in another wallet', async () => {
  const [walletId, other] = [await addWallet(maya), await addWallet(maya)];
  const added = (await addTransactionTo(walletId, credit(maya, 700), maya)).value();
  const params = { walletId, transactionId: added.id };
  const found = await tom.call(walletCalls.transaction, { params });
  expect([found.value(), found.headers.etag]).toEqual([
    { ...added, bookedBy: maya.memberId },
    '"1"',
  ]);
  const body = credit(maya, 800);
  const edited = (await maya.call(walletCalls.updateTransaction, { params, body })).value();
  const again = await tom.call(walletCalls.transaction, { params });
  expect([again.value(), again.headers.etag]).toEqual([
    { ...edited, bookedBy: maya.memberId },
    '"2"',
  ]);

  const stranger = await (await hub.chapter('Elsewhere')).person('Eve Else');
  for (const call of [walletCalls.transaction, walletCalls.transactionHistory]) {
    expect((await stranger.call(call, { params })).status).toBe(404);
    for (const wrong of [
      { walletId: other },
      { transactionId: newId<'transaction'>() },
      { transactionId: testId('x') },
    ]) {
      expect((await maya.call(call, { params: { ...params, ...wrong } })).status).toBe(404);
    }
  }
  await maya.call(walletCalls.deleteTransaction, { params });
  expect((await tom.call(walletCalls.transaction, { params })).status).toBe(404);
});

test('a transaction’s history lists every version with its author, including deletion', async () => {
  const walletId = await addWallet(maya);
  const first = credit(maya, 700, { referenceId: 'R-1', metadataJson: '{"a":1}' });
  const { id, createdAt } = (await addTransactionTo(walletId, first, maya)).value();
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
