import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { walletCalls } from '#features/wallets/contract.ts';
import { cents } from '#kit/money.ts';
import { startTestHub, type TestHub, type TestPerson } from '#server/testing/hub.ts';
import { expenseCalls } from '../contract.ts';
import type { ExpenseFields } from '../expense.ts';
import { everything, log, makeScene, type Scene } from '../testing/scene.ts';

let hub: TestHub;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub();
});
beforeEach(async () => {
  scene = await makeScene(hub);
});
afterEach(async () => {
  expect(await hub.differences()).toEqual([]);
});
afterAll(() => hub.close());

/** Every wallet of the chapter by name, with its balance and its transactions in cents. */
async function purses({ ann }: Scene) {
  const { wallets } = (await ann.call(walletCalls.list)).value();
  const found: Record<string, { balance: number; movements: number[] }> = {};
  for (const wallet of wallets.items) {
    const params = { walletId: wallet.id };
    const { transactions } = (await ann.call(walletCalls.transactions, { params })).value();
    expect(transactions.items.every((each) => each.origin === 'settlement')).toBe(true);
    const movements = transactions.items.map((each): number => each.amount);
    found[wallet.name] = {
      balance: wallet.currentBalance,
      movements: movements.toSorted((one, other) => one - other),
    };
  }
  return found;
}

/** What the chapter itself received, over all journals. */
async function company({ chapter }: Scene): Promise<number> {
  const row = await hub.db
    .selectFrom('ledger_entry')
    .select(({ fn }) => fn.sum<number | null>('amount_cents').as('sum'))
    .where('chapter_id', '=', chapter.id)
    .where('account', '=', 'company')
    .executeTakeFirstOrThrow();
  return row.sum ?? 0;
}

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
    return log(scene, {
      ...reimbursement,
      amount: cents(90_00),
      useWalletTransactions,
      isEvenSplit: payer === 'nobody',
      paidBy: { inside: ann.memberId, outside: dora.memberId, nobody: null }[payer],
    });
  }

  test('with wallets debits shares, credits the payer, and the company takes the rest', async () => {
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
    expect(await purses(scene)).toEqual({
      'Ann – USD':
        payer === 'inside' && isCredited
          ? { balance: credit - 30_00, movements: [-30_00, credit] }
          : debit,
      'Ben – USD': debit,
      'Cid – USD': debit,
      ...(payer === 'outside' &&
        isCredited && { 'Dora – USD': { balance: credit, movements: [credit] } }),
    });
    expect(await company(scene)).toBe(90_00 - credit);
  });

  test('without wallets only marks it', async () => {
    const expense = await logged(false);
    const reply = await scene.ann.call(expenseCalls.settle, { params: { expenseId: expense.id } });
    expect(reply.value().status).toBe('settled');
    expect(await purses(scene)).toEqual({});
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
    const expense = await log(scene, { useWalletTransactions: true });
    const params = { expenseId: expense.id };
    const { overrides } = (await ann.call(expenseCalls.addOverride, { params, body })).value();
    await ann.call(expenseCalls.settle, { params });
    const inner = { ...params, overrideId: overrides[0]?.id ?? '' };
    const before = [await everything(scene), await purses(scene)];
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
    expect([await everything(scene), await purses(scene)]).toEqual(before);
  });
});

async function statuses(calls: Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const counted: Record<number, number> = {};
  for (const { status } of await Promise.all(calls)) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
}

describe('at the same moment', () => {
  test('200 settles of one expense: one settlement, 199 × 409', async () => {
    const { ann, ben, cid } = scene;
    const expense = await log(scene, { amount: cents(90_00), useWalletTransactions: true });
    const params = { expenseId: expense.id };
    const people = [ann, ben, cid];
    const calls = Array.from({ length: 200 }, (_, index) =>
      (people[index % 3] ?? ann).call(expenseCalls.settle, { params }),
    );
    expect(await statuses(calls)).toEqual({ 200: 1, 409: 199 });
    expect((await purses(scene))['Ben – USD']).toEqual({ balance: -30_00, movements: [-30_00] });
  });

  test('an edit and a settle: what is settled is what was split last', async () => {
    for (let round = 0; round < 10; round += 1) {
      scene = await makeScene(hub);
      const { ann, ben } = scene;
      const { id: expenseId } = await log(scene, {
        amount: cents(90_00),
        useWalletTransactions: true,
      });
      const params = { expenseId };
      const body = [{ op: 'replace' as const, path: '/amount' as const, value: cents(60_00) }];
      const edit = () => ann.call(expenseCalls.patch, { params, body });
      const settle = () => ben.call(expenseCalls.settle, { params });
      const both = round % 2 === 0 ? [edit(), settle()] : [settle(), edit()];
      const replies = await Promise.all(both);
      const isEdited = replies[round % 2 === 0 ? 0 : 1]?.status === 200;
      const settled = (await ann.call(expenseCalls.detail, { params })).value();
      expect(settled).toMatchObject({ status: 'settled', amount: isEdited ? 60_00 : 90_00 });
      const share = isEdited ? -20_00 : -30_00;
      expect((await purses(scene))['Ben – USD']?.movements).toEqual([share]);
    }
  });

  test('a delete and a settle: exactly one of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      scene = await makeScene(hub);
      const { ann, ben } = scene;
      const { id: expenseId } = await log(scene, { useWalletTransactions: true });
      const params = { expenseId };
      const removed = () => ann.call(expenseCalls.remove, { params });
      const settle = () => ben.call(expenseCalls.settle, { params });
      const both = round % 2 === 0 ? [removed(), settle()] : [settle(), removed()];
      const [one, other] = await Promise.all(both);
      const found = [one?.status, other?.status].toSorted();
      expect([
        [204, 404],
        [200, 409],
      ]).toContainEqual(found);
    }
  });

  test('crossing settlements of the same people: all are done, whatever their order', async () => {
    const { ann, ben, cid, dora } = scene;
    const people = [ann, ben, cid, dora];
    const expenses = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        log(scene, {
          amount: cents(1_00 + index),
          useWalletTransactions: true,
          participants: people.filter((_, at) => at !== index % 4).map((each) => each.memberId),
          paidBy: (people[index % 4] as TestPerson).memberId,
        }),
      ),
    );
    const calls = expenses.map((expense, index) =>
      (people[index % 4] as TestPerson).call(expenseCalls.settle, {
        params: { expenseId: expense.id },
      }),
    );
    expect(await statuses(calls)).toEqual({ 200: 32 });
    const total = Object.values(await purses(scene)).reduce((sum, { balance }) => sum + balance, 0);
    expect(total + (await company(scene))).toBe(0);
    expect(Object.keys(await purses(scene)).length).toBe(4);
  });
});
