import { describe, expect, test } from 'vitest';
import type { TestHub } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { expenseCalls } from '../contract.ts';
import type { ExpenseFields } from '../expense.ts';
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

describe('creating an expense', () => {
  test('returns the request and the exact shares, as reading it does', async () => {
    const { ann, ben } = scene;
    const body = createBody(scene, { title: ' Dinner ', description: 'By the sea' });
    const reply = await ann.call(expenseCalls.create, { body });
    expect(reply.status).toBe(201);
    expect(reply.headers.etag).toBe('"1"');
    const expense = reply.value();
    expect(expense).toMatchObject({
      ...createBody(scene),
      title: 'Dinner',
      description: 'By the sea',
      participants: body.participants.toSorted(),
      status: 'open',
      overrides: [],
      createdBy: ann.memberId,
      version: 1,
    });
    const shares = expense.participantBreakdowns.map((share) => share.amountOwed);
    expect(shares.toSorted()).toEqual([33_33, 33_33, 33_34]);
    const read = await ben.call(expenseCalls.detail, { params: toParams(expense) });
    expect(read.text).toBe(reply.text);
  });

  test('uses the specification’s field names and dollars', async () => {
    const { ann, ben } = scene;
    const raw = JSON.stringify({
      title: 'Taxi',
      description: '',
      amount: 10.5,
      expenseDate: '2026-03-01T10:00:00-08:00',
      participants: [ann.memberId, ben.memberId],
      receiptIds: [],
      category: 'Travel',
      paidBy: ann.memberId,
      isEvenSplit: false,
      isExcludedFromGroupTotals: false,
      useWalletTransactions: true,
      payerReimbursementType: 'Partial',
      payerReimbursementAmount: 4.01,
    });
    const reply = await ann.call(expenseCalls.create, { raw });
    expect(JSON.parse(reply.text)).toMatchObject({
      amount: 10.5,
      expenseDate: '2026-03-01T18:00:00.000Z',
      eventId: null,
      payerReimbursementAmount: 4.01,
      participantBreakdowns: [{ amountOwed: 5.25 }, { amountOwed: 5.25 }],
      status: 'open',
    });
  });

  test('accepts an id chosen by the client once', async () => {
    const id = newId<'expense'>();
    await logExpense(scene, { id });
    const before = await readEverything(scene);
    const again = await scene.ann.call(expenseCalls.create, { body: createBody(scene, { id }) });
    expect([again.status, again.refusal().code]).toEqual([409, 'id_taken']);
    expect(await readEverything(scene)).toBe(before);
  });

  test('accepts an id that another chapter uses', async () => {
    const id = newId<'expense'>();
    await logExpense(await createScene(hub), { id });
    await expect(logExpense(scene, { id })).resolves.toMatchObject({ id });
  });

  test('refuses people and events that do not exist or belong to another chapter', async () => {
    const other = await createScene(hub);
    const { ann, ben, cid } = scene;
    await hub.db
      .updateTable('member')
      .set({ status: 'removed' })
      .where('chapter_id', '=', scene.chapter.id)
      .where('id', '=', cid.memberId)
      .execute();
    const two = { participants: [ann.memberId, ben.memberId] };
    const before = await readEverything(scene);
    const refusals: [Partial<ExpenseFields>, string, string][] = [
      [{ participants: [newId()] }, 'unknown_member', 'participants'],
      [{ participants: [ann.memberId, other.ben.memberId] }, 'unknown_member', 'participants'],
      [{ participants: [cid.memberId] }, 'unknown_member', 'participants'],
      [{ ...two, paidBy: other.ann.memberId }, 'unknown_member', 'paidBy'],
      [{ ...two, eventId: newId<'event'>() }, 'unknown_event', 'eventId'],
    ];
    for (const [change, code, field] of refusals) {
      const body = createBody(scene, change);
      const reply = await ann.call(expenseCalls.create, { body });
      expect([reply.status, reply.refusal()]).toMatchObject([422, { code, field }]);
    }
    expect(await readEverything(scene)).toBe(before);
  });

  test('happens once per idempotency key', async () => {
    const sent = { body: createBody(scene), headers: { 'idempotency-key': 'one-dinner' } };
    const send = () => scene.ann.call(expenseCalls.create, sent);
    const replies = await Promise.all(Array.from({ length: 5 }, send));
    const done = [...replies, await send()].filter((reply) => reply.status === 201);
    expect(new Set(done.map((reply) => reply.text)).size).toBe(1);
    const busy = replies.filter((reply) => reply.status !== 201);
    for (const reply of busy) expect(reply.refusal().code).toBe('request_in_flight');
    const list = (await scene.ann.call(expenseCalls.list)).value();
    expect(list.expenses.totalCount).toBe(1);
  });
});

describe('totals and balances', () => {
  test('the total includes settled expenses but no excluded or deleted ones, and says what is excluded', async () => {
    const { ann } = scene;
    await logExpense(scene, { amount: cents(10_00) });
    await logExpense(scene, { amount: cents(5_00), isExcludedFromGroupTotals: true });
    const settled = await logExpense(scene, { amount: cents(7_00) });
    await ann.call(expenseCalls.settle, { params: toParams(settled) });
    const deleted = await logExpense(scene, { amount: cents(90_00) });
    await ann.call(expenseCalls.remove, { params: toParams(deleted) });
    expect((await ann.call(expenseCalls.total)).value()).toEqual({
      totalAmount: 17_00,
      excludedAmount: 5_00,
    });
    const { totalAmount } = (await ann.call(expenseCalls.list)).value();
    expect(totalAmount).toBe(17_00 + 5_00);
  });

  test('balances list every member, ignore settled expenses and sum to zero', async () => {
    const { ann } = scene;
    await logExpense(scene, { amount: cents(90_00) });
    await logExpense(scene, { amount: cents(30_00), payerReimbursementType: 'None' });
    const settled = await logExpense(scene, {
      amount: cents(33_00),
      isExcludedFromGroupTotals: true,
    });
    const read = async () => {
      const { items, company } = (await ann.call(expenseCalls.balances)).value();
      expect(items.reduce((sum, item) => sum + item.balance, 0) + company).toBe(0);
      return [...items.map((item) => [item.name, item.balance]), ['company', company]];
    };
    expect(await read()).toEqual([
      ['Ann Abel', 60_00 - 10_00 + 22_00],
      ['Ben Burns', -40_00 - 11_00],
      ['Cid Chen', -40_00 - 11_00],
      ['Dora Diaz', 0],
      ['company', 30_00],
    ]);
    await ann.call(expenseCalls.settle, { params: toParams(settled) });
    expect((await read())[0]).toEqual(['Ann Abel', 50_00]);
  });
});

describe('deleting an expense', () => {
  test('makes it unavailable to every call', async () => {
    const { ann } = scene;
    const expense = await logExpense(scene);
    const params = toParams(expense);
    expect((await ann.call(expenseCalls.remove, { params })).status).toBe(204);
    expect((await ann.call(expenseCalls.detail, { params })).status).toBe(404);
    expect((await ann.call(expenseCalls.remove, { params })).status).toBe(404);
    expect((await ann.call(expenseCalls.settle, { params })).status).toBe(404);
    expect((await ann.call(expenseCalls.patch, { params, body: [] })).status).toBe(404);
    const list = (await ann.call(expenseCalls.list)).value();
    expect(list.expenses).toMatchObject({ items: [], totalCount: 0 });
  });
});

describe('permissions', () => {
  test('another chapter’s members can neither read nor write an expense and get 404', async () => {
    const expense = await logExpense(scene);
    const { ann: stranger, ben } = await createScene(hub);
    const before = await readEverything(scene);
    const params = toParams(expense);
    const inner = { ...params, overrideId: newId<'override'>() };
    const body = {
      type: 'manual' as const,
      amount: cents(1),
      label: 'x',
      participantIds: [ben.memberId],
    };
    const replies = [
      await stranger.call(expenseCalls.detail, { params }),
      await stranger.call(expenseCalls.patch, { params, body: [] }),
      await stranger.call(expenseCalls.remove, { params }),
      await stranger.call(expenseCalls.settle, { params }),
      await stranger.call(expenseCalls.addOverride, { params, body }),
      await stranger.call(expenseCalls.updateOverride, { params: inner, body }),
      await stranger.call(expenseCalls.removeOverride, { params: inner }),
    ];
    expect(replies.map((reply) => reply.status)).toEqual(Array(7).fill(404));
    expect((await stranger.call(expenseCalls.list)).value().expenses.items).toEqual([]);
    expect(await readEverything(scene)).toBe(before);
  });

  test('with the policy treasurer, a member may change only their own expenses', async () => {
    const { ann, ben, cid, chapter } = scene;
    const others = await logExpense(scene);
    await hub.db
      .updateTable('chapter')
      .set({ policy: 'treasurer' })
      .where('id', '=', chapter.id)
      .execute();
    const title = [{ op: 'replace' as const, path: '/title' as const, value: 'x' }];
    const statuses = async (params: { expenseId: Id<'expense'> }) => [
      (await ben.call(expenseCalls.patch, { params, body: title })).status,
      (await ben.call(expenseCalls.remove, { params })).status,
      (await ben.call(expenseCalls.settle, { params })).status,
    ];
    expect(await statuses(toParams(others))).toEqual([403, 403, 403]);
    const forOthers = await ben.call(expenseCalls.create, { body: createBody(scene) });
    expect(forOthers.status).toBe(403);
    const own = createBody(scene, { paidBy: ben.memberId, useWalletTransactions: true });
    const made = (await ben.call(expenseCalls.create, { body: own })).value();
    const paidByOther = [{ op: 'replace' as const, path: '/paidBy' as const, value: cid.memberId }];
    const given = await ben.call(expenseCalls.patch, { params: toParams(made), body: paidByOther });
    expect(given.status).toBe(403);
    const settled = await ben.call(expenseCalls.settle, { params: toParams(made) });
    expect(settled.status).toBe(403);
    const patched = await ben.call(expenseCalls.patch, { params: toParams(made), body: title });
    expect(patched.status).toBe(200);
    expect((await ann.call(expenseCalls.remove, { params: toParams(made) })).status).toBe(204);
  });
});

test('every write is audited with the member, the action and the expense before and after', async () => {
  const { ann, ben, chapter } = scene;
  const expense = await logExpense(scene);
  const params = toParams(expense);
  const body = {
    type: 'manual' as const,
    amount: cents(1),
    label: 'x',
    participantIds: [ben.memberId],
  };
  await ben.call(expenseCalls.patch, {
    params,
    body: [{ op: 'replace', path: '/title', value: 'Lunch' }],
  });
  await ann.call(expenseCalls.addOverride, { params, body });
  await ann.call(expenseCalls.settle, { params });
  const rows = await hub.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('chapter_id', '=', chapter.id)
    .where('entity_kind', '=', 'expense')
    .where('entity_id', '=', expense.id)
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([
    { action: 'expense.create', actor_id: ann.memberId, before: null, after: { title: 'Dinner' } },
    {
      action: 'expense.update',
      actor_id: ben.memberId,
      before: { title: 'Dinner' },
      after: { title: 'Lunch' },
    },
    { action: 'expense.override.create', after: { overrides: [{ label: 'x' }] } },
    { action: 'expense.settle', before: { status: 'open' }, after: { status: 'settled' } },
  ]);
});
