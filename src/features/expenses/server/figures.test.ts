import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import { createScene, logExpense, type Scene } from '../testing/scene.ts';

let hub: TestHub;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub();
});
beforeEach(async () => {
  scene = await createScene(hub);
});
afterAll(async () => {
  expect(await hub.differences()).toEqual([]);
  await hub.close();
});

const toParams = (expense: { id: Id<'expense'> }) => ({ expenseId: expense.id });

test('folding changes no figure and leaves no change rows', async () => {
  for (let count = 0; count < 5; count += 1)
    await logExpense(scene, { amount: cents(10_01 + count) });
  const figures = () =>
    sql`select kind, subject_id, amount from expense_figure_now
      where chapter_id = ${scene.chapter.id} and amount <> 0 order by kind, subject_id`
      .execute(hub.db)
      .then(({ rows }) => rows);
  const before = await figures();
  const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  await owner.query('select hub.fold_expense_figures($1)', [scene.chapter.id]);
  await owner.end();
  expect(await figures()).toEqual(before);
  const { rows } = await sql`
    select from expense_figure_change where chapter_id = ${scene.chapter.id}
  `.execute(hub.db);
  expect(rows).toHaveLength(0);
});

test('concurrent writes keep every figure exact', async () => {
  const { ann, ben, cid, dora } = scene;
  const people = [ann, ben, cid, dora];
  const one = await logExpense(scene);
  const writes = Array.from({ length: 120 }, async (_, index) => {
    const person = people[index % people.length] ?? ann;
    if (index % 6 === 5) {
      const value = cents(100_00 + index);
      const body = [{ op: 'replace' as const, path: '/amount' as const, value }];
      await person.call(expenseCalls.patch, { params: toParams(one), body });
      return;
    }
    const expense = await logExpense(scene, {
      amount: cents(1 + index * 7),
      paidBy: person.memberId,
    });
    if (index % 3 === 0) await person.call(expenseCalls.settle, { params: toParams(expense) });
    if (index % 3 === 1) await person.call(expenseCalls.remove, { params: toParams(expense) });
  });
  await Promise.all(writes);
  expect(await hub.differences()).toEqual([]);
  const { expenses } = (await ann.call(expenseCalls.list, { query: { take: 200 } })).value();
  expect(expenses.totalCount).toBe(expenses.items.length);
});

test('the reconciliation finds a figure that does not match its expenses', async () => {
  await logExpense(scene);
  const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  const move = (amount: number) =>
    owner.query(
      `insert into hub.expense_figure_change (chapter_id, kind, subject_id, amount)
       values ($1, 'balance', $2, $3)`,
      [scene.chapter.id, scene.ben.memberId, amount],
    );
  await move(1);
  expect(await hub.differences()).toMatchObject([
    { check: 'kept balance equals its expenses', subjectId: scene.ben.memberId },
    { check: 'standings and the chapter add up to zero', subjectId: scene.chapter.id },
  ]);
  await move(-1);
  await owner.end();
  expect(await hub.differences()).toEqual([]);
});

test('the reconciliation finds a stored number of participants that is not theirs', async () => {
  const expense = await logExpense(scene);
  const set = (change: number) =>
    sql`
      update expense set participant_count = participant_count + ${change}
      where chapter_id = ${scene.chapter.id} and id = ${expense.id}
    `.execute(hub.db);
  await set(1);
  expect(await hub.differences()).toMatchObject([
    { check: 'kept number of participants equals them', subjectId: expense.id },
  ]);
  await set(-1);
  expect(await hub.differences()).toEqual([]);
});

test('a write while the figures are locked does not wait and is folded by the next one', async () => {
  const { ann, ben, chapter } = scene;
  const left = async () => {
    const { rows } = await sql`
      select from expense_figure_change where chapter_id = ${chapter.id}`.execute(hub.db);
    return rows.length;
  };
  const holder = await hub.database.pool.connect();
  await holder.query('begin');
  await holder.query(
    "select pg_advisory_xact_lock(hashtextextended('expense figures/' || $1, 0))",
    [chapter.id],
  );
  const expense = await logExpense(scene, { amount: cents(90_00) });
  const body = [{ op: 'replace' as const, path: '/amount' as const, value: cents(60_00) }];
  await ben.call(expenseCalls.patch, { params: toParams(expense), body });
  expect(await left()).toBeGreaterThan(0);
  const balance = async () => {
    const { items } = (await ann.call(expenseCalls.balances)).value();
    return items.find((item) => item.participantId === ben.memberId)?.balance;
  };
  expect(await balance()).toBe(-20_00);
  expect(await hub.differences()).toEqual([]);
  await holder.query('rollback');
  holder.release();
  await logExpense(scene, { amount: cents(3_00) });
  expect(await left()).toBe(0);
  expect(await balance()).toBe(-21_00);
});

test('the server’s role cannot change figures directly', async () => {
  for (const statement of [
    sql`update expense_figure set amount = amount + 1`,
    sql`insert into expense_figure_change (chapter_id, kind, subject_id, amount)
      values (${scene.chapter.id}, 'total', ${scene.chapter.id}, 1)`,
    sql`delete from expense_figure_change`,
    sql`select fold_expense_figures(${scene.chapter.id})`,
    sql`select move_expense_figures(${scene.chapter.id}, array['total'], array[${scene.chapter.id}::uuid], array[1])`,
  ]) {
    await expect(statement.execute(hub.db)).rejects.toThrow('permission denied');
  }
});

test('the open expenses behind a balance add up to it', async () => {
  const { ann, ben, cid } = scene;
  await logExpense(scene, { title: 'Full', expenseDate: '2026-03-01T18:00:00.000Z' });
  await logExpense(scene, {
    title: 'Partial',
    paidBy: ben.memberId,
    payerReimbursementType: 'Partial',
    payerReimbursementAmount: cents(40_00),
    participants: [ann.memberId, cid.memberId],
    expenseDate: '2026-03-02T18:00:00.000Z',
  });
  await logExpense(scene, { title: 'Not mine', participants: [cid.memberId] });
  const settled = await logExpense(scene, { title: 'Settled' });
  await ann.call(expenseCalls.settle, { params: toParams(settled) });
  const params = { participantId: ben.memberId };
  const reply = (await cid.call(expenseCalls.balanceParts, { params })).value();
  expect(reply.expenses.items.map(({ title, credit }) => [title, credit])).toEqual([
    ['Partial', 40_00],
    ['Full', 0],
  ]);
  const sum = reply.expenses.items.reduce((all, part) => all + part.credit - part.amountOwed, 0);
  const { items } = (await cid.call(expenseCalls.balances)).value();
  expect(items.find((item) => item.participantId === ben.memberId)?.balance).toBe(sum);
  expect(reply.balance).toBe(sum);
  const stranger = await createScene(hub);
  const theirs = { participantId: stranger.ann.memberId };
  expect((await cid.call(expenseCalls.balanceParts, { params: theirs })).status).toBe(404);
  const none = { participantId: scene.dora.memberId };
  const empty = (await cid.call(expenseCalls.balanceParts, { params: none })).value();
  expect([empty.balance, empty.expenses.totalCount]).toEqual([0, 0]);
});
