import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { auditCalls } from '#features/audit/contract.ts';
import { erasureCalls } from '#features/members/erasure-contract.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { expenseCalls } from '../../contract.ts';
import type { Expense, ExpenseFields } from '../../expense.ts';
import type { MoneyBackFields } from '../../money-back.ts';
import { readCompanyBalance, readWallets } from '../../testing/read-wallets.ts';
import {
  createScene,
  logExpense,
  readEverything,
  type Scene,
  toParams,
} from '../../testing/scene.ts';

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
afterAll(() => hub.close());

/** $90 paid by Ann for Ann, Ben and Cid: Ann stands at 60, the others at -30. */
async function logSettled(more: Partial<ExpenseFields> = {}): Promise<Expense> {
  const expense = await logExpense(scene, {
    amount: cents(90_00),
    useWalletTransactions: true,
    ...more,
  });
  return (await scene.ann.call(expenseCalls.settle, { params: toParams(expense) })).value();
}

const bring = (person: TestPerson, expense: Expense, fields: Partial<MoneyBackFields> = {}) =>
  person.call(expenseCalls.moneyBack, {
    params: toParams(expense),
    body: {
      amount: cents(30_00),
      receivedBy: scene.ann.memberId,
      expenseDate: expense.expenseDate,
      ...fields,
    },
  });

const reverse = (expense: Expense) =>
  scene.ann.call(expenseCalls.correct, {
    params: toParams(expense),
    body: { replacement: null },
  });

async function readBalances(): Promise<Record<string, number>> {
  const wallets = await readWallets(scene);
  return Object.fromEntries(
    Object.entries(wallets).map(([name, { balance }]) => [name.split(' ')[0] ?? '', balance]),
  );
}

const read = async (expense: Expense) =>
  (await scene.ann.call(expenseCalls.detail, { params: toParams(expense) })).value();

test('credits everyone their part and charges who received it; both expenses say so', async () => {
  const expense = await logSettled();
  const reply = await bring(scene.ben, expense, { receivedBy: scene.ben.memberId, note: 'Card' });
  expect(reply.status).toBe(201);
  const moneyBack = reply.value();
  expect(moneyBack).toMatchObject({
    title: `Money back: ${expense.title}`,
    amount: -30_00,
    status: 'settled',
    settlementNote: 'Card',
    moneyBackForId: expense.id,
    createdBy: scene.ben.memberId,
  });
  expect(moneyBack).not.toHaveProperty('openCharges');
  expect(await readBalances()).toEqual({ Ann: 70_00, Ben: -50_00, Cid: -20_00 });
  expect((await read(expense)).moneyBack).toEqual([
    { expenseId: moneyBack.id, amount: 30_00, expenseDate: expense.expenseDate },
  ]);
  const { totalAmount } = (await scene.ann.call(expenseCalls.total)).value();
  expect(totalAmount).toBe(60_00);
  const list = await scene.ann.call(expenseCalls.list, { query: { corrections: 'current' } });
  expect(list.value().totalAmount).toBe(60_00);
  expect(list.value().expenses.items.map(({ amount }) => amount)).toEqual([-30_00, 90_00]);
  const { items } = (await scene.ann.call(auditCalls.list)).value();
  expect(items[0]).toMatchObject({ action: 'expense.money_back' });
});

test('what the chapter received stays with it, also for an even split', async () => {
  const expense = await logSettled({
    isEvenSplit: true,
    paidBy: null,
    useWalletTransactions: false,
  });
  expect((await bring(scene.ann, expense, { receivedBy: null })).status).toBe(201);
  expect(await readBalances()).toEqual({ Ann: 10_00, Ben: 10_00, Cid: 10_00 });
  expect(await readCompanyBalance(hub, scene)).toBe(-30_00);
});

test('reversed money back leaves everything as it was, and is not replaced', async () => {
  const expense = await logSettled();
  const before = await readBalances();
  const moneyBack = (await bring(scene.ann, expense)).value();
  const first = await reverse(expense);
  expect([first.status, first.refusal().code]).toEqual([409, 'money_came_back']);
  const { amount, title, participants, expenseDate, paidBy } = expense;
  const replacement = { amount, title, participants, expenseDate, paidBy };
  const replaced = await scene.ann.call(expenseCalls.correct, {
    params: toParams(moneyBack),
    raw: JSON.stringify({ replacement: { ...replacement, amount: 20 } }),
  });
  expect([replaced.status, replaced.refusal().code]).toEqual([409, 'money_back_is_reversed']);
  expect((await reverse(moneyBack)).status).toBe(201);
  expect(await readBalances()).toEqual(before);
  expect((await read(expense)).moneyBack).toBeUndefined();
  expect((await reverse(expense)).status).toBe(201);
});

test('refused: too much, nothing, an open expense, an old version, a stranger', async () => {
  const expense = await logSettled();
  const open = await logExpense(scene);
  const everything = await readEverything(scene);
  const codes = [];
  for (const reply of [
    await bring(scene.ann, expense, { amount: cents(90_01) }),
    await bring(scene.ann, expense, { amount: cents(0) }),
    await bring(scene.ann, expense, { amount: cents(-1) }),
    await bring(scene.ann, open),
    await bring(scene.ann, expense, { receivedBy: newId() }),
    await bring(scene.ann, { ...expense, id: newId() }),
    await bring(scene.ann, expense, { id: open.id }),
    await scene.ann.call(expenseCalls.moneyBack, {
      params: toParams(expense),
      body: { amount: cents(1), receivedBy: null, expenseDate: expense.expenseDate },
      headers: { 'if-match': '"1"' },
    }),
  ]) {
    codes.push([reply.status, reply.refusal().code]);
  }
  expect(codes).toEqual([
    [422, 'more_than_left'],
    [422, 'amount_not_positive'],
    [422, 'amount_not_positive'],
    [409, 'expense_not_settled'],
    [422, 'unknown_member'],
    [404, 'not_found'],
    [409, 'id_taken'],
    [412, 'changed_meanwhile'],
  ]);
  expect(await readEverything(scene)).toBe(everything);
});

test('with the policy treasurer, members record only what they settled and received themselves', async () => {
  const shared = await logSettled();
  const { cid, chapter } = scene;
  await hub.db
    .updateTable('chapter')
    .set({ policy: 'treasurer' })
    .where('id', '=', chapter.id)
    .execute();
  const logged = await cid.call(expenseCalls.create, {
    raw: JSON.stringify({
      title: 'Book',
      amount: 20,
      expenseDate: shared.expenseDate,
      participants: [cid.memberId],
      paidBy: cid.memberId,
      useWalletTransactions: true,
    }),
  });
  const own = (await cid.call(expenseCalls.settle, { params: toParams(logged.value()) })).value();
  const received = { amount: cents(5_00), receivedBy: cid.memberId };
  expect((await bring(cid, own, received)).status).toBe(201);
  expect((await bring(cid, own, { amount: cents(5_00) })).status).toBe(403);
  expect((await bring(cid, shared, received)).status).toBe(403);
  expect((await bring(scene.ann, shared, received)).status).toBe(201);
});

test('nothing is shared with or charged to who was erased; others may receive it', async () => {
  const { ann, ben, cid, dora } = scene;
  // Of the chapter's money, so that no one owes Dora anything and she can be erased.
  const more = { paidBy: dora.memberId, payerReimbursementType: 'None' as const };
  const paidByHer = await logSettled({ ...more, participants: [ann.memberId, ben.memberId] });
  const sharedByHer = await logSettled({ participants: [dora.memberId], paidBy: dora.memberId });
  const params = { memberId: dora.memberId };
  const body = { status: 'removed' as const };
  (await ann.call(membershipCalls.changeStatus, { params, body })).value();
  (await ann.call(erasureCalls.erase, { params, body: { name: 'Dora Diaz' } })).value();
  for (const refused of [
    await bring(ann, paidByHer, { receivedBy: dora.memberId }),
    await bring(ann, sharedByHer),
  ]) {
    expect([refused.status, refused.refusal().code]).toEqual([409, 'of_erased_member']);
  }
  expect((await bring(ann, paidByHer, { receivedBy: cid.memberId })).status).toBe(201);
  expect((await bring(ann, paidByHer, { receivedBy: null })).status).toBe(201);
});

test('of many at once only so much comes back as there is, and a repeated request comes once', async () => {
  const expense = await logSettled();
  const replies = await Promise.all(Array.from({ length: 6 }, () => bring(scene.ann, expense)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
  const other = await logSettled();
  const again = () =>
    scene.ann.call(expenseCalls.moneyBack, {
      params: toParams(other),
      body: { amount: cents(1_00), receivedBy: null, expenseDate: other.expenseDate },
      headers: { 'idempotency-key': `back-${other.id}` },
    });
  const [first, second] = [await again(), await again()];
  expect([second.status, second.text]).toEqual([201, first.text]);
  expect((await read(other)).moneyBack).toHaveLength(1);
});

test('the database refuses what is no money back, no matter who writes it', async () => {
  const expense = await logSettled();
  const moneyBack = (await bring(scene.ann, expense)).value();
  const open = await logExpense(scene);
  const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query('set search_path = hub');
  const run = async (changes: string, of = moneyBack.id, shares = 'share_cents') => {
    const id = newId();
    try {
      await owner.query(`begin;
        insert into expense select (jsonb_populate_record(e, jsonb_build_object('id', '${id}',
            'status', 'open', 'settled_at', null, 'settled_by', null, 'settlement_note', null)
            || '{${changes}}')).* from expense e where id = '${of}';
        insert into expense_participant select chapter_id, '${id}', member_id, ${shares}
          from expense_participant where expense_id = '${moneyBack.id}';
        update expense set status = 'settled', settled_at = now(), settled_by = '${scene.ann.memberId}'
          where id = '${id}';
        commit`);
      return 'accepted';
    } catch (error) {
      await owner.query('rollback');
      return error instanceof pg.DatabaseError
        ? (error.constraint ?? error.message)
        : String(error);
    }
  };
  expect({
    positive: await run('"amount_cents": 5'),
    'for an open expense': await run(`"money_back_for_id": "${open.id}"`),
    'for money back': await run(`"money_back_for_id": "${moneyBack.id}"`),
    'too much': await run('"amount_cents": -9000', moneyBack.id, 'share_cents * 3'),
    'shared otherwise': await run(
      '',
      moneyBack.id,
      "case member_id when (select min(member_id::text) from expense_participant where expense_id = '" +
        moneyBack.id +
        "')::uuid then -3000 else 0 end",
    ),
    'outside wallets': await run('"use_wallet_transactions": false'),
    'not about an expense': await run('"money_back_for_id": null'),
  }).toEqual({
    positive: 'expense_amount_cents_check',
    'for an open expense': 'expense_money_back_fits',
    'for money back': 'expense_money_back_fits',
    'too much': 'expense_money_back_fits',
    'shared otherwise': 'expense_money_back_fits',
    'outside wallets': 'expense_money_back_is_charged',
    'not about an expense': 'expense_amount_cents_check',
  });
  // A superuser's damage is found.
  await owner.query(`begin; set local session_replication_role = replica;
    update expense set amount_cents = -9100 where id = '${moneyBack.id}'; commit`);
  const found = (await hub.differences()).map(({ check }) => check);
  expect(found).toContain('money back is at most its expense');
  await owner.query(`begin; set local session_replication_role = replica;
    update expense set amount_cents = -3000 where id = '${moneyBack.id}'; commit`);
});
