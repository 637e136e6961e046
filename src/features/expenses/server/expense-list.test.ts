import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { newId } from '#server/ids.ts';
import { startTestHub, type TestHub } from '#server/testing/hub.ts';
import { expenseCalls } from '../contract.ts';
import { log, makeScene, type Scene } from '../testing/scene.ts';

let hub: TestHub;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub();
});
beforeEach(async () => {
  scene = await makeScene(hub);
});
afterAll(async () => {
  expect(await hub.differences()).toEqual([]);
  await hub.close();
});

async function titles(query: Record<string, unknown>): Promise<string[]> {
  const reply = await scene.ben.call(expenseCalls.list, { query: query as never });
  const { items, totalCount } = reply.value().expenses;
  expect(totalCount).toBe(items.length);
  return items.map((expense) => expense.title);
}

test('a search finds a part of title, description or category, letter by letter', async () => {
  await log(scene, { title: '100% Pizza', category: 'Food' });
  await log(scene, { title: 'Taxi', description: 'Shared with pizza people' });
  await log(scene, { title: 'Rent', category: 'Pizzeria' });
  await log(scene, { title: 'under_score' });
  expect((await titles({ searchTerm: 'PIZZ' })).sort()).toEqual(['100% Pizza', 'Rent', 'Taxi']);
  expect(await titles({ searchTerm: '%' })).toEqual(['100% Pizza']);
  expect(await titles({ searchTerm: '_' })).toEqual(['under_score']);
  expect(await titles({ searchTerm: '\\' })).toEqual([]);
  expect(await titles({ searchTerm: '  ' })).toHaveLength(4);
});

test('a list narrows by payer, participant, category and status, each and together', async () => {
  const { ann, ben, cid, dora } = scene;
  await log(scene, { title: 'a', paidBy: dora.memberId, category: 'Food' });
  await log(scene, { title: 'b', participants: [ben.memberId], category: 'food' });
  const c = await log(scene, { title: 'c', participants: [ann.memberId], category: 'Travel' });
  const d = await log(scene, { title: 'd', participants: [cid.memberId] });
  await ann.call(expenseCalls.settle, { params: { expenseId: c.id } });
  await ann.call(expenseCalls.remove, { params: { expenseId: d.id } });
  expect(await titles({})).toHaveLength(3);
  expect(await titles({ paidBy: dora.memberId })).toEqual(['a']);
  expect((await titles({ participantId: ben.memberId })).sort()).toEqual(['a', 'b']);
  expect((await titles({ category: 'FOOD' })).sort()).toEqual(['a', 'b']);
  expect((await titles({ status: 'open' })).sort()).toEqual(['a', 'b']);
  expect(await titles({ status: 'settled' })).toEqual(['c']);
  expect(await titles({ status: 'deleted' })).toEqual(['d']);
  expect(await titles({ status: 'open', category: 'food', paidBy: dora.memberId })).toEqual(['a']);
  expect(await titles({ participantId: newId() })).toEqual([]);
});

test('a list narrows by days as the chapter’s clocks count them, the last one included', async () => {
  // The chapter is in Los Angeles: UTC − 8 in March before the change, − 7 after.
  await log(scene, { title: 'eve', expenseDate: '2026-03-01T07:59:59.000Z' });
  await log(scene, { title: 'first', expenseDate: '2026-03-01T08:00:00.000Z' });
  await log(scene, { title: 'last', expenseDate: '2026-03-09T06:59:59.000Z' });
  await log(scene, { title: 'after', expenseDate: '2026-03-09T07:00:00.000Z' });
  expect(await titles({ from: '2026-03-01', to: '2026-03-08' })).toEqual(['last', 'first']);
  expect(await titles({ from: '2026-03-09' })).toEqual(['after']);
  expect(await titles({ to: '2026-02-28' })).toEqual(['eve']);
  expect(await titles({ from: '2026-03-08', to: '2026-03-01' })).toEqual([]);
});

test('every sort orders both ways, and equals stay newest first', async () => {
  const { ann, ben, cid, dora } = scene;
  const at = (day: number) => `2026-03-0${day}T18:00:00.000Z`;
  const three = { participants: [ann.memberId, ben.memberId, cid.memberId] };
  await log(scene, { title: 'Éclair', amount: cents(300), expenseDate: at(1), ...three });
  const zebra = await log(scene, {
    title: 'zebra',
    amount: cents(200),
    expenseDate: at(2),
    paidBy: dora.memberId,
    participants: [ben.memberId],
  });
  await log(scene, {
    title: 'apple',
    amount: cents(200),
    expenseDate: at(3),
    paidBy: null,
    isEvenSplit: true,
    participants: [ben.memberId, cid.memberId],
  });
  await ann.call(expenseCalls.settle, { params: { expenseId: zebra.id } });
  const sorted = (sort: string) => titles({ sort });
  const reversed = (sort: string) => titles({ sort, direction: 'desc' });
  expect(await sorted('date')).toEqual(['Éclair', 'zebra', 'apple']);
  expect(await reversed('date')).toEqual(await titles({}));
  expect(await sorted('title')).toEqual(['apple', 'Éclair', 'zebra']);
  expect(await reversed('title')).toEqual(['zebra', 'Éclair', 'apple']);
  expect(await sorted('total')).toEqual(['apple', 'zebra', 'Éclair']);
  expect(await reversed('total')).toEqual(['Éclair', 'apple', 'zebra']);
  expect(await sorted('payer')).toEqual(['Éclair', 'zebra', 'apple']);
  expect(await reversed('payer')).toEqual(['zebra', 'Éclair', 'apple']);
  expect(await sorted('count')).toEqual(['zebra', 'apple', 'Éclair']);
  expect(await sorted('status')).toEqual(['apple', 'Éclair', 'zebra']);
  expect(await reversed('status')).toEqual(['zebra', 'apple', 'Éclair']);
});

test('what a list cannot mean is refused', async () => {
  for (const query of [
    { sort: 'amount' },
    { sort: ['date', 'title'] },
    { direction: 'up' },
    { status: 'gone' },
    { paidBy: 'me' },
    { from: '2026-02-30' },
    { from: '1899-12-31' },
    { to: '9999-12-31' },
    { searchTerm: 'x'.repeat(201) },
    { category: 'x'.repeat(101) },
  ]) {
    const reply = await scene.ben.call(expenseCalls.list, { query: query as never });
    expect([JSON.stringify(query), reply.status]).toEqual([JSON.stringify(query), 422]);
  }
});

test('pages of a narrowed list are counted as a whole, and nothing is on two of them', async () => {
  for (const title of ['a', 'b', 'c', 'd', 'e']) await log(scene, { title, category: 'Food' });
  await log(scene, { title: 'other', category: 'Travel' });
  const seen: string[] = [];
  for (const skip of [0, 2, 4, 6]) {
    const query = { skip, take: 2, category: 'Food', sort: 'title' as const };
    const { expenses } = (await scene.ben.call(expenseCalls.list, { query })).value();
    expect([expenses.totalCount, expenses.totalPages]).toEqual([5, 3]);
    seen.push(...expenses.items.map((expense) => expense.title));
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('categories in use come by name, each once', async () => {
  for (const category of ['Travel', 'food', 'Food', '', 'Émigré']) await log(scene, { category });
  const gone = await log(scene, { category: 'Gone' });
  await scene.ann.call(expenseCalls.remove, { params: { expenseId: gone.id } });
  const { items } = (await scene.ben.call(expenseCalls.categories)).value();
  expect(items.map((category) => category.toLowerCase())).toEqual(['émigré', 'food', 'travel']);
});

test('another chapter’s expenses are in no list, whatever is asked', async () => {
  const other = await makeScene(hub);
  await log(other, { title: 'Theirs', category: 'Secret' });
  await log(scene, { title: 'Ours' });
  expect(await titles({})).toEqual(['Ours']);
  expect(await titles({ searchTerm: 'Theirs' })).toEqual([]);
  expect(await titles({ paidBy: other.ann.memberId })).toEqual([]);
  expect((await scene.ben.call(expenseCalls.categories)).value().items).not.toContain('Secret');
});
