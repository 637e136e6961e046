import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { computeSettlementEffect } from '../balances.ts';
import { expenseCalls } from '../contract.ts';
import type { ExpenseFields } from '../expense.ts';
import { readCompanyBalance, readWallets } from '../testing/read-wallets.ts';
import { createScene, logExpense, readEverything, type Scene } from '../testing/scene.ts';

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

  test('without wallets only changes the status', async () => {
    const expense = await logged(false);
    const reply = await scene.ann.call(expenseCalls.settle, { params: { expenseId: expense.id } });
    expect(reply.value()).toMatchObject({ status: 'settled', settlementTransactions: [] });
    expect(await readWallets(scene)).toEqual({});
  });
});

test('settling moves standings as its preview says', async () => {
  const { ann, ben, dora } = scene;
  const expenses = [
    await logExpense(scene, { amount: cents(100_00), useWalletTransactions: true }),
    await logExpense(scene, { amount: cents(40_01), paidBy: ben.memberId }),
    await logExpense(scene, {
      amount: cents(70_00),
      paidBy: dora.memberId,
      payerReimbursementType: 'Partial',
      payerReimbursementAmount: cents(20_00),
    }),
  ];
  const readStandings = async () => {
    const { items, chapter } = (await ann.call(expenseCalls.standings)).value();
    return { members: new Map(items.map((each) => [each.memberId, each.standing])), chapter };
  };
  const before = await readStandings();
  const { struckOff } = computeSettlementEffect(expenses);
  for (const { id } of expenses) {
    (await ann.call(expenseCalls.settle, { params: { expenseId: id } })).value();
  }
  const after = await readStandings();
  for (const [member, standing] of before.members) {
    expect(after.members.get(member)).toBe(standing - (struckOff.members.get(member) ?? 0));
  }
  expect(after.chapter).toBe(before.chapter - struckOff.company);
});

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
