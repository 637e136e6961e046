import { describe, expect, test } from 'vitest';
import { countStatements } from '#app/testing/count-statements.ts';
import type { TestHub, TestPerson } from '#app/testing/hub.ts';
import { toInstant } from '#kit/day.ts';
import { cents, sumCents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { expenseCalls } from '../contract.ts';
import type { ExpenseFields } from '../expense.ts';
import { type Rate, rateFromText } from '../original.ts';
import { createScene, logExpense, type Scene, toParams } from '../testing/scene.ts';
import { setUpScenes } from '../testing/set-up-scenes.ts';

let hub: TestHub;
let scene: Scene;
setUpScenes((theHub, theScene) => {
  hub = theHub;
  scene = theScene;
});

async function listTitles(query: Record<string, unknown>): Promise<string[]> {
  const reply = await scene.ben.call(expenseCalls.list, { query: query as never });
  const { expenses, totalAmount } = reply.value();
  const { items, totalCount } = expenses;
  expect(totalCount).toBe(items.length);
  expect(totalAmount).toBe(sumCents(items.map(({ amount }) => amount)));
  return items.map((expense) => expense.title);
}

test('a search matches literal text in title, description and category', async () => {
  await logExpense(scene, { title: '100% Pizza', category: 'Food' });
  await logExpense(scene, { title: 'Taxi', description: 'Shared with pizza people' });
  await logExpense(scene, { title: 'Rent', category: 'Pizzeria' });
  await logExpense(scene, { title: 'under_score' });
  expect((await listTitles({ searchTerm: 'PIZZ' })).sort()).toEqual(['100% Pizza', 'Rent', 'Taxi']);
  expect(await listTitles({ searchTerm: '%' })).toEqual(['100% Pizza']);
  expect(await listTitles({ searchTerm: '_' })).toEqual(['under_score']);
  expect(await listTitles({ searchTerm: '\\' })).toEqual([]);
  expect(await listTitles({ searchTerm: '  ' })).toHaveLength(4);
});

test('a search folds letters and signs, in what is stored and in what is typed', async () => {
  await logExpense(scene, { title: 'Café Roma' });
  await logExpense(scene, { title: 'Taxi', description: 'Mary O’Brien–Weiß' });
  await logExpense(scene, { title: 'Rent', category: 'Łódź' });
  expect(await listTitles({ searchTerm: 'cafe' })).toEqual(['Café Roma']);
  expect(await listTitles({ searchTerm: 'CÁFÉ r' })).toEqual(['Café Roma']);
  expect(await listTitles({ searchTerm: "O'Brien-weiss" })).toEqual(['Taxi']);
  expect(await listTitles({ searchTerm: 'lodz' })).toEqual(['Rent']);
  // Too short for the index.
  expect(await listTitles({ searchTerm: 'fé' })).toEqual(['Café Roma']);
  expect(await listTitles({ searchTerm: "o'" })).toEqual(['Taxi']);
});

test('a search finds an amount as the list shows it', async () => {
  const rate = rateFromText('0.87') as Rate;
  const original = { currency: 'EUR' as const, amount: cents(19_99), rate };
  await logExpense(scene, { title: 'a', amount: cents(7_713_29) });
  await logExpense(scene, { title: 'b', amount: cents(17_39), original });
  await logExpense(scene, { title: 'room 7713.29' });
  await logExpense(scene, { title: 'Gala 2026', amount: cents(2_026_00) });
  expect((await listTitles({ searchTerm: '$7,713.29' })).sort()).toEqual(['a']);
  expect((await listTitles({ searchTerm: '7713.29' })).sort()).toEqual(['a', 'room 7713.29']);
  expect(await listTitles({ searchTerm: '€19.99' })).toEqual(['b']);
  expect(await listTitles({ searchTerm: '$19.99' })).toEqual([]);
  expect(await listTitles({ searchTerm: '2026' })).toEqual(['Gala 2026']);
});

test('a list filters by payer, participant, category and status, alone and combined', async () => {
  const { ann, ben, cid, dora } = scene;
  await logExpense(scene, {
    title: 'a',
    amount: cents(1_234_56),
    paidBy: dora.memberId,
    category: 'Food',
    isExcludedFromGroupTotals: true,
  });
  await logExpense(scene, { title: 'b', participants: [ben.memberId], category: 'food' });
  const c = await logExpense(scene, {
    title: 'c',
    participants: [ann.memberId],
    category: 'Travel',
  });
  const d = await logExpense(scene, { title: 'd', participants: [cid.memberId] });
  await ann.call(expenseCalls.settle, { params: { expenseId: c.id } });
  await ann.call(expenseCalls.remove, { params: { expenseId: d.id } });
  expect(await listTitles({})).toHaveLength(3);
  expect(await listTitles({ paidBy: dora.memberId })).toEqual(['a']);
  expect((await listTitles({ participantId: ben.memberId })).sort()).toEqual(['a', 'b']);
  expect((await listTitles({ category: 'FOOD' })).sort()).toEqual(['a', 'b']);
  expect((await listTitles({ status: 'open' })).sort()).toEqual(['a', 'b']);
  expect(await listTitles({ status: 'settled' })).toEqual(['c']);
  expect(await listTitles({ status: 'deleted' })).toEqual(['d']);
  expect(await listTitles({ status: 'open', category: 'food', paidBy: dora.memberId })).toEqual([
    'a',
  ]);
  expect(await listTitles({ participantId: newId<'member'>() })).toEqual([]);
});

test('a list filters by days in the chapter’s time zone, the last one included', async () => {
  // Los Angeles changes from UTC−8 to UTC−7 on March 8.
  await logExpense(scene, { title: 'eve', expenseDate: '2026-03-01T07:59:59.000Z' });
  await logExpense(scene, { title: 'first', expenseDate: '2026-03-01T08:00:00.000Z' });
  await logExpense(scene, { title: 'last', expenseDate: '2026-03-09T06:59:59.000Z' });
  await logExpense(scene, { title: 'after', expenseDate: '2026-03-09T07:00:00.000Z' });
  expect(await listTitles({ from: '2026-03-01', to: '2026-03-08' })).toEqual(['last', 'first']);
  expect(await listTitles({ from: '2026-03-09' })).toEqual(['after']);
  expect(await listTitles({ to: '2026-02-28' })).toEqual(['eve']);
  expect(await listTitles({ from: '2026-03-08', to: '2026-03-01' })).toEqual([]);
});

test('every sort works in both directions, with ties newest first', async () => {
  const { ann, ben, cid, dora } = scene;
  const at = (day: number) => toInstant(Temporal.Instant.from(`2026-03-0${day}T18:00Z`));
  const three = { participants: [ann.memberId, ben.memberId, cid.memberId] };
  await logExpense(scene, { title: 'Éclair', amount: cents(300), expenseDate: at(1), ...three });
  const zebra = await logExpense(scene, {
    title: 'zebra',
    amount: cents(200),
    expenseDate: at(2),
    paidBy: dora.memberId,
    participants: [ben.memberId],
  });
  await logExpense(scene, {
    title: 'apple',
    amount: cents(200),
    expenseDate: at(3),
    paidBy: null,
    isEvenSplit: true,
    participants: [ben.memberId, cid.memberId],
  });
  await ann.call(expenseCalls.settle, { params: { expenseId: zebra.id } });
  const sorted = (sort: string) => listTitles({ sort });
  const reversed = (sort: string) => listTitles({ sort, direction: 'desc' });
  expect(await sorted('date')).toEqual(['Éclair', 'zebra', 'apple']);
  expect(await reversed('date')).toEqual(await listTitles({}));
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

test('a participant’s column sorts by shares owed, then expenses paid, then all others', async () => {
  const { ann, ben, cid, dora } = scene;
  const at = (day: number) => toInstant(Temporal.Instant.from(`2026-03-0${day}T18:00Z`));
  const people = (...some: TestPerson[]) => some.map((person) => person.memberId);
  const of = (title: string, amount: number, day: number, more: Partial<ExpenseFields> = {}) =>
    logExpense(scene, { title, amount: cents(amount), expenseDate: at(day), ...more });
  const annAndBen = { participants: people(ann, ben) };
  await of('fifty', 100, 1, annAndBen);
  await of('ten', 20, 2, annAndBen);
  await of('ten later', 30, 3, { participants: people(ann, ben, cid) });
  await of('all of it', 70, 4, { participants: people(ben) });
  await of('paid', 5, 5, { paidBy: ben.memberId, ...annAndBen });
  await of('paid for others', 900, 6, { paidBy: ben.memberId, participants: people(cid) });
  await of('even', 80, 7, { paidBy: null, isEvenSplit: true, ...annAndBen });
  await of('not theirs', 100, 8, { participants: people(cid) });
  await of('nor this', 100, 9, { paidBy: dora.memberId, participants: people(cid) });
  const by = (more: Record<string, unknown>) =>
    listTitles({ sort: 'member', memberId: ben.memberId, ...more });
  const rest = ['paid for others', 'paid', 'nor this', 'not theirs'];
  expect(await by({})).toEqual(['ten later', 'ten', 'even', 'fifty', 'all of it', ...rest]);
  const descending = ['all of it', 'fifty', 'even', 'ten later', 'ten', ...rest];
  expect(await by({ direction: 'desc' })).toEqual(descending);
  expect(await by({ direction: 'desc', paidBy: dora.memberId })).toEqual(['nor this']);
  expect(await by({ participantId: cid.memberId })).toEqual([
    'ten later',
    'paid for others',
    'nor this',
    'not theirs',
  ]);
  const pages: string[] = [];
  for (const skip of [0, 2, 4, 6, 8, 10]) {
    const query = { sort: 'member', memberId: ben.memberId, direction: 'desc', skip, take: 2 };
    const { expenses } = (await ann.call(expenseCalls.list, { query: query as never })).value();
    expect(expenses.totalCount).toBe(9);
    pages.push(...expenses.items.map((expense) => expense.title));
  }
  expect(pages).toEqual(descending);
  // An unknown member owes and paid nothing.
  expect(await listTitles({ sort: 'member', memberId: newId<'member'>() })).toEqual(
    await listTitles({}),
  );
});

test('invalid list parameters are refused', async () => {
  for (const query of [
    { sort: 'amount' },
    { sort: ['date', 'title'] },
    { direction: 'up' },
    { sort: 'member' },
    { sort: 'member', memberId: testId('me') },
    { status: 'gone' },
    { paidBy: testId('me') },
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

test('pages of a filtered list have the total count and do not overlap', async () => {
  for (const title of ['a', 'b', 'c', 'd', 'e'])
    await logExpense(scene, { title, category: 'Food' });
  await logExpense(scene, { title: 'other', category: 'Travel' });
  const seen: string[] = [];
  for (const skip of [0, 2, 4, 6]) {
    const query = { skip, take: 2, category: 'Food', sort: 'title' as const };
    const { expenses } = (await scene.ben.call(expenseCalls.list, { query })).value();
    expect([expenses.totalCount, expenses.totalPages]).toEqual([5, 3]);
    seen.push(...expenses.items.map((expense) => expense.title));
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('categories in use are listed by name, each once', async () => {
  for (const category of ['Travel', 'food', 'Food', '', 'Émigré'])
    await logExpense(scene, { category });
  const gone = await logExpense(scene, { category: 'Gone' });
  await scene.ann.call(expenseCalls.remove, { params: { expenseId: gone.id } });
  const { items } = (await scene.ben.call(expenseCalls.categories)).value();
  expect(items.map((category) => category.toLowerCase())).toEqual(['émigré', 'food', 'travel']);
});

test('no list contains another chapter’s expenses', async () => {
  const other = await createScene(hub);
  await logExpense(other, { title: 'Theirs', category: 'Secret' });
  await logExpense(scene, { title: 'Ours' });
  expect(await listTitles({})).toEqual(['Ours']);
  expect(await listTitles({ searchTerm: 'Theirs' })).toEqual([]);
  expect(await listTitles({ paidBy: other.ann.memberId })).toEqual([]);
  expect((await scene.ben.call(expenseCalls.categories)).value().items).not.toContain('Secret');
});

describe('a page', () => {
  test('is newest first, loses no expense, and names every payer and participant', async () => {
    const { ann, dora } = scene;
    const made = [];
    for (const day of ['03', '01', '02', '02'] as const) {
      made.push(
        await logExpense(scene, { title: day, expenseDate: `2026-03-${day}T00:00:00.000Z` }),
      );
    }
    const first = (await ann.call(expenseCalls.list, { query: { take: 3 } })).value();
    expect(first.expenses).toMatchObject({
      totalCount: 4,
      totalPages: 2,
      currentPage: 1,
      pageSize: 3,
    });
    expect(first.expenses.items.map((each) => each.title)).toEqual(['03', '02', '02']);
    expect(first.participants.map((each) => each.name)).toEqual([
      'Ann Abel',
      'Ben Burns',
      'Cid Chen',
    ]);
    const second = (await ann.call(expenseCalls.list, { query: { skip: 3, take: 3 } })).value();
    const seen = [...first.expenses.items, ...second.expenses.items].map((each) => each.id);
    expect(seen.toSorted()).toEqual(made.map((each) => each.id).toSorted());
    const beyond = (await ann.call(expenseCalls.list, { query: { skip: 9 } })).value();
    expect(beyond).toMatchObject({ expenses: { items: [], totalCount: 4 }, participants: [] });

    await logExpense(scene, { paidBy: dora.memberId });
    const payers = (await ann.call(expenseCalls.list)).value();
    expect(payers.participants.map((each) => each.name)).toContain('Dora Diaz');
  });

  test('takes the same number of statements for one expense as for forty', async () => {
    const { ann, ben } = scene;
    const count = () => countStatements(hub, () => ann.call(expenseCalls.list));
    const first = await logExpense(scene);
    const one = await count();
    for (let made = 1; made < 40; made += 1) await logExpense(scene);
    const override = {
      type: 'manual',
      amount: cents(1),
      label: 'x',
      participantIds: [ben.memberId],
    };
    await ann.call(expenseCalls.addOverride, { params: toParams(first), body: override as never });
    expect(one).toBeGreaterThan(1);
    expect(await count()).toBe(one);
  });

  test('can be limited to one event, and names the events it shows, of any year', async () => {
    const { ann, chapter } = scene;
    const calendar = await hub.db
      .selectFrom('calendar')
      .select('id')
      .where('chapter_id', '=', chapter.id)
      .executeTakeFirstOrThrow();
    const eventId = newId<'event'>();
    const now = '2024-03-01T00:00:00.000Z';
    await hub.db
      .insertInto('event')
      .values({
        chapter_id: chapter.id,
        id: eventId,
        calendar_id: calendar.id,
        title: 'Gala',
        category_color: '2563eb',
        local_start: '2024-03-01T18:00',
        local_end: '2024-03-01T20:00',
        time_zone: 'America/Los_Angeles',
        created_by: ann.memberId,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await logExpense(scene);
    const gala = await logExpense(scene, { eventId });
    const list = (await ann.call(expenseCalls.list, { query: { eventId } })).value();
    expect(list.expenses).toMatchObject({ items: [{ id: gala.id }], totalCount: 1 });
    expect(list.events).toEqual([{ id: eventId, title: 'Gala' }]);
    const all = (await ann.call(expenseCalls.list, { query: {} })).value();
    expect(all.events).toEqual(list.events);
    const beyond = { eventId, skip: 40 };
    expect((await ann.call(expenseCalls.list, { query: beyond })).value().events).toEqual(
      list.events,
    );
    const none = (
      await ann.call(expenseCalls.list, { query: { eventId: newId<'event'>() } })
    ).value();
    expect(none).toMatchObject({ expenses: { items: [], totalCount: 0 }, events: [] });
    await hub.db
      .updateTable('event')
      .set({ deleted_at: now })
      .where('chapter_id', '=', chapter.id)
      .where('id', '=', eventId)
      .execute();
    expect((await ann.call(expenseCalls.list, { query: { eventId } })).value().events).toEqual([]);
  });
});

test('with shares=own, an expense of many people names a few and has only the own share', async () => {
  const { ann, ben, cid, chapter } = scene;
  const more = await Promise.all(
    Array.from({ length: 12 }, (_, index) => chapter.person(`Guest ${index}`)),
  );
  const everyone = [ann, ben, cid, ...more].map(({ memberId }) => memberId);
  const many = await logExpense(scene, { amount: cents(150_00), participants: everyone });
  const few = await logExpense(scene, { title: 'Few' });
  const last = more.at(-1) as TestPerson;
  const query = { shares: 'own' as const, participantId: last.memberId };
  const { expenses, participants } = (
    await ben.call(expenseCalls.list, { query: { shares: 'own' } })
  ).value();
  expect(expenses.items.find(({ id }) => id === few.id)).toEqual(few);
  const listed = expenses.items.find(({ id }) => id === many.id);
  expect(listed).toEqual({
    ...many,
    participants: listed?.participants,
    participantCount: 15,
    participantBreakdowns: [{ participantId: ben.memberId, amountOwed: 10_00 }],
  });
  expect(listed?.participants).toHaveLength(5);
  expect(listed?.participants[0]).toBe(ben.memberId);
  expect(participants.length).toBeLessThan(everyone.length);
  // Whom the list is narrowed to is among them.
  const narrowed = (await ben.call(expenseCalls.list, { query })).value().expenses.items;
  expect(narrowed.map((each) => each.participants.slice(0, 2).toSorted())).toEqual([
    [ben.memberId, last.memberId].toSorted(),
  ]);
  const whole = (await ben.call(expenseCalls.list)).value().expenses.items;
  expect(whole.find(({ id }) => id === many.id)).toEqual(many);
});
