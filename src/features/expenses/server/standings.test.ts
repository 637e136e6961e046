import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { chapterCalls } from '#features/chapters/chapter-contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import type { Id } from '#kit/id.ts';
import { type Currency, cents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import { createScene, logExpense, type Scene, toParams } from '../testing/scene.ts';

let hub: TestHub;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub();
});
beforeEach(async () => {
  scene = await createScene(hub);
});
afterAll(async () => {
  expect(await hub.differences()).toEqual([]);
  await hub.close();
});

async function openWallet(owner: TestPerson, currencyCode: Currency, balance: number) {
  const body = { name: currencyCode, ownerId: owner.memberId, currencyCode };
  const walletId = (await scene.ann.call(walletCalls.create, { body })).value().id;
  await addMoney(owner, walletId, balance);
  return walletId;
}

async function addMoney(owner: TestPerson, walletId: Id<'wallet'>, balance: number) {
  const body = {
    userId: owner.memberId,
    transactionType: balance > 0 ? 'credit' : 'debit',
    amount: cents(Math.abs(balance)),
    description: 'Dues',
  } as const;
  (await scene.ann.call(walletCalls.addTransaction, { params: { walletId }, body })).value();
}

const read = async () => (await scene.ben.call(expenseCalls.standings)).value();

async function readOf(person: TestPerson) {
  const { items } = await read();
  return items.find(({ memberId }) => memberId === person.memberId);
}

test('a standing is open expenses plus all US dollar wallets; other currencies stand beside it', async () => {
  const { ann, ben, cid, dora } = scene;
  await logExpense(scene, { amount: cents(90_00) });
  const first = await openWallet(ben, 'USD', -40_00);
  expect(await readOf(ben)).toMatchObject({ walletId: first });
  await openWallet(ben, 'USD', 15_50);
  await openWallet(ben, 'EUR', 7_00);
  await openWallet(ben, 'EUR', 1_00);
  const emptied = await openWallet(ben, 'GBP', 3_00);
  await addMoney(ben, emptied, -3_00);
  expect(await readOf(ben)).toEqual({
    memberId: ben.memberId,
    name: 'Ben Burns',
    open: -30_00,
    wallet: -24_50,
    standing: -54_50,
    walletId: null,
    otherCurrencies: [{ currency: 'EUR', balance: 8_00 }],
  });
  const { items, chapter } = await read();
  expect(items.map(({ memberId, standing }) => [memberId, standing])).toEqual([
    [ann.memberId, 60_00],
    [ben.memberId, -54_50],
    [cid.memberId, -30_00],
    [dora.memberId, 0],
  ]);
  expect(chapter).toBe(24_50);
});

test('settling into wallets changes no standing; settling without strikes the amounts off', async () => {
  const { ann, ben, cid } = scene;
  const into = await logExpense(scene, { amount: cents(90_00), useWalletTransactions: true });
  const without = await logExpense(scene, { amount: cents(30_00) });
  const before = await read();
  await ann.call(expenseCalls.settle, { params: toParams(into) });
  const moved = await read();
  expect(moved.items.map(({ standing }) => standing)).toEqual(
    before.items.map(({ standing }) => standing),
  );
  expect(moved.chapter).toBe(before.chapter);
  expect(await readOf(ben)).toMatchObject({ open: -10_00, wallet: -30_00, standing: -40_00 });
  await ann.call(expenseCalls.settle, { params: toParams(without) });
  expect(await readOf(cid)).toMatchObject({ open: 0, wallet: -30_00, standing: -30_00 });
  // All expenses are settled, and Ben still has to pay.
  const { items } = (await ann.call(expenseCalls.balances)).value();
  expect(items.every(({ balance }) => balance === 0)).toBe(true);
});

test('the plan clears standings and leaves what is below the smallest payment of the chapter', async () => {
  const { ann, ben, cid, dora } = scene;
  await openWallet(ben, 'USD', -40_00);
  await openWallet(cid, 'USD', -99);
  await openWallet(dora, 'USD', 12_00);
  const plan = async () => (await cid.call(expenseCalls.settleUp)).value();
  const [toDora, toChapter] = [12_00, 28_00].map(cents);
  const from = ben.memberId;
  expect(await plan()).toEqual({
    items: [
      { from, to: null, amount: toChapter },
      { from, to: dora.memberId, amount: toDora },
    ],
    left: [{ from: cid.memberId, to: null, amount: 99 }],
    smallestPayment: 1_00,
  });
  const { version: _, ...settings } = (await ann.call(chapterCalls.detail)).value();
  const body = { ...settings, smallestPayment: cents(0) };
  (await ann.call(chapterCalls.change, { body })).value();
  expect(await plan()).toMatchObject({ items: { length: 3 }, left: [], smallestPayment: 0 });
});

test('a former member is listed until nothing is left', async () => {
  const { ben, cid } = scene;
  const walletId = await openWallet(cid, 'USD', -5_00);
  for (const person of [cid, scene.dora]) {
    await sql`update member set status = 'removed'
      where chapter_id = ${scene.chapter.id} and id = ${person.memberId}`.execute(hub.db);
  }
  const names = async () => (await read()).items.map(({ name }) => name);
  expect(await names()).toEqual(['Ann Abel', 'Ben Burns', 'Cid Chen']);
  expect((await readOf(cid))?.standing).toBe(-5_00);
  await addMoney(ben, walletId, 5_00);
  expect(await names()).toEqual(['Ann Abel', 'Ben Burns']);
});

test('standings are read from maintained figures and never from what they are sums of', async () => {
  await logExpense(scene, { useWalletTransactions: true });
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (verbose) select * from member_standing where chapter_id = ${scene.chapter.id}
  `.execute(hub.db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const tables = new Set([...plan.matchAll(/ on hub\.(\w+)/g)].map(([, table]) => table));
  expect([...tables].sort()).toEqual([
    'expense_figure',
    'expense_figure_change',
    'ledger_account',
    'member',
    'wallet',
  ]);
  // Each of them is narrowed to the chapter before anything is added up.
  const scans = plan.split(/->/).filter((node) => / on hub\./.test(node));
  expect(scans.filter((node) => !node.includes('chapter_id = '))).toEqual([]);
});

test('the reconciliation finds a wallet whose currency was changed', async () => {
  const walletId = await openWallet(scene.ben, 'USD', 12_00);
  const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  const change = (currency: Currency) =>
    owner.query(`begin; set local session_replication_role = replica;
      update hub.wallet set currency_code = '${currency}' where id = '${walletId}';
      update hub.ledger_account set currency_code = '${currency}' where wallet_id = '${walletId}';
      commit`);
  await change('EUR');
  expect(await hub.differences()).toEqual([
    {
      chapterId: scene.chapter.id,
      check: 'standings and the chapter add up to zero',
      subjectId: scene.chapter.id,
      expected: '1200',
      actual: '0',
    },
  ]);
  await change('USD');
  await owner.end();
  expect(await hub.differences()).toEqual([]);
});
