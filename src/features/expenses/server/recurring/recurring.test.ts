/** The calls for recurring expenses. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Day, Instant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { expenseCalls } from '../../contract.ts';
import type { RecurringRule } from '../../recurring/recurring.ts';
import { recurringCalls } from '../../recurring/recurring-contract.ts';
import { createBody, createScene, readEverything, type Scene } from '../../testing/scene.ts';

let now: Instant = '2026-01-31T20:00:00.000Z';
let hub: TestHub;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub({ clock: () => now });
});
beforeEach(async () => {
  now = '2026-01-31T20:00:00.000Z';
  scene = await createScene(hub);
});
afterAll(async () => {
  expect(await hub.differences()).toEqual([]);
  await hub.close();
});

const monthly: RecurringRule = { frequency: 'monthly', interval: 1, endBy: null, count: null };
const at = (day: Day): Instant => `${day}T20:00:00.000Z`;

async function create(
  more: Parameters<typeof createBody>[1] = {},
  rule: Partial<RecurringRule> = {},
  by: TestPerson = scene.ann,
) {
  const expense = createBody(scene, { expenseDate: at('2026-01-31'), title: 'Rent', ...more });
  return by.call(recurringCalls.create, { body: { rule: { ...monthly, ...rule }, expense } });
}

function bodyFrom(day: Day, more: Parameters<typeof createBody>[1] = {}, rule = {}) {
  const { receiptIds: _, ...expense } = createBody(scene, { expenseDate: at(day), ...more });
  return { rule: { ...monthly, ...rule }, expense };
}

test('the first one is logged with it, on its day, with the shares of any expense', async () => {
  const { recurring, expense } = (await create()).value();
  expect(recurring).toMatchObject({
    rule: monthly,
    status: 'active',
    firstDay: '2026-01-31',
    nextDay: '2026-02-28',
    nextDate: at('2026-02-28'),
    failure: null,
    createdBy: scene.ann.memberId,
    version: 1,
  });
  const params = { expenseId: expense.id };
  const read = (await scene.ben.call(expenseCalls.detail, { params })).value();
  expect(read).toEqual(expense);
  expect(read).toMatchObject({ recurringId: recurring.id, recurringDay: '2026-01-31' });
  expect(read.participantBreakdowns.map(({ amountOwed }) => amountOwed).sort()).toEqual([
    3333, 3333, 3334,
  ]);
  const list = (await scene.ben.call(recurringCalls.list)).value();
  expect([list.recurring.items, list.failing]).toEqual([[recurring], 0]);
});

test('a description from before its rules is read, and of a recurring expense cleaned', async () => {
  const { recurring, expense } = (await create()).value();
  const written = 'Rent\u0007';
  await sql`update hub.expense set description = ${written} where id = ${expense.id}`.execute(
    hub.db,
  );
  await sql`update hub.recurring_expense
    set template = jsonb_set(template::jsonb, '{description}', to_jsonb(${written}::text))
    where id = ${recurring.id}`.execute(hub.db);
  const params = { expenseId: expense.id };
  const read = (await scene.ben.call(expenseCalls.detail, { params })).value();
  expect(read.description).toBe(written);
  expect((await scene.ben.call(expenseCalls.list)).status).toBe(200);
  const { items } = (await scene.ben.call(recurringCalls.list)).value().recurring;
  expect(items).toMatchObject([{ expense: { description: 'Rent' } }]);
});

test('a repeated request makes one', async () => {
  const headers = { 'idempotency-key': 'once' };
  const body = { rule: monthly, expense: createBody(scene, { expenseDate: at('2026-01-31') }) };
  const raw = JSON.stringify({ ...body, expense: { ...body.expense, amount: 100 } });
  const replies = await Promise.all(
    [1, 2, 3, 4].map(() => scene.ann.call(recurringCalls.create, { raw, headers })),
  );
  expect(new Set(replies.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(
    1,
  );
  const list = (await scene.ann.call(expenseCalls.list)).value();
  expect(list.expenses.totalCount).toBe(1);
});

describe('refused, and nothing is written:', () => {
  const stranger = testId<'member'>('0190a0a0-0aaa-7000-8000-00000000ffff');
  test.each<[string, Parameters<typeof createBody>[1], Partial<RecurringRule>, string]>([
    ['no title', { title: ' ' }, {}, 'required_fields'],
    ['a stranger', { participants: [stranger] }, {}, 'unknown_member'],
    ['an end before the start', {}, { endBy: '2026-01-30' }, 'ends_before_start'],
    ['a start long ago', { expenseDate: at('2024-12-31') }, {}, 'first_day_too_early'],
  ])('%s', async (_, more, rule, code) => {
    const before = await readEverything(scene);
    expect((await create(more, rule)).refusal().code).toBe(code);
    expect(await readEverything(scene)).toBe(before);
    expect((await scene.ann.call(recurringCalls.list)).value().recurring.totalCount).toBe(0);
  });

  test.each<{ rule: unknown }>([
    { rule: { frequency: 'daily' } },
    { rule: { frequency: 'monthly', interval: 1e9 } },
    { rule: { frequency: 'monthly', count: 1e15 } },
    { rule: { frequency: 'monthly', endBy: '99999-01-01' } },
    { rule: { frequency: 'monthly', endBy: null, byDay: ['MO'] } },
    { rule: { frequency: 'monthly', __proto__: null, constructor: {} } },
    { rule: [] },
    { rule: null },
  ])('%o', async ({ rule }) => {
    const { expense } = JSON.parse(
      JSON.stringify({ expense: { ...createBody(scene), amount: 100 } }),
    );
    const raw = JSON.stringify({ rule, expense });
    expect((await scene.ann.call(recurringCalls.create, { raw })).status).toBe(422);
  });

  test('more than a night can make', async () => {
    await hub.db
      .insertInto('recurring_expense')
      .values(
        Array.from({ length: 200 }, () => ({
          chapter_id: scene.chapter.id,
          id: newId<'recurring'>(),
          frequency: 'monthly' as const,
          interval_count: 1,
          first_day: '2026-03-01' as const,
          last_day: '9998-12-31' as const,
          position: 0,
          next_day: '2026-03-01' as const,
          local_time: '12:00' as const,
          template: '{}',
          paused_at: now,
          created_by: scene.ann.memberId,
          saved_by: scene.ann.memberId,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute();
    const before = await readEverything(scene);
    expect((await create()).refusal().code).toBe('too_many_recurring');
    expect(await readEverything(scene)).toBe(before);
  });
});

describe('changing all from the next one on', () => {
  test('leaves what was made, and keeps the end of the month', async () => {
    const { recurring, expense } = (await create()).value();
    const params = { recurringId: recurring.id };
    const body = bodyFrom('2026-02-28', { title: 'New rent', amount: cents(120_00) });
    const changed = (await scene.ann.call(recurringCalls.update, { params, body })).value();
    expect(changed).toMatchObject({ firstDay: '2026-01-31', nextDay: '2026-02-28', version: 2 });
    expect(changed.expense).toMatchObject({ title: 'New rent', amount: 120_00 });
    const read = await scene.ann.call(expenseCalls.detail, { params: { expenseId: expense.id } });
    expect(read.value()).toEqual(expense);
  });

  test('may move the next day, but not to where one was made', async () => {
    const { recurring } = (await create()).value();
    const params = { recurringId: recurring.id };
    const moved = await scene.ann.call(recurringCalls.update, {
      params,
      body: bodyFrom('2026-02-15', {}, { frequency: 'weekly', count: 2 }),
    });
    expect(moved.value()).toMatchObject({
      nextDay: '2026-02-15',
      rule: { frequency: 'weekly', endBy: '2026-02-22', count: null },
    });
    const body = bodyFrom('2026-01-31');
    const refused = await scene.ann.call(recurringCalls.update, { params, body });
    expect(refused.refusal()).toMatchObject({
      code: 'day_already_made',
      field: 'expense.expenseDate',
    });
  });

  test('is checked like a new expense, and against who changed it meanwhile', async () => {
    const { recurring } = (await create()).value();
    const params = { recurringId: recurring.id };
    const gone = testId<'event'>('0190a0a0-0aaa-7000-8000-00000000eeee');
    for (const [more, code] of [
      [{ participants: [] }, 'required_fields'],
      [
        { participants: [testId<'member'>('0190a0a0-0aaa-7000-8000-00000000ffff')] },
        'unknown_member',
      ],
      [{ eventId: gone }, 'unknown_event'],
    ] as const) {
      const body = bodyFrom('2026-02-28', more as never);
      const reply = await scene.ann.call(recurringCalls.update, { params, body });
      expect(reply.refusal().code).toBe(code);
    }
    const body = bodyFrom('2026-02-28', { title: 'Mine' });
    const headers = { 'if-match': '"1"' };
    expect((await scene.ann.call(recurringCalls.update, { params, body, headers })).status).toBe(
      200,
    );
    const late = await scene.ben.call(recurringCalls.update, { params, body, headers });
    expect([late.status, late.refusal().code]).toEqual([412, 'changed_meanwhile']);
  });
});

describe('pausing', () => {
  test('keeps the next day, and resuming skips the days until today', async () => {
    const { recurring } = (await create()).value();
    const params = { recurringId: recurring.id };
    const paused = (await scene.ben.call(recurringCalls.pause, { params })).value();
    expect(paused).toMatchObject({ status: 'paused', nextDay: '2026-02-28' });
    const twice = await scene.ben.call(recurringCalls.pause, { params });
    expect(twice.refusal().code).toBe('recurring_paused');
    now = at('2026-04-30');
    const resumed = (await scene.ben.call(recurringCalls.resume, { params })).value();
    expect(resumed).toMatchObject({
      status: 'active',
      nextDay: '2026-05-31',
      skippedDays: 3,
      savedBy: scene.ben.memberId,
    });
    const again = await scene.ben.call(recurringCalls.resume, { params });
    expect(again.refusal().code).toBe('recurring_not_paused');
  });

  test('resuming before the next day skips nothing', async () => {
    const { recurring } = (await create()).value();
    const params = { recurringId: recurring.id };
    await scene.ann.call(recurringCalls.pause, { params });
    const resumed = (await scene.ann.call(recurringCalls.resume, { params })).value();
    expect(resumed).toMatchObject({ nextDay: '2026-02-28', skippedDays: 0 });
  });
});

test('ending leaves what was made, and nothing else can be done to it', async () => {
  const { recurring, expense } = (await create()).value();
  const params = { recurringId: recurring.id };
  expect((await scene.ann.call(recurringCalls.end, { params })).status).toBe(204);
  const read = (await scene.ann.call(recurringCalls.detail, { params })).value();
  expect(read).toMatchObject({ status: 'ended', nextDay: null, nextDate: null });
  expect((await scene.ann.call(recurringCalls.list)).value().recurring.items).toEqual([]);
  const made = await scene.ann.call(expenseCalls.detail, { params: { expenseId: expense.id } });
  expect(made.value()).toEqual(expense);
  for (const call of [recurringCalls.pause, recurringCalls.resume, recurringCalls.end]) {
    expect((await scene.ann.call(call, { params })).refusal().code).toBe('recurring_ended');
  }
});

test('under the strict policy, members set up and change only what is their own', async () => {
  await hub.db
    .updateTable('chapter')
    .set({ policy: 'treasurer' })
    .where('id', '=', scene.chapter.id)
    .execute();
  const { ann, ben } = scene;
  expect((await create({ paidBy: ann.memberId }, {}, ben)).refusal().code).toBe('treasurer_needed');
  const own = (await create({ paidBy: ben.memberId }, {}, ben)).value().recurring;
  const others = (await create()).value().recurring;
  const act = async (recurringId: typeof own.id) => {
    const reply = await ben.call(recurringCalls.pause, { params: { recurringId } });
    return reply.status;
  };
  expect([await act(own.id), await act(others.id)]).toEqual([200, 403]);
});

test('the audit says who did what', async () => {
  const { recurring } = (await create()).value();
  const params = { recurringId: recurring.id };
  const body = bodyFrom('2026-02-28', { title: 'Rent', amount: cents(120_00) });
  await scene.ann.call(recurringCalls.update, { params, body });
  await scene.ann.call(recurringCalls.pause, { params });
  await scene.ann.call(recurringCalls.resume, { params });
  await scene.ann.call(recurringCalls.end, { params });
  const rows = await hub.db
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where('chapter_id', '=', scene.chapter.id)
    .where('entity_id', '=', recurring.id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual([
    'recurring.create',
    'recurring.update',
    'recurring.pause',
    'recurring.resume',
    'recurring.end',
  ]);
  expect(new Set(rows.map((row) => row.actor_id))).toEqual(new Set([scene.ann.memberId]));
});
