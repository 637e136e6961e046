/** The course of a wallet's balance, and what all wallets hold together. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { walletCalls } from '../contract.ts';
import { findBalanceHistory } from './balance-history.ts';
import { addPastTransaction } from './testing/past-transaction.ts';
import { addTransactionTo, addWallet, credit, debit } from './testing/wallet-requests.ts';

let hub: TestHub;
let maya: TestPerson;
let tom: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  const chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
  tom = await chapter.person('Tom Becker');
});

const readBalances = async (walletId: Id<'wallet'>, caller = maya) =>
  (await caller.call(walletCalls.balances, { params: { walletId } })).value();

test('the course has each day of the chapter on which the balance changed, and agrees with the balance of that day', async () => {
  const walletId = await addWallet(maya, 'Travel', 'EUR');
  expect(await readBalances(walletId)).toEqual({
    currencyCode: 'EUR',
    points: [],
    isComplete: true,
  });
  for (const [local, amount] of [
    ['2026-03-08T00:00', 10],
    ['2026-03-07T23:59', 1],
    ['2026-03-08T23:59', -100],
    ['2026-11-02T00:00', 2000],
  ] as const) {
    await addPastTransaction(hub.db, maya, { walletId, local, amount });
  }
  const { points, isComplete } = await readBalances(walletId, tom);
  expect([points, isComplete]).toEqual([
    [
      { day: '2026-03-06', balance: 0 },
      { day: '2026-03-07', balance: 1 },
      { day: '2026-03-08', balance: -89 },
      { day: '2026-11-02', balance: 1911 },
    ],
    true,
  ]);
  for (const { day, balance } of points) {
    const at = { params: { walletId }, query: { asOf: day } };
    expect((await maya.call(walletCalls.balance, at)).value().balance).toBe(balance);
  }
});

test('of a long history the newest are read, and the balance is right all the same', async () => {
  const walletId = await addWallet(maya);
  for (const local of [
    '2026-03-04T10:00',
    '2026-03-05T10:00',
    '2026-03-06T10:00',
    '2026-03-07T10:00',
  ] as const) {
    await addPastTransaction(hub.db, maya, { walletId, local, amount: 7 });
  }
  const options = { timeZone: 'America/Los_Angeles', most: 2 };
  expect(await findBalanceHistory(hub.db, maya.chapterId, walletId, options)).toEqual({
    currencyCode: 'USD',
    points: [
      { day: '2026-03-05', balance: 14 },
      { day: '2026-03-06', balance: 21 },
      { day: '2026-03-07', balance: 28 },
    ],
    isComplete: false,
  });
});

test('totals are per currency, with how many members owe money; the list shows these, and one’s own first', async () => {
  const own = await addWallet(maya, 'Own');
  const theirs = await addWallet(tom, 'Theirs');
  const euros = await addWallet(tom, 'Euros', 'EUR');
  await addTransactionTo(own, credit(maya, 500), maya);
  await addTransactionTo(theirs, debit(tom, 800), maya);
  await addTransactionTo(euros, debit(tom, 7), maya);
  const { items, debtorCount } = (await maya.call(walletCalls.totals)).value();
  expect(debtorCount).toBe(1);
  expect(items).toEqual([
    { currencyCode: 'USD', walletCount: 2, balance: cents(-300) },
    { currencyCode: 'EUR', walletCount: 1, balance: cents(-7) },
  ]);
  const list = async (query: Record<string, string>) => {
    const { wallets } = (await maya.call(walletCalls.list, { query })).value();
    return [wallets.items.map(({ name }) => name), wallets.totalCount];
  };
  expect(await list({})).toEqual([['Euros', 'Theirs', 'Own'], 3]);
  expect(await list({ ownFirst: 'true' })).toEqual([['Own', 'Euros', 'Theirs'], 3]);
  expect(await list({ belowZero: 'true' })).toEqual([['Euros', 'Theirs'], 2]);
  expect(await list({ belowZero: 'false', ownFirst: 'false' })).toEqual([
    ['Euros', 'Theirs', 'Own'],
    3,
  ]);
});

test('who has enough in other wallets in US dollars owes nothing; each other currency counts by itself', async () => {
  const debtors = async () => (await maya.call(walletCalls.totals)).value().debtorCount;
  const overdrawn = await addWallet(tom, 'Overdrawn');
  const savings = await addWallet(tom, 'Savings');
  await addTransactionTo(overdrawn, debit(tom, 800), maya);
  await addTransactionTo(savings, credit(tom, 799), maya);
  expect(await debtors()).toBe(1);
  await addTransactionTo(savings, credit(tom, 1), maya);
  expect(await debtors()).toBe(0);
  const euros = await addWallet(maya, 'Euros', 'EUR');
  const more = await addWallet(maya, 'More euros', 'EUR');
  await addTransactionTo(euros, debit(maya, 7), maya);
  await addTransactionTo(more, credit(maya, 9), maya);
  expect(await debtors()).toBe(1);
});

test('wallets that a member may not see are neither followed nor counted', async () => {
  const walletId = await addWallet(maya);
  const elsewhere = await hub.chapter('Elsewhere');
  const eve = await elsewhere.person('Eve Else');
  expect((await eve.call(walletCalls.totals)).value()).toEqual({ items: [], debtorCount: 0 });
  for (const id of [walletId, newId<'wallet'>()]) {
    const reply = await eve.call(walletCalls.balances, { params: { walletId: id } });
    expect(reply.status).toBe(404);
  }
});
