import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { chapterCalls } from '#features/chapters/chapter-contract.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { coverDebits } from '#features/wallets/cover.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import { createScene, logExpense, type Scene } from '../testing/scene.ts';

let hub: TestHub;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub();
});
beforeEach(async () => {
  scene = await createScene(hub);
});
afterEach(async () => {
  expect(await hub.differences()).toEqual([]);
});
afterAll(() => hub?.close());

/** Ann charges Ben and Cid half of the amount each, for the chapter. */
async function charge(title: string, amount: number): Promise<Id<'expense'>> {
  const { ann, ben, cid } = scene;
  const { id } = await logExpense(scene, {
    title,
    amount: cents(amount),
    participants: [ben.memberId, cid.memberId],
    paidBy: ann.memberId,
    payerReimbursementType: 'None',
    useWalletTransactions: true,
  });
  (await ann.call(expenseCalls.settle, { params: { expenseId: id } })).value();
  return id;
}

/** An admin's word confirms at once. */
async function pay(
  from: TestPerson,
  amount: number,
  expenseId?: Id<'expense'>,
): Promise<Id<'payment'>> {
  const body = {
    ...(expenseId && { expenseId }),
    fromMemberId: from.memberId,
    toMemberId: null,
    amount: cents(amount),
    paidOn: instantToDay(toInstant(Temporal.Now.instant()), 'America/Los_Angeles'),
    method: 'check' as const,
  };
  return (await scene.ann.call(paymentCalls.record, { body })).value().id;
}

/** What is open by title and name, in the list, and the same expense by expense. */
async function readOpen(reader: TestPerson) {
  const { ann, ben, cid } = scene;
  const names = new Map([
    [ann.memberId, 'Ann'],
    [ben.memberId, 'Ben'],
    [cid.memberId, 'Cid'],
  ]);
  const { expenses } = (await reader.call(expenseCalls.list)).value();
  const toOpen = (expense: object) => {
    if (!('openCharges' in expense) || !Array.isArray(expense.openCharges)) return null;
    const open = expense.openCharges.map(({ memberId, amount }) => [names.get(memberId), amount]);
    return Object.fromEntries(open);
  };
  const listed = expenses.items.map((each) => [each.title, toOpen(each)] as const);
  for (const each of expenses.items) {
    const detail = await reader.call(expenseCalls.detail, { params: { expenseId: each.id } });
    expect(toOpen(detail.value())).toEqual(toOpen(each));
  }
  return Object.fromEntries(listed);
}

test('payments cover what was charged, oldest first; one that is taken back covers nothing', async () => {
  const { ann, ben } = scene;
  await charge('Dinner', 100_00);
  await charge('Dues', 500_00);
  expect(await readOpen(ann)).toEqual({
    Dinner: { Ben: 50_00, Cid: 50_00 },
    Dues: { Ben: 250_00, Cid: 250_00 },
  });
  const paymentId = await pay(ben, 156_69);
  expect(await readOpen(ann)).toEqual({
    Dinner: { Cid: 50_00 },
    Dues: { Ben: 143_31, Cid: 250_00 },
  });
  const body = { reason: 'Bounced' };
  (await ann.call(paymentCalls.takeBack, { params: { paymentId }, body })).value();
  expect(await readOpen(ann)).toEqual({
    Dinner: { Ben: 50_00, Cid: 50_00 },
    Dues: { Ben: 250_00, Cid: 250_00 },
  });
});

test('a payment for an expense covers its charge and no older one, and the list shows who made it', async () => {
  const { ann, ben } = scene;
  await charge('Dues', 500_00);
  const bowling = await charge('Bowling', 60_00);
  await pay(ben, 30_00, bowling);
  expect(await readOpen(ann)).toEqual({
    Dues: { Ben: 250_00, Cid: 250_00 },
    Bowling: { Cid: 30_00 },
  });
  await pay(ben, 100_00);
  expect(await readOpen(ann)).toMatchObject({ Dues: { Ben: 150_00, Cid: 250_00 } });
  const readPayments = async (reader: TestPerson) => {
    const { expenses } = (await reader.call(expenseCalls.list)).value();
    return expenses.items.map(({ payments = [] }) => payments.map(({ amount }) => amount));
  };
  expect(await readPayments(ben)).toEqual([[30_00], []]);
  expect(await readPayments(ann)).toEqual([[], []]);
});

test('a correction takes its charges away and covers nothing else', async () => {
  const { ann } = scene;
  await charge('Taxi', 20_00);
  const dinner = await charge('Dinner', 100_00);
  await charge('Dues', 500_00);
  const params = { expenseId: dinner };
  const reversed = { replacement: null, note: 'Never happened' };
  (await ann.call(expenseCalls.correct, { params, body: reversed })).value();
  const open = await readOpen(ann);
  expect(open).toMatchObject({
    Taxi: { Ben: 10_00, Cid: 10_00 },
    Dues: { Ben: 250_00, Cid: 250_00 },
  });
  expect((await ann.call(expenseCalls.detail, { params })).value()).not.toHaveProperty(
    'openCharges',
  );
});

test("where the chapter hides others' wallets, members see what is open of their own alone", async () => {
  const { ann, ben, cid } = scene;
  await charge('Dinner', 100_00);
  const { version: _, ...settings } = (await ann.call(chapterCalls.detail)).value();
  const body = { ...settings, membersSeeWallets: false };
  (await ann.call(chapterCalls.change, { body })).value();
  expect(await readOpen(ben)).toEqual({ Dinner: { Ben: 50_00 } });
  expect(await readOpen(cid)).toEqual({ Dinner: { Cid: 50_00 } });
  expect(await readOpen(ann)).toEqual({ Dinner: { Ben: 50_00, Cid: 50_00 } });
});

test('a wallet says the same of each transaction, however many debits are open', async () => {
  const { ann, ben } = scene;
  for (let index = 1; index <= 25; index += 1) await charge(`Charge ${index}`, 2_00 * index);
  await pay(ben, 3_50);
  const query = { ownerId: ben.memberId };
  const [wallet] = (await ann.call(walletCalls.list, { query })).value().wallets.items;
  if (!wallet) throw new Error('settling opens a wallet');
  const params = { walletId: wallet.id };
  const page = await ann.call(walletCalls.transactions, { params, query: { take: 200 } });
  const { items } = page.value().transactions;
  const debits = items
    .filter(({ amount }) => amount < 0)
    .map(({ id, amount, date }) => ({
      id,
      amount: cents(-amount),
      at: date,
      dueOn: '2030-01-01' as const,
    }));
  const open = new Map(
    coverDebits(debits, wallet.currentBalance).map((debit) => [debit.id, debit.open]),
  );
  expect(items.map(({ id, open }) => [id, open])).toEqual(
    items.map(({ id }) => [id, open.get(id) ?? null]),
  );
  // $1, $2 and half a dollar of the third are covered.
  expect(
    items
      .toReversed()
      .flatMap(({ open }) => open ?? [])
      .slice(0, 4),
  ).toEqual([0, 0, 2_50, 4_00]);
});
