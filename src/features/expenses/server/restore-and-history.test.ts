import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestHub } from '#app/testing/hub.ts';
import { erasureCalls } from '#features/members/erasure-contract.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { cents } from '#kit/money.ts';
import { ok } from '#kit/result.ts';
import { audit } from '#server/audit/audit.ts';
import { inTransaction } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { expenseCalls } from '../contract.ts';
import { type Expense, expenseDefaults } from '../expense.ts';
import {
  createBody,
  createScene,
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

async function withOverride(): Promise<Expense> {
  const { id } = await logExpense(scene, { title: 'Dinner', category: 'Food' });
  const body = {
    type: 'manual' as const,
    amount: cents(10_00),
    label: 'Salad',
    participantIds: [scene.ben.memberId],
  };
  return (
    await scene.ann.call(expenseCalls.addOverride, { params: { expenseId: id }, body })
  ).value();
}

test('restoring an expense brings back its overrides, balances and totals', async () => {
  const before = await withOverride();
  const all = await readEverything(scene);
  expect((await scene.ben.call(expenseCalls.remove, { params: toParams(before) })).status).toBe(
    204,
  );
  expect(await readEverything(scene)).not.toBe(all);
  const query = { status: 'deleted' as const };
  const [gone] = (await scene.cid.call(expenseCalls.list, { query })).value().expenses.items;
  expect(gone).toMatchObject({ id: before.id, status: 'deleted', version: before.version + 1 });
  const restored = (
    await scene.cid.call(expenseCalls.restore, { params: toParams(before) })
  ).value();
  const { updatedAt: _, ...same } = before;
  expect(restored).toMatchObject({ ...same, version: before.version + 2 });
  const read = (await scene.ben.call(expenseCalls.detail, { params: toParams(before) })).value();
  expect(read).toEqual(restored);
  const { items } = (await scene.ann.call(expenseCalls.balances)).value();
  const balanceOf = (id: string) => items.find((item) => item.participantId === id)?.balance;
  expect(balanceOf(scene.ben.memberId)).toBe(-10_00);
});

test('only a deleted expense can be restored, once, based on its latest version', async () => {
  const expense = await logExpense(scene);
  const restore = (version?: number) =>
    scene.ben.call(expenseCalls.restore, {
      params: toParams(expense),
      ...(version === undefined ? {} : { headers: { 'if-match': `"${version}"` } }),
    });
  const notDeleted = await restore();
  expect([notDeleted.status, notDeleted.refusal().code]).toEqual([409, 'expense_not_deleted']);
  await scene.ann.call(expenseCalls.remove, { params: toParams(expense) });
  expect((await restore(expense.version)).status).toBe(412);
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => (await restore()).status),
  );
  expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  const params = { expenseId: newId<'expense'>() };
  expect((await scene.ben.call(expenseCalls.restore, { params })).status).toBe(404);
  const other = await createScene(hub);
  expect((await other.ann.call(expenseCalls.restore, { params: toParams(expense) })).status).toBe(
    404,
  );
});

test('an expense of who was erased meanwhile stays deleted', async () => {
  const { ann, ben, dora } = scene;
  const shared = await logExpense(scene);
  const paid = await logExpense(scene, {
    amount: cents(30_00),
    payers: [
      { memberId: ann.memberId, amountPaid: cents(20_00) },
      { memberId: dora.memberId, amountPaid: cents(10_00) },
    ],
  });
  const others = await logExpense(scene, { participants: [ann.memberId] });
  for (const expense of [shared, paid, others]) {
    (await ann.call(expenseCalls.remove, { params: toParams(expense) })).value();
  }
  for (const [person, name] of [
    [ben, 'Ben Burns'],
    [dora, 'Dora Diaz'],
  ] as const) {
    const params = { memberId: person.memberId };
    const body = { status: 'removed' as const };
    (await ann.call(membershipCalls.changeStatus, { params, body })).value();
    (await ann.call(erasureCalls.erase, { params, body: { name } })).value();
  }
  const before = await readEverything(scene);
  for (const expense of [shared, paid]) {
    const refused = await ann.call(expenseCalls.restore, { params: toParams(expense) });
    expect([refused.status, refused.refusal()]).toMatchObject([
      409,
      {
        code: 'of_erased_member',
        message: "Someone on this expense left and was erased, so it can't be restored",
      },
    ]);
  }
  expect(await readEverything(scene)).toBe(before);
  expect((await ann.call(expenseCalls.restore, { params: toParams(others) })).status).toBe(200);
});

test('of restoring an expense and erasing one of its people at once, one is refused', async () => {
  const { ann, ben } = scene;
  const expense = await logExpense(scene);
  const params = { memberId: ben.memberId };
  (await ann.call(expenseCalls.remove, { params: toParams(expense) })).value();
  const body = { status: 'removed' as const };
  (await ann.call(membershipCalls.changeStatus, { params, body })).value();
  const replies = await Promise.all([
    ann.call(erasureCalls.erase, { params, body: { name: 'Ben Burns' } }),
    ann.call(expenseCalls.restore, { params: toParams(expense) }),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('the history reads records from before a field was there', async () => {
  const { ann } = scene;
  const expense = await logExpense(scene);
  const record = await hub.db
    .selectFrom('audit')
    .selectAll()
    .where('entity_id', '=', expense.id)
    .executeTakeFirstOrThrow();
  const later = [...Object.keys(expenseDefaults), 'payers', 'payerCredits', 'original'];
  const kept = Object.entries(record.after as object).filter(([name]) => !later.includes(name));
  await inTransaction(hub.db, async (tx) => {
    await audit(
      tx,
      { chapterId: ann.chapterId, memberId: ann.memberId, now: record.at, newId },
      {
        action: 'expense.update',
        kind: 'expense',
        id: expense.id,
        before: record.after,
        after: Object.fromEntries(kept),
      },
    );
    return ok(undefined);
  });
  const { events } = (await ann.call(expenseCalls.history, { params: toParams(expense) })).value();
  expect(events.items[0]?.after).toMatchObject({ title: expense.title, ...expenseDefaults });
});

test('the history lists who changed what, with the expense before and after, newest first', async () => {
  const { ann, ben, cid } = scene;
  const created = await logExpense(scene);
  const body = [{ op: 'replace' as const, path: '/title' as const, value: 'Supper' }];
  const edited = (await ben.call(expenseCalls.patch, { params: toParams(created), body })).value();
  await cid.call(expenseCalls.remove, { params: toParams(created) });
  const deleted = (await ann.call(expenseCalls.history, { params: toParams(created) })).value();
  expect(deleted.events.items[0]).toMatchObject({ action: 'expense.delete', after: null });
  const restored = (await cid.call(expenseCalls.restore, { params: toParams(created) })).value();
  const settled = (await ann.call(expenseCalls.settle, { params: toParams(created) })).value();
  const { events } = (await ben.call(expenseCalls.history, { params: toParams(created) })).value();
  expect(events.totalCount).toBe(5);
  expect(
    events.items.map(({ action, by, before, after }) => [action, by?.name, before, after]),
  ).toEqual([
    // Without what the wallets say of it.
    [
      'expense.settle',
      'Ann Abel',
      restored,
      { ...settled, settlementTransactions: undefined, openCharges: undefined },
    ],
    ['expense.restore', 'Cid Chen', null, restored],
    ['expense.delete', 'Cid Chen', edited, null],
    ['expense.update', 'Ben Burns', created, edited],
    ['expense.create', 'Ann Abel', null, created],
  ]);
  const query = { skip: 4, take: 3 };
  const page = (await ben.call(expenseCalls.history, { params: toParams(created), query })).value();
  expect(page.events.items).toHaveLength(1);
  const other = await createScene(hub);
  expect((await other.ann.call(expenseCalls.history, { params: toParams(created) })).status).toBe(
    404,
  );
  const tooMany = { params: toParams(created), query: { take: 21 } };
  expect((await ben.call(expenseCalls.history, tooMany)).status).toBe(422);
});

test('with the policy treasurer, a member may restore only their own expenses', async () => {
  const expense = await logExpense(scene);
  await scene.ann.call(expenseCalls.remove, { params: toParams(expense) });
  await hub.db
    .updateTable('chapter')
    .set({ policy: 'treasurer' })
    .where('id', '=', scene.chapter.id)
    .execute();
  const refused = await scene.ben.call(expenseCalls.restore, { params: toParams(expense) });
  expect([refused.status, refused.refusal().code]).toEqual([403, 'treasurer_needed']);
  expect((await scene.ann.call(expenseCalls.restore, { params: toParams(expense) })).status).toBe(
    200,
  );
});

test('a write that would exceed the maximum total is refused, and reads keep working', async () => {
  const { ann, ben } = scene;
  const largest = createBody(scene, { amount: cents(999_999_999_999) });
  const first = (await ann.call(expenseCalls.create, { body: largest })).value();
  // Insert 899 more of the largest expenses directly, because logging them would be slow.
  await sql`
    insert into expense (chapter_id, id, title, amount_cents, expense_at, paid_by, is_even_split,
      is_excluded_from_group_totals, use_wallet_transactions, reimbursement_type, participant_count, created_by,
      created_at, updated_at)
    select chapter_id, gen_random_uuid(), title, amount_cents, expense_at, paid_by, is_even_split,
      is_excluded_from_group_totals, use_wallet_transactions, reimbursement_type, 1, created_by,
      created_at, updated_at
    from expense, generate_series(1, 899)
    where chapter_id = ${scene.chapter.id} and id = ${first.id}
  `.execute(hub.db);
  await sql`
    insert into expense_participant (chapter_id, expense_id, member_id, share_cents)
    select chapter_id, id, paid_by, amount_cents from expense
    where chapter_id = ${scene.chapter.id} and id <> ${first.id}
  `.execute(hub.db);
  const refused = await ann.call(expenseCalls.create, { body: largest });
  expect([refused.status, refused.refusal()]).toMatchObject([
    422,
    { code: 'totals_out_of_range', field: 'amount' },
  ]);
  const total = (await ben.call(expenseCalls.total)).value().totalAmount;
  expect(total).toBe(900 * 999_999_999_999);
  expect((await ben.call(expenseCalls.balances)).status).toBe(200);
  // Settled expenses do not count toward the limit, because they could never be removed from it.
  const [one] = (await ben.call(expenseCalls.list)).value().expenses.items;
  await ann.call(expenseCalls.settle, { params: toParams(one ?? first) });
  expect((await ann.call(expenseCalls.create, { body: largest })).status).toBe(201);
  await ann.call(expenseCalls.remove, { params: toParams(first) });
  expect((await ann.call(expenseCalls.create, { body: largest })).status).toBe(201);
  const back = await ann.call(expenseCalls.restore, { params: toParams(first) });
  expect([back.status, back.refusal().code]).toEqual([422, 'totals_out_of_range']);
});
