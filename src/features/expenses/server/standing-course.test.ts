/** The course of a member's standing over the last twelve months. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { addDays } from '#kit/calendar/month.ts';
import { type Day, type Instant, localToInstant, toInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import { createBody, createScene, logExpense, type Scene, toParams } from '../testing/scene.ts';
import { readStandingCourse } from './standing-course.ts';

const zone = 'America/Los_Angeles';
const lastDay: Day = '2026-11-30';
/** Late on the last day in the chapter's zone, and December already in UTC. */
const lateOnLastDay = toInstant(Temporal.Instant.from('2026-12-01T07:30:00Z'));
let now: Instant = lateOnLastDay;

let hub: TestHub;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub({ clock: () => now });
});
beforeEach(async () => {
  now = lateOnLastDay;
  scene = await createScene(hub);
});
afterAll(async () => {
  expect(await hub.differences()).toEqual([]);
  await hub.close();
});

const at = (day: Day): Instant => localToInstant(`${day}T12:00`, zone);
const read = async (person: TestPerson) => (await person.call(expenseCalls.standingCourse)).value();
const readPoints = async (person: TestPerson) =>
  (await read(person)).points.map(({ day, balance }) => [day, balance]);

/** Ann paid, and shares it with Ben. */
const logShared = (day: Day, amount: number, more = {}) =>
  logExpense(scene, {
    amount: cents(amount),
    expenseDate: at(day),
    participants: [scene.ann.memberId, scene.ben.memberId],
    ...more,
  });

test('without anything recorded the course has no points, and the standing is zero', async () => {
  expect(await read(scene.ben)).toEqual({
    standing: 0,
    points: [],
    since: '2025-11-30',
    isComplete: true,
  });
});

test('open expenses count from their dates, for each their own side', async () => {
  await logShared('2026-03-10', 20_00);
  await logShared('2026-03-10', 2_00);
  await logShared('2026-05-01', 200_00);
  expect(await readPoints(scene.ben)).toEqual([
    ['2025-11-30', 0],
    ['2026-03-10', -11_00],
    ['2026-05-01', -111_00],
  ]);
  expect((await readPoints(scene.ann)).at(-1)).toEqual(['2026-05-01', 111_00]);
  expect(await readPoints(scene.dora)).toEqual([]);
});

test('what is older than twelve months is where the course begins', async () => {
  await logShared('2025-11-29', 20_00);
  await logShared('2025-11-30', 2_00);
  await logShared('2026-11-30', 200_00);
  expect(await readPoints(scene.ben)).toEqual([
    ['2025-11-30', -11_00],
    ['2026-11-30', -111_00],
  ]);
});

test('settling into wallets changes no standing; without wallets it strikes the amounts off', async () => {
  const intoWallets = await logShared('2026-06-01', 20_00, { useWalletTransactions: true });
  const cash = await logShared('2026-06-02', 2_00);
  now = at('2026-07-01');
  for (const expense of [intoWallets, cash]) {
    (await scene.ann.call(expenseCalls.settle, { params: toParams(expense) })).value();
  }
  now = lateOnLastDay;
  expect(await readPoints(scene.ben)).toEqual([
    ['2025-11-30', 0],
    ['2026-06-01', -10_00],
    ['2026-06-02', -11_00],
    ['2026-07-01', -10_00],
  ]);
});

test('a correction was never open, and shows on its day alone', async () => {
  const params = toParams(await logShared('2026-06-01', 20_00, { useWalletTransactions: true }));
  now = at('2026-07-01');
  (await scene.ann.call(expenseCalls.settle, { params })).value();
  now = at('2026-08-01');
  const replacement = createBody(scene, {
    amount: cents(30_00),
    expenseDate: at('2026-06-01'),
    participants: [scene.ann.memberId, scene.ben.memberId],
    useWalletTransactions: true,
  });
  const body = { replacement, note: 'Wrong amount' };
  (await scene.ann.call(expenseCalls.correct, { params, body })).value();
  now = lateOnLastDay;
  expect(await readPoints(scene.ben)).toEqual([
    ['2025-11-30', 0],
    ['2026-06-01', -10_00],
    ['2026-08-01', -15_00],
  ]);
});

test('deleted expenses are no part of the past, and a date to come counts from when it was logged', async () => {
  const deleted = await logShared('2026-06-01', 20_00);
  await logShared(addDays(lastDay, 20), 2_00);
  (await scene.ann.call(expenseCalls.remove, { params: toParams(deleted) })).value();
  expect(await readPoints(scene.ben)).toEqual([
    ['2025-11-30', 0],
    [lastDay, -1_00],
  ]);
});

test('all US dollar wallets count, others never', async () => {
  const { ann, ben } = scene;
  now = at('2026-04-01');
  for (const currencyCode of ['USD', 'USD', 'EUR'] as const) {
    const body = { name: currencyCode, ownerId: ben.memberId, currencyCode };
    const walletId = (await ann.call(walletCalls.create, { body })).value().id;
    const credit = {
      userId: ben.memberId,
      transactionType: 'credit' as const,
      amount: cents(7_00),
      description: 'Dues',
    };
    (await ann.call(walletCalls.addTransaction, { params: { walletId }, body: credit })).value();
  }
  now = lateOnLastDay;
  expect(await readPoints(ben)).toEqual([
    ['2025-11-30', 0],
    ['2026-04-01', 14_00],
  ]);
});

test('several payers are credited with their parts', async () => {
  const { ann, ben, cid } = scene;
  const payers = [
    { memberId: ann.memberId, amountPaid: cents(20_00) },
    { memberId: ben.memberId, amountPaid: cents(10_00) },
  ];
  await logShared('2026-06-01', 30_00, { participants: [cid.memberId], paidBy: null, payers });
  for (const [person, standing] of [
    [ann, 20_00],
    [ben, 10_00],
    [cid, -30_00],
  ] as const) {
    expect(await readPoints(person)).toEqual([
      ['2025-11-30', 0],
      ['2026-06-01', standing],
    ]);
  }
});

test('a history too long to read begins where all of it is known, with the same balances', async () => {
  for (const month of [4, 5, 6, 7, 8]) await logShared(`2026-0${month}-01` as Day, 2_00);
  const member = { chapterId: scene.chapter.id, memberId: scene.ben.memberId, timeZone: zone };
  const all = await readStandingCourse(hub.db, member, now, 6);
  const cut = await readStandingCourse(hub.db, member, now, 3);
  expect([all.isComplete, cut.isComplete]).toEqual([true, false]);
  expect(cut.since).toBe('2026-06-01');
  expect(cut.points).toEqual(all.points.filter(({ day }) => day >= cut.since));
});

test('the last point is the standing among all standings', async () => {
  await logShared('2026-06-01', 33_33);
  const { items } = (await scene.ben.call(expenseCalls.standings)).value();
  for (const person of [scene.ann, scene.ben]) {
    const { standing, points } = await read(person);
    expect(standing).toBe(items.find(({ memberId }) => memberId === person.memberId)?.standing);
    expect(points.at(-1)?.balance).toBe(standing);
  }
});
