import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import { cents, sumCents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';

import { expenseCalls, type SettleFields } from '../contract.ts';
import type { Expense, ExpenseFields } from '../expense.ts';
import type { PaidOutside } from '../settling/paid-outside.ts';
import { readCompanyBalance, readWallets } from '../testing/read-wallets.ts';
import {
  createBody,
  createScene,
  logExpense,
  readEverything,
  type Scene,
  toParams,
} from '../testing/scene.ts';

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

type Case = {
  name: string;
  reimbursement: Pick<ExpenseFields, 'payerReimbursementType' | 'payerReimbursementAmount'>;
  payer: 'inside' | 'outside' | 'nobody';
  credit: number;
};

const reimbursements = [
  ['Full', null, 90_00],
  ['None', null, 0],
  ['Partial', cents(50_00), 50_00],
] as const;

const cases: Case[] = reimbursements.flatMap(([type, amount, credit]) =>
  (['inside', 'outside', 'nobody'] as const).map((payer) => ({
    name: `${type}, payer ${payer}`,
    reimbursement: { payerReimbursementType: type, payerReimbursementAmount: amount },
    payer,
    credit: payer === 'nobody' ? 0 : credit,
  })),
);

describe.each(cases)('settling: $name', ({ reimbursement, payer, credit }) => {
  async function logged(useWalletTransactions: boolean) {
    const { ann, dora } = scene;
    return logExpense(scene, {
      ...reimbursement,
      amount: cents(90_00),
      useWalletTransactions,
      isEvenSplit: payer === 'nobody',
      paidBy: { inside: ann.memberId, outside: dora.memberId, nobody: null }[payer],
    });
  }

  test('with wallets debits shares, credits the payer and posts the rest to the company account', async () => {
    const { ann, ben } = scene;
    const expense = await logged(true);
    const reply = await ben.call(expenseCalls.settle, { params: { expenseId: expense.id } });
    expect([reply.status, reply.headers.etag]).toEqual([200, '"2"']);
    const settled = reply.value();
    expect(settled).toMatchObject({ status: 'settled', settledBy: ben.memberId, version: 2 });
    const read = await ann.call(expenseCalls.detail, { params: { expenseId: expense.id } });
    expect(read.text).toBe(reply.text);

    const debit = { balance: -30_00, movements: [-30_00] };
    const isCredited = credit > 0;
    expect(await readWallets(scene)).toEqual({
      'Ann – USD':
        payer === 'inside' && isCredited
          ? { balance: credit - 30_00, movements: [-30_00, credit] }
          : debit,
      'Ben – USD': debit,
      'Cid – USD': debit,
      ...(payer === 'outside' &&
        isCredited && { 'Dora – USD': { balance: credit, movements: [credit] } }),
    });
    expect(await readCompanyBalance(hub, scene)).toBe(90_00 - credit);
  });

  test('names the wallet transaction of each share and of the reimbursement', async () => {
    const { ann } = scene;
    const expense = await logged(true);
    const params = { expenseId: expense.id };
    const settled = (await ann.call(expenseCalls.settle, { params })).value();
    if (settled.status !== 'settled') throw new Error('the expense must be settled');
    const found = settled.settlementTransactions ?? [];
    const shares = expense.participantBreakdowns.map((each) => [
      each.participantId,
      -each.amountOwed,
    ]);
    const reimbursement = credit === 0 ? [] : [[expense.paidBy, credit]];
    expect(found.map((each) => [each.memberId, each.amount])).toEqual([
      ...shares,
      ...reimbursement,
    ]);
    for (const { walletId, transactionId, memberId, amount } of found) {
      const page = await ann.call(walletCalls.transactions, { params: { walletId } });
      const listed = page.value().transactions.items.find(({ id }) => id === transactionId);
      expect(listed).toMatchObject({ userId: memberId, amount, expenseId: expense.id });
    }
  });

  test('without wallets, also records how the shares were paid, unless it was split evenly', async () => {
    const { ann, ben, cid } = scene;
    const expense = await logged(false);
    const params = { expenseId: expense.id };
    const reply = await ann.call(expenseCalls.settle, { params });
    const { payments } = (await ann.call(paymentCalls.list)).value();
    if (payer === 'nobody') {
      expect(reply.value()).toMatchObject({ status: 'settled', settlementTransactions: [] });
      expect([payments.items, await readWallets(scene)]).toEqual([[], {}]);
      return;
    }
    expect(reply.value()).toMatchObject({ status: 'settled', useWalletTransactions: true });
    // An admin's word confirms at once, so that all wallets are even again.
    const balances = await readBalances();
    expect(new Set(balances)).toEqual(new Set([0]));
    for (const { status, paidOn, method, note, saidBy } of payments.items) {
      expect({ status, method, note, saidBy: saidBy.name }).toEqual({
        status: 'confirmed',
        method: 'other',
        note: expense.title,
        saidBy: 'Ann Abel',
      });
      expect(paidOn).toBe(instantToDay(toInstant(Temporal.Now.instant()), 'America/Los_Angeles'));
    }
    const paid = (who: TestPerson) =>
      sumCents(payments.items.filter(({ from }) => from?.id === who.memberId).map((p) => p.amount));
    expect([paid(ben), paid(cid)]).toEqual([30_00, 30_00]);
    expect(await readCompanyBalance(hub, scene)).toBe(0);
  });
});

test("settling moves nobody's standing; what is recorded as paid outside does once it is confirmed", async () => {
  const { ann, ben, cid, dora } = scene;
  const inWallets = await logExpense(scene, { useWalletTransactions: true });
  const outside = await logExpense(scene, { amount: cents(90_00), paidBy: ben.memberId });
  const before = await readStandings();
  await settle(ann, inWallets);
  expect(await readStandings()).toEqual(before);
  const settled = await settle(dora, outside, {
    paidOutside: { paidOn: '2026-03-01', method: 'cash', memberIds: [cid.memberId] },
    note: 'At the door',
  });
  expect(settled.value()).toMatchObject({
    settlementNote: 'At the door',
    settledBy: dora.memberId,
  });
  expect(await readStandings()).toEqual(before);
  const [payment, ...others] = (await ann.call(paymentCalls.list)).value().payments.items;
  expect([payment, others]).toMatchObject([
    {
      from: { id: cid.memberId },
      to: { id: ben.memberId },
      amount: 30_00,
      paidOn: '2026-03-01',
      method: 'cash',
      note: 'Dinner: At the door',
      status: 'waiting',
      saidAs: 'settler',
    },
    [],
  ]);
  if (!payment) throw new Error('a payment is recorded');
  const params = { paymentId: payment.id };
  // The payer's own word is not the payee's.
  const early = await cid.call(paymentCalls.confirm, { params });
  expect([early.status, early.refusal().code]).toEqual([403, 'payee_needed']);
  expect((await ben.call(paymentCalls.confirm, { params })).status).toBe(200);
  const after = await readStandings();
  const moved = (who: TestPerson) =>
    (after.get(who.memberId) ?? 0) - (before.get(who.memberId) ?? 0);
  expect([ann, ben, cid, dora].map(moved)).toEqual([0, -30_00, 30_00, 0]);
});

describe('paid outside', () => {
  const paidOutside = { paidOn: '2026-03-01', method: 'cash' } as const;

  test('what may be recorded already is refused as a whole, unless it is allowed', async () => {
    const { ann, ben } = scene;
    const expense = await logExpense(scene, { amount: cents(90_00) });
    const body = {
      fromMemberId: ben.memberId,
      toMemberId: ann.memberId,
      amount: cents(30_00),
      ...paidOutside,
    };
    (await ben.call(paymentCalls.record, { body })).value();
    const before = [await readEverything(scene), await readWallets(scene)];
    const refused = await settle(ann, expense, { paidOutside });
    expect([refused.status, refused.refusal().code]).toEqual([409, 'possible_duplicates']);
    expect(refused.refusal().message).toContain('Ben Burns: ');
    expect([await readEverything(scene), await readWallets(scene)]).toEqual(before);
    const allowed = { paidOutside: { ...paidOutside, isDuplicateAllowed: true } };
    expect((await settle(ann, expense, allowed)).status).toBe(200);
  });

  test('what was paid for the expense is not recorded again', async () => {
    const { ann, ben, cid } = scene;
    const expense = await logExpense(scene, { amount: cents(90_00) });
    const body = {
      fromMemberId: ben.memberId,
      toMemberId: ann.memberId,
      amount: cents(10_00),
      ...paidOutside,
      expenseId: expense.id,
    };
    (await ben.call(paymentCalls.record, { body })).value();
    expect((await read(expense)).payments).toMatchObject([{ from: ben.memberId, amount: 10_00 }]);
    const seen = await cid.call(expenseCalls.detail, { params: toParams(expense) });
    expect(seen.value()).not.toHaveProperty('payments');
    (await settle(ann, expense, { paidOutside })).value();
    const { items } = (await ann.call(paymentCalls.list)).value().payments;
    expect(items.map(({ from, amount }) => [from?.id, amount]).sort()).toEqual(
      [
        [ben.memberId, 10_00],
        [ben.memberId, 20_00],
        [cid.memberId, 30_00],
      ].sort(),
    );
    expect(items.every(({ expenseId }) => expenseId === expense.id)).toBe(true);
  });

  test('alike payments for two expenses are two payments', async () => {
    const { ann } = scene;
    for (const _ of [1, 2]) {
      const expense = await logExpense(scene, { amount: cents(90_00) });
      expect((await settle(ann, expense, { paidOutside })).status).toBe(200);
    }
    expect((await ann.call(paymentCalls.list)).value().payments.totalCount).toBe(4);
  });

  test('without a word about payments, those that may be recorded already are left out', async () => {
    const { ann, ben, cid } = scene;
    const expense = await logExpense(scene, { amount: cents(90_00) });
    const paidOn = instantToDay(toInstant(Temporal.Now.instant()), 'America/Los_Angeles');
    const body = {
      fromMemberId: ben.memberId,
      toMemberId: ann.memberId,
      amount: cents(30_00),
      paidOn,
      method: 'cash' as const,
    };
    (await ben.call(paymentCalls.record, { body })).value();
    (await settle(ann, expense)).value();
    const { items } = (await ann.call(paymentCalls.list)).value().payments;
    expect(items.map(({ from, status }) => [from?.id, status])).toEqual([
      [cid.memberId, 'confirmed'],
      [ben.memberId, 'waiting'],
    ]);
  });

  test('who is neither side sees and cancels what they recorded, and learns nothing of others', async () => {
    const { ann, ben, dora } = scene;
    const body = {
      fromMemberId: ben.memberId,
      toMemberId: ann.memberId,
      amount: cents(30_00),
      ...paidOutside,
    };
    (await ben.call(paymentCalls.record, { body })).value();
    const expense = await logExpense(scene, { amount: cents(90_00) });
    expect((await settle(dora, expense, { paidOutside })).status).toBe(200);
    const { items } = (await dora.call(paymentCalls.list)).value().payments;
    expect(items.map(({ saidAs, status }) => [saidAs, status])).toEqual([
      ['settler', 'waiting'],
      ['settler', 'waiting'],
    ]);
    const params = { paymentId: items[0]?.id ?? testId('') };
    expect((await dora.call(paymentCalls.withdraw, { params })).status).toBe(200);
  });

  test.each([
    ['a day to come', { ...paidOutside, paidOn: '2999-01-01' as const }, 'future_day'],
    ['who owes nothing', { ...paidOutside, who: 'dora' }, 'owes_nothing'],
    ['the payer', { ...paidOutside, who: 'ann' }, 'owes_nothing'],
  ] as [string, PaidOutside & { who?: 'ann' | 'dora' }, string][])(
    '%s is refused, and nothing is settled',
    async (_, { who, ...stated }, code) => {
      const expense = await logExpense(scene);
      const reply = await settle(scene.ann, expense, {
        paidOutside: { ...stated, ...(who && { memberIds: [scene[who].memberId] }) },
      });
      expect([reply.status, reply.refusal().code]).toEqual([422, code]);
      expect((await read(expense)).status).toBe('open');
    },
  );

  test('of nobody is charging alone; of an expense in wallets or split evenly there is none', async () => {
    const { ann } = scene;
    const charged = await logExpense(scene, { amount: cents(90_00) });
    const nobody = { paidOutside: { ...paidOutside, memberIds: [] } };
    expect((await settle(ann, charged, nobody)).value()).toMatchObject({ status: 'settled' });
    expect((await readWallets(scene))['Ben – USD']?.balance).toBe(-30_00);
    for (const more of [{ useWalletTransactions: true }, { isEvenSplit: true, paidBy: null }]) {
      const reply = await settle(ann, await logExpense(scene, more), { paidOutside });
      expect([reply.status, reply.refusal().code]).toEqual([422, 'not_outside']);
    }
    expect((await ann.call(paymentCalls.list)).value().payments.items).toEqual([]);
  });

  test('for a chapter with the policy treasurer, charging others is for treasurers', async () => {
    const { ann, ben } = scene;
    const expense = (
      await ben.call(expenseCalls.create, { body: createBody(scene, { paidBy: ben.memberId }) })
    ).value();
    await hub.db
      .updateTable('chapter')
      .set({ policy: 'treasurer' })
      .where('id', '=', scene.chapter.id)
      .execute();
    const refused = await settle(ben, expense, { paidOutside });
    expect([refused.status, refused.refusal().code]).toEqual([403, 'treasurer_needed']);
    expect((await settle(ann, expense, { paidOutside })).status).toBe(200);
  });
});

const settle = (person: TestPerson, expense: Expense, body: SettleFields = {}) =>
  person.call(expenseCalls.settle, { params: toParams(expense), body });

const read = async (expense: Expense) =>
  (await scene.ann.call(expenseCalls.detail, { params: toParams(expense) })).value();

async function readStandings() {
  const { items } = (await scene.ann.call(expenseCalls.standings)).value();
  return new Map(items.map((each) => [each.memberId, each.standing]));
}

const readBalances = async () =>
  (await scene.ann.call(walletCalls.list))
    .value()
    .wallets.items.map(({ currentBalance }) => currentBalance as number);

describe('a settlement note', () => {
  test('is kept with the expense, in lists and in its history', async () => {
    const { ann, ben } = scene;
    const params = { expenseId: (await logExpense(scene)).id };
    const body = { note: '  Cash at dinner ' };
    const settled = (await ben.call(expenseCalls.settle, { params, body })).value();
    expect(settled).toMatchObject({ settlementNote: 'Cash at dinner' });
    const { expenses } = (await ann.call(expenseCalls.list)).value();
    expect(expenses.items[0]).toMatchObject({ settlementNote: 'Cash at dinner' });
    const { events } = (await ann.call(expenseCalls.history, { params })).value();
    expect(events.items[0]).toMatchObject({
      action: 'expense.settle',
      after: { settlementNote: 'Cash at dinner' },
    });
  });

  test.each(['', '  ', 'x'.repeat(201), 'a\u0000b', 7, null])('refuses %j', async (note) => {
    const { ann } = scene;
    const params = { expenseId: (await logExpense(scene)).id };
    const before = await readEverything(scene);
    const reply = await ann.call(expenseCalls.settle, { params, raw: JSON.stringify({ note }) });
    expect([400, 422]).toContain(reply.status);
    expect(await readEverything(scene)).toBe(before);
  });
});

describe('a settled expense', () => {
  test('refuses every write with 409 and does not change', async () => {
    const { ann, ben } = scene;
    const body = {
      type: 'manual' as const,
      amount: cents(1),
      label: 'x',
      participantIds: [ben.memberId],
    };
    const expense = await logExpense(scene, { useWalletTransactions: true });
    const params = { expenseId: expense.id };
    const { overrides } = (await ann.call(expenseCalls.addOverride, { params, body })).value();
    await ann.call(expenseCalls.settle, { params });
    const inner = { ...params, overrideId: overrides[0]?.id ?? testId('') };
    const before = [await readEverything(scene), await readWallets(scene)];
    const replies = [
      await ann.call(expenseCalls.settle, { params }),
      await ann.call(expenseCalls.patch, {
        params,
        body: [{ op: 'replace', path: '/title', value: 'x' }],
      }),
      await ann.call(expenseCalls.patch, { params, body: [] }),
      await ann.call(expenseCalls.remove, { params }),
      await ann.call(expenseCalls.addOverride, { params, body }),
      await ann.call(expenseCalls.updateOverride, { params: inner, body }),
      await ann.call(expenseCalls.removeOverride, { params: inner }),
    ];
    for (const reply of replies) {
      expect([reply.status, reply.refusal().code]).toEqual([409, 'expense_settled']);
    }
    expect([await readEverything(scene), await readWallets(scene)]).toEqual(before);
  });
});
