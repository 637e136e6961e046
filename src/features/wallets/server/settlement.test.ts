import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { walletCalls } from '../contract.ts';
import { addExpense, settle } from './testing/settle.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
  chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
});
afterAll(() => hub?.close());

async function addWallet(owner: TestPerson, name: string, currencyCode: 'USD' | 'EUR') {
  const body = { name, ownerId: owner.memberId, currencyCode };
  return (await owner.call(walletCalls.create, { body })).value().id;
}

async function walletsOf(owner: TestPerson) {
  const query = { ownerId: owner.memberId };
  return (await maya.call(walletCalls.list, { query })).value().wallets.items;
}

async function readTransactions(walletId: Id<'wallet'>) {
  const reply = await maya.call(walletCalls.transactions, { params: { walletId } });
  return reply.value().transactions.items;
}

async function settled(...legs: [TestPerson, number][]) {
  const id = await addExpense(hub.db, chapter.id, maya.memberId);
  const movements = legs.map(([person, amount]) => [person.memberId, amount] as const);
  await settle(hub.db, chapter.id, { id, actorId: maya.memberId }, movements);
  return id;
}

test('a settlement uses the oldest wallet in US dollars and opens missing ones', async () => {
  const ann = await chapter.person('Ann Lee');
  const ben = await chapter.person('Ben Roy');
  await addWallet(ann, 'Euros', 'EUR');
  const oldest = await addWallet(ann, 'Oldest', 'USD');
  await addWallet(ann, 'Newer', 'USD');
  await addWallet(ben, 'Euros', 'EUR');
  const expenseId = await settled([ann, -4000], [ben, -6000], [ann, 10_000]);

  const balances = async (owner: TestPerson) =>
    Object.fromEntries((await walletsOf(owner)).map((each) => [each.name, each.currentBalance]));
  expect(await balances(ann)).toEqual({ Euros: 0, Oldest: 6000, Newer: 0 });
  expect(await balances(ben)).toEqual({ Euros: 0, 'Ben – USD': -6000 });
  const shown = await readTransactions(oldest);
  expect(shown.map((each) => each.amount).sort()).toEqual([-4000, 10_000]);
  for (const each of shown) {
    expect(each).toMatchObject({
      origin: 'settlement',
      expenseId,
      userId: ann.memberId,
      version: 1,
    });
  }
  expect(await hub.differences()).toEqual([]);
});

test('the company account takes the difference, so that every journal sums to zero', async () => {
  const ann = await chapter.person('Ann Lee');
  const expense_id = await settled([ann, -700], [maya, 300]);
  const entries = await hub.db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_journal', 'ledger_journal.id', 'ledger_entry.journal_id')
    .select(['account', 'amount_cents'])
    .where('expense_id', '=', expense_id)
    .orderBy('leg')
    .execute();
  expect(entries).toEqual([
    { account: 'wallet', amount_cents: -700 },
    { account: 'wallet', amount_cents: 300 },
    { account: 'company', amount_cents: 400 },
  ]);
});

test('settlement transactions cannot be edited or deleted, and an expense is settled once', async () => {
  const ann = await chapter.person('Ann Lee');
  const id = await settled([ann, -700]);
  const [wallet] = await walletsOf(ann);
  const walletId = wallet?.id ?? testId('');
  const [before] = await readTransactions(walletId);
  const params = { walletId, transactionId: before?.id ?? testId('') };
  const body = {
    userId: ann.memberId,
    transactionType: 'debit',
    amount: cents(1),
    description: 'Less',
  } as const;
  const edited = await maya.call(walletCalls.updateTransaction, { params, body });
  expect([edited.status, edited.refusal().code]).toEqual([409, 'settlement_transaction']);
  const deleted = await maya.call(walletCalls.deleteTransaction, { params });
  expect([deleted.status, deleted.refusal().code]).toEqual([409, 'settlement_transaction']);
  const again = settle(hub.db, chapter.id, { id, actorId: maya.memberId }, [[ann.memberId, -1]]);
  await expect(again).rejects.toThrow('ledger_journal_settled_once');
  expect(await readTransactions(walletId)).toEqual([before]);
});

test('a balance beyond the exact range is refused for every kind of posting', async () => {
  const rich = await chapter.person('Rich Uncle');
  const most = 999_999_999_999;
  await settled(...Array.from({ length: 1_000 }, (): [TestPerson, number] => [rich, most]));
  const [wallet] = await walletsOf(rich);
  expect(wallet?.currentBalance).toBe(999_999_999_999_000);
  const add = (amount: number) =>
    maya.call(walletCalls.addTransaction, {
      params: { walletId: wallet?.id ?? testId('') },
      body: {
        userId: rich.memberId,
        transactionType: 'credit',
        amount: cents(amount),
        description: 'More',
      },
    });
  const refused = await add(1_000);
  expect([refused.status, refused.refusal().code]).toEqual([422, 'balance_out_of_range']);
  expect((await add(999)).status).toBe(201);
  await expect(settled([rich, 1])).rejects.toThrow('balance_out_of_range');
});

test('open reimbursements are shown on the settlement wallet only, until settled', async () => {
  const payer = await chapter.person('Pat Payer');
  await addWallet(payer, 'Euros', 'EUR');
  const oldest = await addWallet(payer, 'Oldest', 'USD');
  const newer = await addWallet(payer, 'Newer', 'USD');
  const expenses: Record<string, Id<'expense'>> = {};
  for (const what of ['full', 'partial', 'none', 'outside', 'deleted', 'settled']) {
    expenses[what] = await addExpense(hub.db, chapter.id, payer.memberId);
  }
  const change = (what: string, columns: Record<string, unknown>) =>
    hub.db
      .updateTable('expense')
      .set(columns)
      .where('id', '=', expenses[what] ?? testId('none'))
      .execute();
  await change('partial', { reimbursement_type: 'Partial', reimbursement_cents: 30 });
  await change('none', { reimbursement_type: 'None' });
  await change('outside', { use_wallet_transactions: false });
  await change('deleted', { deleted_at: 'now' });
  const unsettled = async (walletId: Id<'wallet'>) =>
    (await maya.call(walletCalls.detail, { params: { walletId } })).value()
      .unsettledReimbursementTotal;
  expect(await unsettled(oldest)).toBe(100 + 30 + 100);
  const actor = { id: expenses.settled ?? testId<'expense'>('none'), actorId: maya.memberId };
  await settle(hub.db, chapter.id, actor, [[payer.memberId, 100]]);
  expect(await unsettled(oldest)).toBe(100 + 30);
  expect(await unsettled(newer)).toBe(0);
});
