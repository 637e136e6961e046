import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestHub, TestPerson } from '#app/testing/hub.ts';
import { cents } from '#kit/money.ts';
import { parseFraction } from '../arithmetic/fractions.ts';
import { expenseCalls } from '../contract.ts';
import type { Expense, OverrideFields, StatedShare } from '../expense.ts';
import {
  createBody,
  findShare,
  logExpense,
  readEverything,
  type Scene,
  toParams,
} from '../testing/scene.ts';
import { setUpScenes } from '../testing/set-up-scenes.ts';

let hub: TestHub;
let scene: Scene;
setUpScenes((theHub, theScene) => {
  hub = theHub;
  scene = theScene;
});

const state = (
  of: TestPerson,
  unit: StatedShare['unit'],
  value: string,
  amount = 0,
): OverrideFields => ({
  type: 'manual',
  amount: cents(amount),
  label: '',
  participantIds: [of.memberId],
  stated: { unit, value },
});

const log = async (overrides: OverrideFields[]) =>
  (
    await scene.ann.call(expenseCalls.create, { body: { ...createBody(scene), overrides } })
  ).value();
const read = async (expense: Expense) =>
  (await scene.ann.call(expenseCalls.detail, { params: toParams(expense) })).value();
const patch = (expense: Expense, ...list: object[]) =>
  scene.ann.call(expenseCalls.patch, {
    params: toParams(expense),
    raw: JSON.stringify(list.map((each) => ({ op: 'replace', ...each }))),
  });
const sharesOf = (expense: Expense) =>
  [scene.ann, scene.ben, scene.cid].map((each) => findShare(expense, each));

test('percentages and weights are kept as stated, and shares follow the total', async () => {
  const { ann, ben, cid } = scene;
  const tenth = await log([state(ann, 'percent', '33 1/3'), state(ben, 'weight', '3')]);
  expect(sharesOf(tenth)).toEqual([33_33, 50_00, 16_67]);
  expect(tenth.overrides).toMatchObject([
    { label: 'Manual override for Ann Abel', amount: 33_33 },
    { label: 'Manual override for Ben Burns', amount: 50_00 },
  ]);
  expect(await read(tenth)).toEqual(tenth);

  const doubled = (await patch(tenth, { path: '/amount', value: 300 })).value();
  expect(sharesOf(doubled)).toEqual([100_00, 150_00, 50_00]);
  expect(doubled.overrides.map(({ amount, stated }) => [amount, stated?.value])).toEqual([
    [100_00, '33 1/3'],
    [150_00, '3'],
  ]);
  expect(await read(doubled)).toEqual(doubled);

  // A client that knows nothing of it fixes an amount.
  const [first] = doubled.overrides;
  const fixed = await ann.call(expenseCalls.updateOverride, {
    params: { ...toParams(doubled), overrideId: first?.id as never },
    body: { type: 'manual', amount: cents(60_00), label: 'Ann', participantIds: [ann.memberId] },
  });
  expect(sharesOf(fixed.value())).toEqual([60_00, 180_00, 60_00]);
  expect(fixed.value().overrides[0]).not.toHaveProperty('stated');
  expect(await read(fixed.value())).toEqual(fixed.value());

  const added = await ann.call(expenseCalls.addOverride, {
    params: toParams(doubled),
    body: state(cid, 'percent', '10'),
  });
  expect(sharesOf(added.value())).toEqual([60_00, 210_00, 30_00]);
  const params = toParams(doubled);
  const settled = (await ann.call(expenseCalls.settle, { params })).value();
  expect(sharesOf(settled)).toEqual([60_00, 210_00, 30_00]);
  expect(await hub.differences()).toEqual([]);
});

test('all overrides are replaced at once with the other fields, or none is', async () => {
  const { ann, ben } = scene;
  const expense = await log([state(ann, 'percent', '50')]);
  const [before] = expense.overrides;
  const value = [
    { ...state(ann, 'percent', '25'), amount: 0 },
    { type: 'equal', amount: 9, label: 'Wine', participantIds: [ben.memberId] },
  ];
  const replaced = await patch(
    expense,
    { path: '/amount', value: 40 },
    { path: '/overrides', value },
  );
  expect(sharesOf(replaced.value())).toEqual([10_00, 19_50, 10_50]);
  expect(replaced.value().overrides).toMatchObject([
    { id: before?.id, amount: 10_00, stated: { value: '25' } },
    { label: 'Wine', amount: 9_00 },
  ]);
  expect(await read(expense)).toEqual(replaced.value());
  const { events } = (await ann.call(expenseCalls.history, { params: toParams(expense) })).value();
  expect(events.items.map(({ action }) => action)).toEqual(['expense.update', 'expense.create']);

  const unchanged = await readEverything(scene);
  for (const [path, wrong, field] of [
    ['/overrides', [state(ann, 'percent', '101')], 'stated'],
    ['/overrides', [{ ...value[1], stated: { unit: 'weight', value: '1' } }], 'stated'],
    ['/overrides', [value[0], { ...value[1], amount: 40 }], 'overrides.1.amount'],
    ['/overrides', [state(ann, 'weight', '1/0')], '0.value.0.stated.value'],
    ['/overrides', [state(ann, 'half' as never, '1')], '0.value.0.stated.unit'],
  ] as const) {
    const reply = await patch(expense, { path, value: wrong });
    expect([reply.status, reply.refusal().field]).toEqual([422, field]);
  }
  expect(await readEverything(scene)).toBe(unchanged);
  expect(sharesOf((await patch(expense, { path: '/overrides', value: [] })).value())).toHaveLength(
    3,
  );
  expect((await read(expense)).overrides).toEqual([]);
});

test('parse_fraction in SQL equals parseFraction', async () => {
  const text = fc.oneof(
    fc.tuple(fc.nat(99_999), fc.nat(9_999)).map(([whole, part]) => `${whole}.${part}`),
    fc.nat(99_999).map(String),
    fc
      .tuple(fc.option(fc.nat(99_999)), fc.nat(9_999), fc.integer({ min: 1, max: 9_999 }))
      .map(([whole, top, bottom]) => `${whole === null ? '' : `${whole} `}${top}/${bottom}`),
  );
  const texts = fc.sample(text, 500);
  const { rows } = await sql<{ near: boolean }>`
    select abs(parse_fraction(text) - numerator / denominator) < 1e-10 as near
    from unnest(
      ${texts}::text[],
      ${texts.map((each) => `${parseFraction(each).numerator}`)}::numeric[],
      ${texts.map((each) => `${parseFraction(each).denominator}`)}::numeric[]
    ) as given (text, numerator, denominator)
  `.execute(hub.db);
  expect(rows.filter(({ near }) => !near)).toEqual([]);
  expect(rows).toHaveLength(500);
});

test.each([
  ['half', 'stated_value'],
  ['-1', 'stated_value'],
  ['1/0', 'stated_value'],
  [null, 'expense_override_states_a_share'],
])('the database refuses a share stated as %j', async (value, constraint) => {
  const expense = await log([state(scene.ann, 'percent', '50')]);
  const change = sql`update expense_override set stated_value = ${value}
    where chapter_id = ${scene.chapter.id} and expense_id = ${expense.id}`;
  await expect(change.execute(hub.db)).rejects.toThrow(constraint);
});

test('reconciliation finds shares that are not what was stated', async () => {
  const { ann, ben } = scene;
  await logExpense(scene);
  const expense = await log([state(ann, 'percent', '33 1/3'), state(ben, 'weight', '2')]);
  expect(await hub.differences()).toEqual([]);
  const { chapter_id, expense_id } = { chapter_id: scene.chapter.id, expense_id: expense.id };
  const setStated = (value: string) =>
    sql`update expense_override set stated_value = ${value}
      where chapter_id = ${chapter_id} and expense_id = ${expense_id} and stated_unit = 'percent'
    `.execute(hub.db);
  await setStated('50');
  const checks = async () => {
    const { rows } = await sql<{ check_name: string; expected: string; actual: string }>`
      select check_name, expected, actual from difference where subject_id = ${expense_id}
      order by 1, 2`.execute(hub.db);
    return rows.map(({ check_name, expected, actual }) => [check_name, expected, actual]);
  };
  const fraction = 'stated share equals its fraction';
  expect(await checks()).toEqual([
    [fraction, '3333', '4445'],
    [fraction, '5000', '3333'],
  ]);
  await setStated('33 1/3');
  const changeAmount = (by: number) =>
    sql`update expense_override set amount_cents = amount_cents + ${by}
      where chapter_id = ${chapter_id} and expense_id = ${expense_id} and stated_unit = 'weight'
    `.execute(hub.db);
  await changeAmount(1);
  expect((await checks()).map(([check]) => check)).toEqual(['stated override equals its share']);
  await changeAmount(-1);
  expect(await hub.differences()).toEqual([]);
});
