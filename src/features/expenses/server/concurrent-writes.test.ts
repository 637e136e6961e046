/** Of two concurrent writes of an expense, one succeeds, the other is refused, and all sums stay exact. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { tier } from '#app/testing/amounts.ts';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { cents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import { readCompanyBalance, readWallets } from '../testing/read-wallets.ts';
import { createScene, findShare, logExpense, type Scene } from '../testing/scene.ts';

/** Rounds of two writes; each starts first in half of them. */
const rounds = tier === 'gate' ? 4 : 10;
const connections = 32;

let hub: TestHub;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub({ poolSize: connections });
});
beforeEach(async () => {
  scene = await createScene(hub);
});
afterEach(async () => {
  expect(await hub.differences()).toEqual([]);
});
afterAll(() => hub?.close());

type Reply = { status: number };

async function countStatuses(
  calls: Promise<{ status: number }>[],
): Promise<Record<number, number>> {
  const counted: Record<number, number> = {};
  for (const { status } of await Promise.all(calls)) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
}

/** Runs both concurrently and returns the replies in order, whichever started first. */
async function runBoth<One, Other>(
  round: number,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> {
  if (round % 2 === 0) return Promise.all([one(), other()]);
  const [second, first] = await Promise.all([other(), one()]);
  return [first, second];
}

test('200 concurrent settles of one expense: exactly one succeeds', { tags: ['all'] }, async () => {
  const { ann, ben, cid } = scene;
  const expense = await logExpense(scene, { amount: cents(90_00), useWalletTransactions: true });
  const params = { expenseId: expense.id };
  const people = [ann, ben, cid];
  const calls = Array.from({ length: 200 }, (_, index) =>
    (people[index % 3] ?? ann).call(expenseCalls.settle, { params }),
  );
  expect(await countStatuses(calls)).toEqual({ 200: 1, 409: 199 });
  expect((await readWallets(scene))['Ben – USD']).toEqual({ balance: -30_00, movements: [-30_00] });
});

test('a concurrent edit and settle: the settlement uses the last saved shares', async () => {
  for (let round = 0; round < rounds; round += 1) {
    scene = await createScene(hub);
    const { ann, ben } = scene;
    const { id: expenseId } = await logExpense(scene, {
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
    expect((await readWallets(scene))['Ben – USD']?.movements).toEqual([share]);
  }
});

test('a concurrent delete and settle: exactly one succeeds', async () => {
  for (let round = 0; round < rounds; round += 1) {
    scene = await createScene(hub);
    const { ann, ben } = scene;
    const { id: expenseId } = await logExpense(scene, { useWalletTransactions: true });
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

test('a concurrent override and settle: the settlement uses the last saved shares', async () => {
  for (let round = 0; round < rounds; round += 1) {
    scene = await createScene(hub);
    const { ann, ben, cid } = scene;
    const amount = cents(90_00);
    const { id: expenseId } = await logExpense(scene, { amount, useWalletTransactions: true });
    const params = { expenseId };
    const body = {
      type: 'manual' as const,
      amount: cents(10_00),
      label: 'Salad',
      participantIds: [ben.memberId],
    };
    const [added, settled] = await runBoth(
      round,
      () => ann.call(expenseCalls.addOverride, { params, body }),
      () => cid.call(expenseCalls.settle, { params }),
    );
    const isAdded = added.status === 201;
    if (!isAdded) expect([added.status, added.refusal().code]).toEqual([409, 'expense_settled']);
    const read = (await ann.call(expenseCalls.detail, { params })).value();
    expect(read).toEqual(settled.value());
    expect(read.overrides).toHaveLength(isAdded ? 1 : 0);
    expect(findShare(read, ben)).toBe(isAdded ? 10_00 : 30_00);
    expect((await readWallets(scene))['Ben – USD']?.balance).toBe(isAdded ? -10_00 : -30_00);
    expect(await readCompanyBalance(hub, scene)).toBe(0);
  }
});

test('a concurrent delete and edit of the same version: exactly one succeeds', async () => {
  for (let round = 0; round < rounds; round += 1) {
    scene = await createScene(hub);
    const { ann, ben } = scene;
    const { id: expenseId } = await logExpense(scene, { amount: cents(90_00) });
    const seen = { params: { expenseId }, headers: { 'if-match': '"1"' } };
    const body = [{ op: 'replace' as const, path: '/amount' as const, value: cents(60_00) }];
    const [edited, deleted] = await runBoth<Reply, Reply>(
      round,
      () => ann.call(expenseCalls.patch, { ...seen, body }),
      () => ben.call(expenseCalls.remove, seen),
    );
    const isEdited = edited.status === 200;
    expect([edited.status, deleted.status]).toEqual(isEdited ? [200, 412] : [404, 204]);
    const { items } = (await ann.call(expenseCalls.balances)).value();
    const balance = items.find((item) => item.participantId === ben.memberId)?.balance;
    expect(balance).toBe(isEdited ? -20_00 : 0);
    const total = (await ann.call(expenseCalls.total)).value().totalAmount;
    expect(total).toBe(isEdited ? 60_00 : 0);
  }
});

test('concurrent settlements among the same members all succeed without deadlocks', async () => {
  const { ann, ben, cid, dora, chapter } = scene;
  const people = [ann, ben, cid, dora, await chapter.person('Eli Etan')];
  const by = (index: number) => people[index % people.length] as TestPerson;
  const each = tier === 'gate' ? 2 : 5;
  const expenses = await Promise.all(
    Array.from({ length: connections * each }, (_, index) =>
      logExpense(scene, {
        amount: cents(1_00 + index),
        useWalletTransactions: true,
        participants: people
          .filter((_, place) => place !== index % people.length)
          .map((person) => person.memberId),
        paidBy: by(index * 3).memberId,
      }),
    ),
  );
  const workers = Array.from({ length: connections }, async (_, worker) => {
    const replies: Reply[] = [];
    for (const { id } of expenses.slice(worker * each, (worker + 1) * each)) {
      const params = { expenseId: id };
      replies.push(await by(worker).call(expenseCalls.settle, { params }));
    }
    return replies;
  });
  const results = (await Promise.all(workers)).flat().map(({ status }) => status);
  expect(results).toEqual(Array(connections * each).fill(200));
  const balances = Object.values(await readWallets(scene)).map(({ balance }) => balance);
  expect(balances).toHaveLength(people.length);
  expect(
    balances.reduce((sum, balance) => sum + balance, 0) + (await readCompanyBalance(hub, scene)),
  ).toBe(0);
});
