import { afterAll, beforeAll, expect, test } from 'vitest';
import { tier } from '#app/testing/amounts.ts';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { walletCalls } from '../contract.ts';
import { addExpense, settle } from './testing/settle.ts';

const maxWorkers = 32;

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;

beforeAll(async () => {
  hub = await startTestHub({ poolSize: maxWorkers });
  chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
});
afterAll(() => hub?.close());

async function addWallet(): Promise<Id<'wallet'>> {
  const body = { name: 'Hot', ownerId: maya.memberId, currencyCode: 'USD' } as const;
  return (await maya.call(walletCalls.create, { body })).value().id;
}

function input(amount: number) {
  const transactionType = amount > 0 ? ('credit' as const) : ('debit' as const);
  const description = 'Dues';
  return { userId: maya.memberId, transactionType, amount: cents(Math.abs(amount)), description };
}

function add(walletId: Id<'wallet'>, amount: number) {
  return maya.call(walletCalls.addTransaction, { params: { walletId }, body: input(amount) });
}

/** Runs tasks on several workers, each taking the next when free. */
async function together<T>(tasks: readonly (() => Promise<T>)[], workers: number): Promise<T[]> {
  const results: T[] = [];
  const queue = tasks.entries();
  const worker = async () => {
    for (const [index, task] of queue) results[index] = await task();
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return results;
}

async function readBalance(walletId: Id<'wallet'>) {
  return (await maya.call(walletCalls.detail, { params: { walletId } })).value().currentBalance;
}

test('concurrent postings on one wallet each count exactly once', async () => {
  const walletId = await addWallet();
  const amounts = Array.from({ length: tier === 'gate' ? 100 : 300 }, (_, n) =>
    n % 3 === 0 ? -(n + 1) : n + 1,
  );
  const replies = await together(
    amounts.map((amount) => () => add(walletId, amount)),
    8,
  );
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]));
  expect(await readBalance(walletId)).toBe(amounts.reduce((sum, amount) => sum + amount));
  expect(await hub.differences()).toEqual([]);
});

test('concurrent edits of one version: exactly one succeeds, and so for deletions', async () => {
  const walletId = await addWallet();
  const { id } = (await add(walletId, 1000)).value();
  const params = { walletId, transactionId: id };
  const headers = { 'if-match': '"1"' };
  const edits = await together(
    Array.from({ length: 40 }, (_, n) => () => {
      const body = input(n + 1);
      return maya.call(walletCalls.updateTransaction, { params, body, headers });
    }),
    8,
  );
  const won = edits.filter((reply) => reply.status === 200);
  expect(won).toHaveLength(1);
  expect(edits.filter((reply) => reply.status === 412)).toHaveLength(39);
  expect(await readBalance(walletId)).toBe(won[0]?.value().amount);

  const deletes = await together(
    Array.from({ length: 40 }, () => () => maya.call(walletCalls.deleteTransaction, { params })),
    8,
  );
  expect(deletes.map((reply) => reply.status).sort()).toEqual([204, ...Array(39).fill(404)]);
  expect(await readBalance(walletId)).toBe(0);
  expect(await hub.differences()).toEqual([]);
});

test('settlements of the same members never deadlock and open one wallet per member', async () => {
  const people = await Promise.all(
    ['Ann', 'Ben', 'Cat', 'Dan', 'Eva'].map((name) => chapter.person(name)),
  );
  const members = people.map((person) => person.memberId);
  const expected = new Map(members.map((member) => [member, 0]));
  const tasks = await Promise.all(
    Array.from({ length: tier === 'gate' ? 60 : 160 }, async (_, n) => {
      const id = await addExpense(hub.db, chapter.id, maya.memberId);
      // A different order each time, with the first member twice, as a payer who participates.
      const order = members.map(
        (_, index) => members[(index * ((n % 4) + 1) + n) % 5] ?? maya.memberId,
      );
      const legs = [...order, order[0] ?? maya.memberId].map((member, index) => {
        const amount = index === 5 ? 500 : -(index + 1);
        expected.set(member, (expected.get(member) ?? 0) + amount);
        return [member, amount] as const;
      });
      return () => settle(hub.db, chapter.id, { id, actorId: maya.memberId }, legs);
    }),
  );
  await together(tasks, maxWorkers);
  for (const { memberId } of people) {
    const query = { ownerId: memberId };
    const { items } = (await maya.call(walletCalls.list, { query })).value().wallets;
    expect(items.map((wallet) => [wallet.name, wallet.currentBalance])).toEqual([
      [`${items[0]?.user.firstName} – USD`, expected.get(memberId)],
    ]);
  }
  expect(await hub.differences()).toEqual([]);
});
