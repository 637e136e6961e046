import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countStatements } from '#app/testing/count-statements.ts';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { createScene, logExpense, type Scene } from '#features/expenses/testing/scene.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { createSnapshotCache } from './snapshot-cache.ts';

let hub: TestHub;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub();
});
beforeEach(async () => {
  scene = await createScene(hub);
});
afterAll(() => hub?.close());

const reply = (text: string) => ({ status: 200, etag: null, reply: text });

test('a reply is found only under its own snapshot and address', () => {
  const cache = createSnapshotCache();
  cache.set('1:1:', 'a', reply('one'));
  expect(cache.get('1:1:', 'a')).toEqual(reply('one'));
  expect(cache.get('1:1:', 'b')).toBeUndefined();
  expect(cache.get('1:2:', 'a')).toBeUndefined();
  cache.set('1:2:', 'b', reply('two'));
  expect(cache.get('1:2:', 'a')).toBeUndefined();
  expect(cache.get('1:1:', 'a')).toBeUndefined();
});

test('the cache is bounded, and a reply larger than the bound is not cached', () => {
  const cache = createSnapshotCache(10);
  cache.set('s', 'a', reply('12345'));
  cache.set('s', 'b', reply('12345'));
  expect([cache.get('s', 'a'), cache.get('s', 'b')]).toEqual([undefined, reply('12345')]);
  cache.set('s', 'c', reply('1234567890'));
  expect(cache.get('s', 'c')).toBeUndefined();
});

const read = async ({ ann }: Scene) => (await ann.call(expenseCalls.list)).text;

/** Polls, because other tests write to the same server and each commit empties the cache. */
async function expectCached(again: () => Promise<unknown> = () => read(scene)): Promise<void> {
  await expect.poll(() => countStatements(hub, again), { interval: 1 }).toBe(1);
}

test('while nothing changes, a repeated read only looks up its caller', async () => {
  await logExpense(scene);
  const first = await read(scene);
  await expectCached();
  expect(await read(scene)).toBe(first);
});

test('a read after an answered write sees it, despite concurrent readers and writers', {
  tags: ['all'],
}, async () => {
  const { ann, ben, cid } = scene;
  let isOver = false;
  const noise = [ben, cid].map(async (person) => {
    while (!isOver) {
      await person.call(expenseCalls.list);
      await person.call(expenseCalls.balances);
    }
  });
  const rounds = Array.from({ length: 4 }, async (_, lane) => {
    for (let round = 0; round < 25; round += 1) {
      const title = `Lane ${lane} round ${round}`;
      const { id } = await logExpense(scene, { title });
      const list = (await ann.call(expenseCalls.list, { query: { take: 200 } })).value();
      expect(list.expenses.items.map((expense) => expense.id)).toContain(id);
      const one = (await ben.call(expenseCalls.detail, { params: { expenseId: id } })).value();
      expect(one.title).toBe(title);
    }
  });
  await Promise.all(rounds);
  isOver = true;
  await Promise.all(noise);
});

test('a committed change by any means is seen, an uncommitted one is not', async () => {
  const { id } = await logExpense(scene, { title: 'Before' });
  const titleNow = async () => JSON.parse(await read(scene)).expenses.items[0].title;
  const rename = (title: string) =>
    sql`update expense set title = ${title} where chapter_id = ${scene.chapter.id} and id = ${id}`;
  expect(await titleNow()).toBe('Before');
  await rename('After').execute(hub.db);
  expect(await titleNow()).toBe('After');
  await hub.db.transaction().execute(async (tx) => {
    await rename('Not yet').execute(tx);
    expect(await titleNow()).toBe('After');
    // Another commit makes a new snapshot, in which this one is still not there.
    await logExpense(await createScene(hub));
    expect(await titleNow()).toBe('After');
  });
  expect(await titleNow()).toBe('Not yet');
});

test('a cached reply is never shared with another chapter or without permission', async () => {
  await logExpense(scene, { title: 'Ours' });
  const other = await createScene(hub);
  await logExpense(other, { title: 'Theirs' });
  expect([await read(scene), await read(other)].map((text) => text.includes('Ours'))).toEqual([
    true,
    false,
  ]);
  await hub.db
    .updateTable('member')
    .set({ status: 'removed' })
    .where('chapter_id', '=', scene.chapter.id)
    .where('id', '=', scene.ben.memberId)
    .execute();
  await scene.ann.call(expenseCalls.list);
  expect((await scene.ben.call(expenseCalls.list)).status).toBe(401);
});

describe('of two members who ask the same address', () => {
  const ownFirst = { take: 2, ownFirst: true };
  const listWallets = async (person: TestPerson, query: { ownFirst?: boolean } = {}) =>
    (await person.call(walletCalls.list, { query })).value().wallets.items;

  test('each gets their own reply where it depends on who asks', async () => {
    const people = [scene.ann, scene.ben];
    for (const { memberId: ownerId, call } of people) {
      await call(walletCalls.create, { body: { name: 'Cash', ownerId, currencyCode: 'USD' } });
    }
    for (const person of [...people, ...people]) {
      const [first] = await listWallets(person, ownFirst);
      expect(first?.ownerId).toBe(person.memberId);
    }
    await expectCached(() => listWallets(scene.ben, ownFirst));
    expect((await listWallets(scene.ann, ownFirst))[0]?.ownerId).toBe(scene.ann.memberId);
  });

  test.each([
    ['expenses', ({ call }: TestPerson) => call(expenseCalls.list)],
    ['standings', ({ call }: TestPerson) => call(expenseCalls.standings)],
    ['wallets', ({ call }: TestPerson) => call(walletCalls.list)],
    ['totals of wallets', ({ call }: TestPerson) => call(walletCalls.totals)],
  ])('the second gets what was kept of the first where all get the same: %s', async (_, ask) => {
    await logExpense(scene);
    await expect
      .poll(
        async () => {
          await ask(scene.ann);
          return countStatements(hub, () => ask(scene.ben));
        },
        { interval: 1 },
      )
      .toBe(1);
  });
});
