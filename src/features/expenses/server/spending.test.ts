/** What a member's shares add up to by month. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { type LocalDateTime, localToInstant, toInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import { createBody, createScene, logExpense, type Scene, toParams } from '../testing/scene.ts';

/** The last hour of November in the chapter's zone, and December already in UTC. */
const now = toInstant(Temporal.Instant.from('2026-12-01T07:30:00Z'));
const zone = 'America/Los_Angeles';

let hub: TestHub;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub({ clock: () => now });
});
beforeEach(async () => {
  scene = await createScene(hub);
});
afterAll(() => hub?.close());

const readMonths = async (person: TestPerson) =>
  (await person.call(expenseCalls.spending)).value().months;

/** Ann and Ben share it evenly. */
const logShared = (local: LocalDateTime, amount: number) =>
  logExpense(scene, {
    amount: cents(amount),
    expenseDate: localToInstant(local, zone),
    participants: [scene.ann.memberId, scene.ben.memberId],
  });

test('twelve months are listed, oldest first, also without expenses', async () => {
  const months = await readMonths(scene.ann);
  expect(months.map(({ month }) => month)).toEqual([
    '2025-12',
    '2026-01',
    '2026-02',
    '2026-03',
    '2026-04',
    '2026-05',
    '2026-06',
    '2026-07',
    '2026-08',
    '2026-09',
    '2026-10',
    '2026-11',
  ]);
  expect(months.every(({ amount }) => amount === 0)).toBe(true);
});

test('months begin and end with their days in the time zone of the chapter', async () => {
  await logShared('2025-11-30T23:59', 2_00);
  await logShared('2025-12-01T00:00', 20_00);
  await logShared('2026-10-31T23:59', 200_00);
  await logShared('2026-11-01T00:00', 2000_00);
  await logShared('2026-11-30T23:59', 20_000_00);
  await logShared('2026-12-01T00:00', 200_000_00);
  const { ann, ben, cid } = scene;
  const spent = (await readMonths(ann)).filter(({ amount }) => amount !== 0);
  expect(spent).toEqual([
    { month: '2025-12', amount: 10_00 },
    { month: '2026-10', amount: 100_00 },
    { month: '2026-11', amount: 11_000_00 },
  ]);
  expect((await ann.call(expenseCalls.spending)).value().total).toBe(11_110_00);
  expect(await readMonths(ben)).toEqual(await readMonths(ann));
  expect((await readMonths(cid)).some(({ amount }) => amount !== 0)).toBe(false);
});

test('settled expenses count, deleted ones do not, and a reversal takes back what it reverses', async () => {
  const { ann, ben } = scene;
  const readThisMonth = async () => (await readMonths(ben)).at(-1)?.amount;
  const settled = await logShared('2026-11-10T12:00', 10_00);
  await ann.call(expenseCalls.settle, { params: toParams(settled) });
  const deleted = await logShared('2026-11-11T12:00', 100_00);
  expect(await readThisMonth()).toBe(55_00);
  await ann.call(expenseCalls.remove, { params: toParams(deleted) });
  expect(await readThisMonth()).toBe(5_00);
  const { version } = (await ann.call(expenseCalls.detail, { params: toParams(settled) })).value();
  const replacement = createBody(scene, {
    amount: cents(8_00),
    expenseDate: settled.expenseDate,
    participants: [ann.memberId, ben.memberId],
  });
  const corrected = await ann.call(expenseCalls.correct, {
    params: toParams(settled),
    body: { replacement, note: 'The bill was $8' },
    headers: { 'if-match': `"${version}"` },
  });
  corrected.value();
  expect(await readThisMonth()).toBe(4_00);
});
