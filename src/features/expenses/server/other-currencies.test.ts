/** Expenses paid in another currency: through the API, and what the database itself refuses. */
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { cents, maxCents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import type { Expense } from '../expense.ts';
import { convertToDollars, type Original, type Rate, rateFromText } from '../original.ts';
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
let owner: pg.Client;
beforeAll(async () => {
  hub = await startTestHub();
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  await owner.query('set search_path = hub');
});
beforeEach(async () => {
  scene = await createScene(hub);
});
afterAll(async () => {
  await owner?.end();
  await hub?.close();
});

const euros = (amount: number, rate = '1.0834'): Original => ({
  currency: 'EUR',
  amount: cents(amount),
  rate: rateFromText(rate) as Rate,
});

const logEuros = () => logExpense(scene, { amount: cents(216_68), original: euros(200_00) });

const patch = (expense: Expense, ...operations: [path: string, value: unknown][]) =>
  scene.ann.call(expenseCalls.patch, {
    params: toParams(expense),
    body: operations.map(([name, value]) => ({ op: 'replace', path: `/${name}`, value })) as never,
  });

test('the database rounds as convertToDollars does', async () => {
  const samples = fc.sample(
    fc.record({
      amount: fc.integer({ min: 1, max: maxCents }),
      rate: fc.integer({ min: 1, max: 99_999_999 }),
      whole: fc.nat(3),
    }),
    2_000,
  );
  const pairs = [
    ...samples.map(({ amount, rate, whole }) =>
      euros(amount, `${whole}.${String(rate).padStart(8, '0')}`),
    ),
    ...[1, 3, 5, 7].map((amount) => euros(amount, '0.5')),
  ];
  const { rows } = await sql<{ dollars: string }>`
    select round(amount * rate)::text as dollars
    from unnest(${pairs.map(({ amount }) => amount)}::bigint[], ${pairs.map(({ rate }) => rate)}::numeric[])
      with ordinality as pair (amount, rate, position)
    order by position
  `.execute(hub.db);
  const expected = pairs.map((pair) => convertToDollars(pair));
  expect(
    rows.map(({ dollars }) => (BigInt(dollars) > BigInt(maxCents) ? undefined : Number(dollars))),
  ).toEqual(expected);
});

test('the amount, its currency and rate are kept, and shares are in dollars', async () => {
  const expense = await logEuros();
  expect(expense).toMatchObject({ amount: 216_68, original: euros(200_00) });
  expect(expense.participantBreakdowns.reduce((sum, { amountOwed }) => sum + amountOwed, 0)).toBe(
    216_68,
  );
  const { expenses } = (await scene.ben.call(expenseCalls.list)).value();
  expect(expenses.items[0]?.original).toEqual(euros(200_00));
  const params = toParams(expense);
  expect((await scene.ben.call(expenseCalls.detail, { params })).value()).toEqual(expense);
  const events = (await scene.ben.call(expenseCalls.history, { params })).value().events;
  expect(events.items[0]?.after).toMatchObject({ amount: 216_68, original: euros(200_00) });
  const settled = (
    await scene.ann.call(expenseCalls.settle, { params, body: { note: 'Cash' } })
  ).value();
  expect(settled.original).toEqual(euros(200_00));
});

test('the latest rate of each currency is proposed', async () => {
  await logExpense(scene, { amount: cents(2_00), original: euros(1_00, '2') });
  const { expenseDate } = await logEuros();
  await logExpense(scene, {
    amount: cents(1_25),
    original: { ...euros(1_00, '1.25'), currency: 'GBP' },
  });
  const { items } = (await scene.ben.call(expenseCalls.rates)).value();
  expect(items).toEqual([
    { currency: 'EUR', rate: '1.0834', expenseDate },
    { currency: 'GBP', rate: '1.25', expenseDate },
  ]);
  const elsewhere = await createScene(hub);
  expect((await elsewhere.ann.call(expenseCalls.rates)).value().items).toEqual([]);
});

test('the rate of an old expense is not proposed again because it is corrected', async () => {
  const { ann } = scene;
  const log = (rate: string, dollars: number) =>
    logExpense(scene, { amount: cents(dollars), original: euros(1_00, rate) });
  const settle = async (expense: Expense) =>
    (await ann.call(expenseCalls.settle, { params: toParams(expense) })).value();
  const correct = async (expense: Expense, replacement: Partial<Expense> | null) => {
    const body = { replacement: replacement && createBody(scene, replacement) };
    return (await ann.call(expenseCalls.correct, { params: toParams(expense), body })).value();
  };
  const proposed = async () =>
    (await ann.call(expenseCalls.rates)).value().items.map(({ rate }) => rate);
  const [reversed, replaced, mistaken] = [
    await settle(await log('2', 2_00)),
    await settle(await log('2', 2_00)),
    await settle(await log('11', 11_00)),
  ];
  await log('1.5', 1_50);
  await correct(reversed, null);
  await correct(replaced, { amount: cents(4_00), original: euros(2_00, '2') });
  expect(await proposed()).toEqual(['1.5']);
  // One that was mistyped is newly stated.
  await correct(mistaken, { amount: cents(1_10), original: euros(1_00, '1.1') });
  expect(await proposed()).toEqual(['1.1']);
});

test('an amount in dollars replaces the other currency, which brings its own in dollars', async () => {
  const expense = await logEuros();
  const inEuros = (await patch(expense, ['original', euros(100_00, '1.5')])).value();
  expect(inEuros).toMatchObject({ amount: 150_00, original: euros(100_00, '1.5') });
  const inDollars = (await patch(inEuros, ['amount', cents(90_00)])).value();
  expect(inDollars).toMatchObject({ amount: 90_00, original: null });
  const both = await patch(inDollars, ['amount', cents(80_00)], ['original', euros(1_00, '1')]);
  expect(both.refusal()).toMatchObject({ code: 'original_mismatch', field: 'original' });
  const again = (await patch(inDollars, ['title', 'Supper'])).value();
  expect(again).toMatchObject({ amount: 90_00, original: null });
});

test.each<[string, Original, number]>([
  ['original_mismatch', euros(200_00), 216_69],
  ['original_not_positive', euros(0), 1],
  ['original_not_positive', euros(-1_00), 1_08],
  ['original_too_large', euros(maxCents, '9999'), maxCents],
])(
  '%s: an original amount that does not come to the amount is refused',
  async (code, original, amount) => {
    const before = await readEverything(scene);
    const body = createBody(scene, { amount: cents(amount), original });
    const reply = await scene.ann.call(expenseCalls.create, { body });
    expect(reply.refusal()).toMatchObject({ code, field: 'original' });
    expect(await readEverything(scene)).toBe(before);
  },
);

test.each([
  { currency: 'USD', amount: 1, rate: '1' },
  { currency: 'JPY', amount: 1, rate: '1' },
  { currency: 'EUR', amount: 1, rate: '0' },
  { currency: 'EUR', amount: 1, rate: 1 },
  { currency: 'EUR', amount: 1.005, rate: '1' },
  { currency: 'EUR', amount: 1, rate: '1e3' },
  { currency: 'EUR', amount: 1, rate: '1', more: true },
  { currency: 'EUR', amount: 1 },
])('the original amount %j is refused by its shape', async (original) => {
  const before = await readEverything(scene);
  const raw = JSON.stringify({
    ...JSON.parse(JSON.stringify(createBody(scene))),
    amount: 1,
    original,
  });
  const reply = await scene.ann.call(expenseCalls.create, { raw });
  expect(reply.status).toBe(422);
  expect(await readEverything(scene)).toBe(before);
});

test.each([
  "set original_currency = 'EUR'",
  "set original_currency = 'EUR', original_cents = 100, original_rate = '1'",
  "set original_currency = 'JPY', original_cents = amount_cents, original_rate = '1'",
  "set original_currency = 'EUR', original_cents = 0, original_rate = '1'",
  "set original_currency = 'EUR', original_cents = amount_cents, original_rate = '0'",
  "set original_currency = 'EUR', original_cents = amount_cents, original_rate = '1.0'",
  "set original_currency = 'EUR', original_cents = amount_cents, original_rate = '1.000000001'",
  "set original_currency = 'EUR', original_cents = amount_cents, original_rate = 'NaN'",
  "set original_currency = 'EUR', original_cents = -amount_cents, original_rate = '-1'",
])('the database refuses to %s', async (change) => {
  const { id } = await logExpense(scene);
  await expect(
    owner.query(`update hub.expense ${change} where chapter_id = $1 and id = $2`, [
      scene.chapter.id,
      id,
    ]),
  ).rejects.toMatchObject({ code: '23514' });
});
