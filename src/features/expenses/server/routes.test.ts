import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { newId } from '#server/ids.ts';
import { countStatements } from '#server/testing/count-statements.ts';
import { startTestHub, type TestHub } from '#server/testing/hub.ts';
import { expenseCalls } from '../contract.ts';
import type { ExpenseFields } from '../expense.ts';
import { bodyOf, everything, log, makeScene, type Scene, shareOf } from '../testing/scene.ts';

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

const at = (expense: { id: string }) => ({ expenseId: expense.id });

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
    const id = newId();
    await log(scene, { id });
    const before = await everything(scene);
    const again = await scene.ann.call(expenseCalls.create, { body: bodyOf(scene, { id }) });
    expect([again.status, again.refusal().code]).toEqual([409, 'id_taken']);
    expect(await everything(scene)).toBe(before);
  });

  test('an id of another chapter is as free as any', async () => {
    const id = newId();
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
      [{ ...two, eventId: newId() }, 'unknown_event', 'eventId'],
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

describe('the list', () => {
  test('has the newest first, pages without loss, and names everybody on the page', async () => {
    const { ann, dora } = scene;
    const made = [];
    for (const day of ['03', '01', '02', '02']) {
      made.push(await log(scene, { title: day, expenseDate: `2026-03-${day}T00:00:00.000Z` }));
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

    await log(scene, { paidBy: dora.memberId });
    const payers = (await ann.call(expenseCalls.list)).value();
    expect(payers.participants.map((each) => each.name)).toContain('Dora Diaz');
  });

  test('costs the same statements for one expense as for forty', async () => {
    const { ann, ben } = scene;
    const count = () => countStatements(hub, () => ann.call(expenseCalls.list));
    const first = await log(scene);
    const one = await count();
    for (let made = 1; made < 40; made += 1) await log(scene);
    const override = {
      type: 'manual',
      amount: cents(1),
      label: 'x',
      participantIds: [ben.memberId],
    };
    await ann.call(expenseCalls.addOverride, { params: at(first), body: override as never });
    expect(one).toBeGreaterThan(1);
    expect(await count()).toBe(one);
  });

  test('can be of one event', async () => {
    const { ann, chapter } = scene;
    const calendar = await hub.db
      .selectFrom('calendar')
      .select('id')
      .where('chapter_id', '=', chapter.id)
      .executeTakeFirstOrThrow();
    const eventId = newId();
    const now = '2026-03-01T00:00:00.000Z';
    await hub.db
      .insertInto('event')
      .values({
        chapter_id: chapter.id,
        id: eventId,
        calendar_id: calendar.id,
        title: 'Gala',
        category_color: '2563eb',
        local_start: '2026-03-01T18:00',
        local_end: '2026-03-01T20:00',
        time_zone: 'America/Los_Angeles',
        created_by: ann.memberId,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await log(scene);
    const gala = await log(scene, { eventId });
    const list = (await ann.call(expenseCalls.list, { query: { eventId } })).value();
    expect(list.expenses).toMatchObject({ items: [{ id: gala.id }], totalCount: 1 });
    const none = (await ann.call(expenseCalls.list, { query: { eventId: newId() } })).value();
    expect(none.expenses).toMatchObject({ items: [], totalCount: 0 });
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

describe('a patch', () => {
  const replace = (path: string, value: unknown) => ({ op: 'replace', path, value }) as never;

  test('replaces fields, splits anew and counts the version', async () => {
    const { ann, ben, dora } = scene;
    const expense = await log(scene);
    const reply = await ann.call(expenseCalls.patch, {
      params: at(expense),
      body: [
        replace('/title', 'Lunch'),
        replace('/amount', cents(80_00)),
        replace('/participants', [ann.memberId, dora.memberId]),
      ],
    });
    expect(reply.headers.etag).toBe('"2"');
    const patched = reply.value();
    expect(patched).toMatchObject({ title: 'Lunch', amount: 80_00, version: 2 });
    expect([shareOf(patched, ann), shareOf(patched, ben), shareOf(patched, dora)]).toEqual([
      40_00,
      undefined,
      40_00,
    ]);
    const read = await ann.call(expenseCalls.detail, { params: at(expense) });
    expect(read.text).toBe(reply.text);
  });

  test('that changes nothing leaves the version', async () => {
    const expense = await log(scene);
    const body = [replace('/title', 'Dinner')];
    const reply = await scene.ann.call(expenseCalls.patch, { params: at(expense), body });
    expect(reply.value()).toEqual(expense);
  });

  test('of a version that is not the latest is refused', async () => {
    const expense = await log(scene);
    const send = (version: string, title: string) =>
      scene.ann.call(expenseCalls.patch, {
        params: at(expense),
        body: [replace('/title', title)],
        headers: { 'if-match': version },
      });
    expect((await send('"1"', 'a')).status).toBe(200);
    expect((await send('"1"', 'b')).status).toBe(412);
    expect((await send('W/"2"', 'b')).status).toBe(412);
    expect((await send('"2"', 'c')).value().title).toBe('c');
  });

  test('drops overrides of people who leave only with consent', async () => {
    const { ann, ben, cid } = scene;
    const expense = await log(scene);
    const override = {
      type: 'manual' as const,
      amount: cents(5_00),
      label: 'Salad',
      participantIds: [ben.memberId],
    };
    await ann.call(expenseCalls.addOverride, { params: at(expense), body: override });
    const body = [replace('/participants', [ann.memberId, cid.memberId])];
    const before = await everything(scene);
    const refused = await ann.call(expenseCalls.patch, { params: at(expense), body });
    expect(refused.refusal().code).toBe('overrides_would_be_dropped');
    expect(await everything(scene)).toBe(before);
    const query = { dropOverrides: 'true' };
    const done = await ann.call(expenseCalls.patch, { params: at(expense), body, query });
    expect(done.value()).toMatchObject({ overrides: [] });
    expect(shareOf(done.value(), ann)).toBe(50_00);
  });

  test('may keep a member who has left the chapter, but not add one', async () => {
    const { ann, ben, cid, dora } = scene;
    const expense = await log(scene);
    await hub.db
      .updateTable('member')
      .set({ status: 'removed' })
      .where('id', 'in', [ben.memberId, dora.memberId])
      .execute();
    const patch = (...participants: string[]) =>
      ann.call(expenseCalls.patch, {
        params: at(expense),
        body: [replace('/participants', participants)],
      });
    expect((await patch(ann.memberId, ben.memberId)).status).toBe(200);
    expect((await patch(ann.memberId, dora.memberId)).refusal().code).toBe('unknown_member');
    expect((await patch(ann.memberId, cid.memberId)).status).toBe(200);
  });
});

describe('overrides', () => {
  test('change the shares, and their removal changes them back', async () => {
    const { ann, ben, cid } = scene;
    const expense = await log(scene);
    const before = (await ann.call(expenseCalls.detail, { params: at(expense) })).value();
    const wine = {
      type: 'equal' as const,
      amount: cents(40_00),
      label: 'Wine',
      participantIds: [cid.memberId, ann.memberId],
    };
    const added = await ann.call(expenseCalls.addOverride, { params: at(expense), body: wine });
    expect([added.status, added.headers.etag]).toEqual([201, '"2"']);
    const withWine = added.value();
    expect([ann, ben, cid].map((each) => shareOf(withWine, each))).toEqual([40_00, 20_00, 40_00]);
    const overrideId = withWine.overrides[0]?.id ?? '';

    const params = { expenseId: expense.id, overrideId };
    const body = { ...wine, amount: cents(10_00), participantIds: [ben.memberId] };
    const changed = (await ann.call(expenseCalls.updateOverride, { params, body })).value();
    expect([ann, ben, cid].map((each) => shareOf(changed, each))).toEqual([30_00, 40_00, 30_00]);
    expect(changed.overrides).toEqual([{ id: overrideId, ...body }]);
    const read = (await ben.call(expenseCalls.detail, { params: at(expense) })).value();
    expect(read).toEqual(changed);

    const removed = (await ann.call(expenseCalls.removeOverride, { params })).value();
    expect(removed.participantBreakdowns).toEqual(before.participantBreakdowns);
    const gone = await ann.call(expenseCalls.removeOverride, { params });
    expect(gone.status).toBe(404);
  });

  test('a manual one replaces that of the same participant and names itself', async () => {
    const { ann, ben } = scene;
    const expense = await log(scene);
    const set = async (amount: number) =>
      (
        await ann.call(expenseCalls.addOverride, {
          params: at(expense),
          body: {
            type: 'manual',
            amount: cents(amount),
            label: '',
            participantIds: [ben.memberId],
          },
        })
      ).value();
    await set(10_00);
    const expected = { amount: 0, label: 'Manual override for Ben Burns' };
    const replaced = await set(0);
    expect(replaced.overrides).toMatchObject([expected]);
    expect(replaced.overrides.length).toBe(1);
    expect(shareOf(replaced, ben)).toBe(0);
    expect(shareOf(replaced, ann)).toBe(50_00);
  });

  test('that do not fit are refused, say by how many cents, and change nothing', async () => {
    const { ann, ben, cid, dora } = scene;
    const expense = await log(scene);
    const add = (amount: number, ...people: string[]) =>
      ann.call(expenseCalls.addOverride, {
        params: at(expense),
        body: {
          type: people.length === 1 ? 'manual' : 'equal',
          amount: cents(amount),
          label: 'x',
          participantIds: people,
        },
      });
    await add(60_00, ann.memberId);
    const before = await everything(scene);
    const over = await add(40_01, ben.memberId, cid.memberId);
    expect([over.status, over.refusal()]).toMatchObject([
      422,
      { code: 'overrides_exceed_total', details: { differenceCents: 1 } },
    ]);
    const stranger = await add(1, ben.memberId, dora.memberId);
    expect(stranger.refusal().code).toBe('override_of_stranger');
    expect(await everything(scene)).toBe(before);
    const cheaper = await ann.call(expenseCalls.patch, {
      params: at(expense),
      body: [{ op: 'replace', path: '/amount', value: cents(59_00) }],
    });
    expect(cheaper.refusal().details).toEqual({ differenceCents: 1_00 });
    expect(await everything(scene)).toBe(before);
  });

  test('of one expense are not found under another', async () => {
    const { ann, ben } = scene;
    const [one, other] = [await log(scene), await log(scene)];
    const body = {
      type: 'manual' as const,
      amount: cents(1),
      label: 'x',
      participantIds: [ben.memberId],
    };
    const added = (await ann.call(expenseCalls.addOverride, { params: at(one), body })).value();
    const params = { expenseId: other.id, overrideId: added.overrides[0]?.id ?? '' };
    expect((await ann.call(expenseCalls.updateOverride, { params, body })).status).toBe(404);
    expect((await ann.call(expenseCalls.removeOverride, { params })).status).toBe(404);
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
    const inner = { ...params, overrideId: newId() };
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
    const statuses = async (params: { expenseId: string }) => [
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
