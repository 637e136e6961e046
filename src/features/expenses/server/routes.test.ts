import { describe, expect, test } from 'vitest';
import type { TestHub } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { expenseCalls } from '../contract.ts';
import type { ExpenseFields } from '../expense.ts';
import { at, bodyOf, everything, log, makeScene, type Scene } from '../testing/scene.ts';
import { setScenes } from '../testing/set-scenes.ts';

let hub: TestHub;
let scene: Scene;
setScenes((theHub, theScene) => {
  hub = theHub;
  scene = theScene;
});

describe('creating an expense', () => {
  test('replies with what was sent and the shares, to the cent; reading says the same', async () => {
    const { ann, ben } = scene;
    const body = bodyOf(scene, { title: ' Dinner ', description: 'By the sea' });
    const reply = await ann.call(expenseCalls.create, { body });
    expect(reply.status).toBe(201);
    expect(reply.headers.etag).toBe('"1"');
    const expense = reply.value();
    expect(expense).toMatchObject({
      ...bodyOf(scene),
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
    const read = await ben.call(expenseCalls.detail, { params: at(expense) });
    expect(read.text).toBe(reply.text);
  });

  test('speaks the specification’s names and dollars on the wire', async () => {
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

  test('takes a chosen id once', async () => {
    const id = newId<'expense'>();
    await log(scene, { id });
    const before = await everything(scene);
    const again = await scene.ann.call(expenseCalls.create, { body: bodyOf(scene, { id }) });
    expect([again.status, again.refusal().code]).toEqual([409, 'id_taken']);
    expect(await everything(scene)).toBe(before);
  });

  test('an id of another chapter is as free as any', async () => {
    const id = newId<'expense'>();
    await log(await makeScene(hub), { id });
    await expect(log(scene, { id })).resolves.toMatchObject({ id });
  });

  test('refuses people and events that are not there, or are another chapter’s', async () => {
    const other = await makeScene(hub);
    const { ann, ben, cid } = scene;
    await hub.db
      .updateTable('member')
      .set({ status: 'removed' })
      .where('chapter_id', '=', scene.chapter.id)
      .where('id', '=', cid.memberId)
      .execute();
    const two = { participants: [ann.memberId, ben.memberId] };
    const before = await everything(scene);
    const refusals: [Partial<ExpenseFields>, string, string][] = [
      [{ participants: [newId()] }, 'unknown_member', 'participants'],
      [{ participants: [ann.memberId, other.ben.memberId] }, 'unknown_member', 'participants'],
      [{ participants: [cid.memberId] }, 'unknown_member', 'participants'],
      [{ ...two, paidBy: other.ann.memberId }, 'unknown_member', 'paidBy'],
      [{ ...two, eventId: newId<'event'>() }, 'unknown_event', 'eventId'],
    ];
    for (const [change, code, field] of refusals) {
      const body = bodyOf(scene, change);
      const reply = await ann.call(expenseCalls.create, { body });
      expect([reply.status, reply.refusal()]).toMatchObject([422, { code, field }]);
    }
    expect(await everything(scene)).toBe(before);
  });

  test('with the same Idempotency-Key happens once', async () => {
    const sent = { body: bodyOf(scene), headers: { 'idempotency-key': 'one-dinner' } };
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
  test('the total is of all time, without what is excluded or deleted', async () => {
    const { ann } = scene;
    await log(scene, { amount: cents(10_00) });
    await log(scene, { amount: cents(5_00), isExcludedFromGroupTotals: true });
    const settled = await log(scene, { amount: cents(7_00) });
    await ann.call(expenseCalls.settle, { params: at(settled) });
    const deleted = await log(scene, { amount: cents(90_00) });
    await ann.call(expenseCalls.remove, { params: at(deleted) });
    expect((await ann.call(expenseCalls.total)).value()).toEqual({ totalAmount: 17_00 });
  });

  test('balances name everybody, leave out settled expenses and sum to zero', async () => {
    const { ann } = scene;
    await log(scene, { amount: cents(90_00) });
    await log(scene, { amount: cents(30_00), payerReimbursementType: 'None' });
    const settled = await log(scene, { amount: cents(33_00), isExcludedFromGroupTotals: true });
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
    await ann.call(expenseCalls.settle, { params: at(settled) });
    expect((await read())[0]).toEqual(['Ann Abel', 50_00]);
  });
});

describe('deleting', () => {
  test('makes it unreachable for every call', async () => {
    const { ann } = scene;
    const expense = await log(scene);
    const params = at(expense);
    expect((await ann.call(expenseCalls.remove, { params })).status).toBe(204);
    expect((await ann.call(expenseCalls.detail, { params })).status).toBe(404);
    expect((await ann.call(expenseCalls.remove, { params })).status).toBe(404);
    expect((await ann.call(expenseCalls.settle, { params })).status).toBe(404);
    expect((await ann.call(expenseCalls.patch, { params, body: [] })).status).toBe(404);
    const list = (await ann.call(expenseCalls.list)).value();
    expect(list.expenses).toMatchObject({ items: [], totalCount: 0 });
  });
});

describe('who may', () => {
  test('nobody of another chapter reads or writes an expense, nor learns that it is there', async () => {
    const expense = await log(scene);
    const { ann: stranger, ben } = await makeScene(hub);
    const before = await everything(scene);
    const params = at(expense);
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
    expect(await everything(scene)).toBe(before);
  });

  test('under the policy treasurer a member writes only expenses of their own', async () => {
    const { ann, ben, cid, chapter } = scene;
    const others = await log(scene);
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
    expect(await statuses(at(others))).toEqual([403, 403, 403]);
    const forOthers = await ben.call(expenseCalls.create, { body: bodyOf(scene) });
    expect(forOthers.status).toBe(403);
    const own = bodyOf(scene, { paidBy: ben.memberId, useWalletTransactions: true });
    const made = (await ben.call(expenseCalls.create, { body: own })).value();
    const paidByOther = [{ op: 'replace' as const, path: '/paidBy' as const, value: cid.memberId }];
    const given = await ben.call(expenseCalls.patch, { params: at(made), body: paidByOther });
    expect(given.status).toBe(403);
    const settled = await ben.call(expenseCalls.settle, { params: at(made) });
    expect(settled.status).toBe(403);
    const patched = await ben.call(expenseCalls.patch, { params: at(made), body: title });
    expect(patched.status).toBe(200);
    expect((await ann.call(expenseCalls.remove, { params: at(made) })).status).toBe(204);
  });
});

test('every write leaves who, what and the state before and after', async () => {
  const { ann, ben, chapter } = scene;
  const expense = await log(scene);
  const params = at(expense);
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
