import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { type TransactionInput, walletCalls, walletSorts } from '../contract.ts';
import { addTransactionTo, addWallet, credit as creditOf } from './testing/wallet-requests.ts';

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
const debit = (amount: number) => credit(amount, { transactionType: 'debit' });
const add = (walletId: Id<'wallet'>, body: TransactionInput, by = maya) =>
  addTransactionTo(walletId, body, by);

test('wallets start empty, name their owner and are listed newest first', async () => {
  const first = await addWallet(maya, '  Travel  ', 'EUR');
  const second = await addWallet(tom, 'Dues');
  const reply = await maya.call(walletCalls.list);
  const { items, totalCount, totalPages, currentPage } = reply.value().wallets;
  expect(items.map((wallet) => wallet.id)).toEqual([second, first]);
  expect([totalCount, totalPages, currentPage]).toEqual([2, 1, 1]);
  expect(JSON.parse(reply.text).wallets.items[1]).toMatchObject({
    id: first,
    name: 'Travel',
    ownerId: maya.memberId,
    user: { id: maya.memberId, firstName: 'Maya', lastName: 'Chen' },
    currencyCode: 'EUR',
    currentBalance: 0,
  });
  expect(items[1]?.updatedAt).toBe(items[1]?.createdAt);
});

test('wallets are found by a literal part of their name and by their owner', async () => {
  await addWallet(maya, '100% travel');
  await addWallet(maya, '100 travel');
  await addWallet(tom, 'under_score');
  await addWallet(tom, 'back\\slash');
  const names = async (query: Record<string, string>) =>
    (await maya.call(walletCalls.list, { query }))
      .value()
      .wallets.items.map((wallet) => wallet.name)
      .sort();
  await addWallet(tom, 'Café');
  expect(await names({ searchTerm: 'cafe' })).toEqual(['Café']);
  expect(await names({ searchTerm: 'TRAVEL' })).toEqual(['100 travel', '100% travel']);
  expect(await names({ searchTerm: '%' })).toEqual(['100% travel']);
  expect(await names({ searchTerm: '_' })).toEqual(['under_score']);
  expect(await names({ searchTerm: '\\' })).toEqual(['back\\slash']);
  expect(await names({ searchTerm: 'r', ownerId: tom.memberId })).toEqual(['under_score']);
  expect(await names({ searchTerm: ' ' })).toHaveLength(5);
  expect(await names({ ownerId: newId<'member'>() })).toEqual([]);
});

test('wallets are listed in pages', async () => {
  for (const name of ['A', 'B', 'C']) await addWallet(maya, name);
  const query = { skip: 2, take: 2 };
  const { items, ...numbers } = (await maya.call(walletCalls.list, { query })).value().wallets;
  expect(items.map((wallet) => wallet.name)).toEqual(['A']);
  expect(numbers).toEqual({ totalCount: 3, totalPages: 2, currentPage: 2, pageSize: 2 });
  for (const query of [{ take: 0 }, { take: 201 }, { skip: -1 }, { offset: 1 }]) {
    expect((await maya.call(walletCalls.list, { query: query as never })).status).toBe(422);
  }
});

test('wallets are sorted by each column in both directions, with ties newest first', async () => {
  const ann = await chapter.person('ann Zimmer');
  const made: Id<'wallet'>[] = [];
  for (const [owner, name, currency] of [
    [tom, 'Zoo', 'USD'],
    [maya, 'apples', 'EUR'],
    [ann, 'Émile', 'USD'],
    [maya, 'Bananas', 'CAD'],
    [tom, 'apples', 'EUR'],
  ] as const) {
    made.push(await addWallet(owner, name, currency));
  }
  const at = (n: number) => made[n] ?? testId('none');
  await add(at(2), credit(500));
  await add(at(0), credit(700));
  await add(at(4), creditOf(maya, 500, { transactionType: 'debit' }));
  await hub.db
    .updateTable('member')
    .set({ first_name: null, last_name: null, display_name: 'bo' })
    .where('id', '=', tom.memberId)
    .execute();
  const expected = {
    name: [4, 1, 3, 2, 0],
    owner: [2, 4, 0, 3, 1],
    currency: [3, 4, 1, 2, 0],
    balance: [4, 3, 1, 2, 0],
    created: [0, 1, 2, 3, 4],
    updated: [1, 3, 2, 0, 4],
  };
  const descending = {
    name: [0, 2, 3, 4, 1],
    owner: [3, 1, 4, 0, 2],
    currency: [2, 0, 4, 1, 3],
    balance: [0, 2, 3, 1, 4],
    created: [4, 3, 2, 1, 0],
    updated: [4, 0, 2, 3, 1],
  };
  const order = async (query: Record<string, string | number>) =>
    (await maya.call(walletCalls.list, { query }))
      .value()
      .wallets.items.map(({ id }) => made.indexOf(id));
  for (const sort of walletSorts) {
    expect(await order({ sort }), sort).toEqual(expected[sort]);
    const query = { sort, direction: 'desc' };
    expect(await order(query), sort).toEqual(descending[sort]);
    const pages = [];
    for (const skip of [0, 2, 4]) pages.push(await order({ ...query, skip, take: 2 }));
    expect(pages.flat(), sort).toEqual(descending[sort]);
    expect(await order({ ...query, searchTerm: 'apples' }), sort).toEqual(
      descending[sort].filter((n) => n === 1 || n === 4),
    );
  }
  expect(await order({ direction: 'asc' })).toEqual(expected.created);
});

test('wallets without a name or with an unknown owner or currency are refused', async () => {
  const other = await (await hub.chapter('Elsewhere')).person('Eve Else');
  const good = { name: 'Travel', ownerId: maya.memberId, currencyCode: 'USD' };
  for (const wrong of [
    { name: '   ' },
    { name: 'x'.repeat(101) },
    { name: 7 },
    { ownerId: newId<'member'>() },
    { ownerId: other.memberId },
    { ownerId: testId('me') },
    { currencyCode: 'CHF' },
    { currencyCode: '' },
    { balance: 5 },
  ]) {
    const raw = JSON.stringify({ ...good, ...wrong });
    const reply = await maya.call(walletCalls.create, { raw });
    expect([reply.status, reply.refusal().field ?? 'balance']).toEqual([
      422,
      Object.keys(wrong)[0],
    ]);
  }
  expect((await maya.call(walletCalls.list)).value().wallets.totalCount).toBe(0);
});

test('wallets of another chapter are not found', async () => {
  const other = await (await hub.chapter('Elsewhere')).person('Eve Else');
  const walletId = await addWallet(other);
  const params = { walletId };
  expect((await maya.call(walletCalls.detail, { params })).status).toBe(404);
  expect((await maya.call(walletCalls.transactions, { params })).status).toBe(404);
  expect((await add(walletId, credit(100))).status).toBe(404);
  expect((await maya.call(walletCalls.list)).value().wallets.totalCount).toBe(0);
  expect((await maya.call(walletCalls.detail, { params: { walletId: testId('x') } })).status).toBe(
    404,
  );
});

test('under the treasurer policy, others’ wallets require a treasurer or an admin', async () => {
  const ours = await addWallet(maya);
  const theirs = await addWallet(tom);
  const treasurer = await chapter.person('Tia Sum', 'treasurer');
  const { id } = (await add(theirs, credit(1000))).value();
  await hub.db
    .updateTable('chapter')
    .set({ policy: 'treasurer' })
    .where('id', '=', chapter.id)
    .execute();
  const params = { walletId: theirs, transactionId: id };
  const body = { name: 'For Tom', ownerId: tom.memberId, currencyCode: 'USD' } as const;
  const refused = [
    await maya.call(walletCalls.create, { body }),
    await add(theirs, credit(1)),
    await maya.call(walletCalls.updateTransaction, { params, body: credit(1) }),
    await maya.call(walletCalls.deleteTransaction, { params }),
  ];
  expect(refused.map((reply) => [reply.status, reply.refusal().code])).toEqual(
    refused.map(() => [403, 'treasurer_needed']),
  );
  expect((await add(ours, debit(1))).status).toBe(201);
  expect((await add(theirs, credit(1), treasurer)).status).toBe(201);
  expect((await maya.call(walletCalls.transactions, { params: { walletId: theirs } })).status).toBe(
    200,
  );
});

describe('under the treasurer policy, a member', () => {
  let treasurer: TestPerson;
  let ours: Id<'wallet'>;
  beforeEach(async () => {
    treasurer = await chapter.person('Tia Sum', 'treasurer');
    ours = await addWallet(maya);
  });
  const restrict = () =>
    hub.db
      .updateTable('chapter')
      .set({ policy: 'treasurer' })
      .where('id', '=', chapter.id)
      .execute();
  const change = (id: Id<'transaction'>, body: TransactionInput, by = maya) =>
    by.call(walletCalls.updateTransaction, { params: { walletId: ours, transactionId: id }, body });
  const remove = (id: Id<'transaction'>, by = maya) =>
    by.call(walletCalls.deleteTransaction, { params: { walletId: ours, transactionId: id } });
  const balance = async () =>
    (await maya.call(walletCalls.detail, { params: { walletId: ours } })).value().currentBalance;
  const refusal = async (reply: ReturnType<typeof change> | ReturnType<typeof remove>) => {
    const { status, refusal } = await reply;
    return [status, refusal().code];
  };
  const needed = [403, 'treasurer_needed'];

  test('does not credit their own wallet, also not by editing a debit', async () => {
    await restrict();
    expect(await refusal(add(ours, credit(700_000)))).toEqual(needed);
    const { id } = (await add(ours, debit(100))).value();
    expect(await refusal(change(id, credit(700_000)))).toEqual(needed);
    expect((await change(id, debit(50))).status).toBe(200);
    expect((await remove(id)).status).toBe(204);
    expect(await balance()).toBe(0);
  });

  test('does not change or delete what a treasurer booked in their wallet', async () => {
    await restrict();
    const booked = [
      (await add(ours, credit(700), treasurer)).value().id,
      (await add(ours, debit(200), treasurer)).value().id,
    ];
    for (const id of booked) {
      expect(await refusal(change(id, debit(1)))).toEqual(needed);
      expect(await refusal(remove(id))).toEqual(needed);
    }
    expect(await balance()).toBe(500);
  });

  test('does not change what a treasurer corrected, or booked before they edited it', async () => {
    const before = (await add(ours, debit(300), treasurer)).value().id;
    expect((await change(before, debit(2))).status).toBe(200);
    await restrict();
    const corrected = (await add(ours, debit(10))).value().id;
    expect((await change(corrected, debit(90), treasurer)).status).toBe(200);
    for (const id of [before, corrected]) {
      expect(await refusal(change(id, debit(1)))).toEqual(needed);
      expect(await refusal(remove(id))).toEqual(needed);
    }
    const listed = await maya.call(walletCalls.transactions, { params: { walletId: ours } });
    expect(listed.value().transactions.items.map(({ bookedBy }) => bookedBy)).toEqual([null, null]);
    const params = { walletId: ours, transactionId: (await add(ours, debit(1))).value().id };
    const one = await maya.call(walletCalls.transaction, { params });
    expect(one.value().bookedBy).toBe(maya.memberId);
  });

  test('does not keep a credit of their own from before the policy in their hands', async () => {
    const { id } = (await add(ours, credit(10))).value();
    await restrict();
    expect(await refusal(change(id, credit(11)))).toEqual(needed);
    expect(await refusal(change(id, debit(11)))).toEqual(needed);
    expect(await refusal(remove(id))).toEqual(needed);
  });
});

test('every write is audited and all figures reconcile', async () => {
  const walletId = await addWallet(maya);
  const { id } = (await add(walletId, credit(1000))).value();
  const params = { walletId, transactionId: id };
  await tom.call(walletCalls.updateTransaction, { params, body: credit(900) });
  await tom.call(walletCalls.deleteTransaction, { params });
  const records = await hub.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'entity_id'])
    .where('chapter_id', '=', chapter.id)
    .where('entity_id', 'in', [walletId, id])
    .orderBy('id')
    .execute();
  expect(records).toEqual([
    { action: 'wallet.create', actor_id: maya.memberId, entity_id: walletId },
    { action: 'transaction.create', actor_id: maya.memberId, entity_id: id },
    { action: 'transaction.update', actor_id: tom.memberId, entity_id: id },
    { action: 'transaction.delete', actor_id: tom.memberId, entity_id: id },
  ]);
  expect(await hub.differences()).toEqual([]);
});
