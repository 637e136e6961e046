/**
 * Expenses that are logged concurrently share a statement, and each must have the same result as if it
 * came alone. The first is sent immediately; the others wait for it and form a batch.
 */

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { startLossyProxy } from '#app/testing/crash/lossy-proxy.ts';
import type { TestHub } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { expenseCalls } from '../contract.ts';
import type { ExpenseFields } from '../expense.ts';
import { createBody, logExpense, type Scene } from '../testing/scene.ts';
import { setUpScenes } from '../testing/set-up-scenes.ts';

let hub: TestHub;
let scene: Scene;
setUpScenes((theHub, theScene) => {
  hub = theHub;
  scene = theScene;
});

type Sending = Partial<ExpenseFields & { id: Id<'expense'> }>;

function send(more: Sending, key?: string, by = scene.ann) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return by.call(expenseCalls.create, { body: createBody(scene, more), headers });
}

async function countStored(): Promise<{ expenses: number; statements: number }> {
  const { rows } = await sql<{ expenses: number; statements: number }>`
    select count(*)::int as expenses, count(distinct xmin::text)::int as statements
    from expense where chapter_id = ${scene.chapter.id}`.execute(hub.db);
  return rows[0] ?? { expenses: 0, statements: 0 };
}

const statusesOf = (replies: readonly { status: number }[]) => replies.map(({ status }) => status);

test('expenses logged concurrently are stored in batches with the same results as one by one', async () => {
  const { ann, ben, cid, dora, chapter } = scene;
  const bodies: Sending[] = Array.from({ length: 30 }, (_, n) => ({
    title: `No ${n}`,
    description: n % 2 === 0 ? '' : 'É “quoted” \\ text',
    amount: cents(100 + n),
    category: n % 3 === 0 ? 'Food' : '',
    isExcludedFromGroupTotals: n % 5 === 0,
    ...(n % 4 === 0 && { paidBy: null, isEvenSplit: true }),
    ...(n % 4 === 1 && { paidBy: dora.memberId, payerReimbursementType: 'None' as const }),
    ...(n % 4 === 2 && {
      payerReimbursementType: 'Partial' as const,
      payerReimbursementAmount: cents(7),
    }),
  }));
  const together = await Promise.all(bodies.map((body, n) => send(body, `t-${n}`)));
  expect(new Set(statusesOf(together))).toEqual(new Set([201]));
  expect(new Set(together.map(({ headers }) => headers.etag))).toEqual(new Set(['"1"']));
  expect((await countStored()).statements).toBeLessThan(bodies.length / 2);
  const half = await ann.call(expenseCalls.balances);
  for (const [n, body] of bodies.entries()) {
    const mine = together[n]?.value();
    const params = { expenseId: mine?.id ?? testId('') };
    expect((await ben.call(expenseCalls.detail, { params })).value()).toEqual(mine);
    const { events } = (await cid.call(expenseCalls.history, { params })).value();
    expect(events.items).toEqual([
      {
        id: expect.any(String),
        at: mine?.createdAt,
        action: 'expense.create',
        by: { id: ann.memberId, name: 'Ann Abel' },
        before: null,
        after: mine,
      },
    ]);
    const alone = (await send(body)).value();
    const { id, createdAt, updatedAt, participantBreakdowns } = alone;
    // The id determines who pays the extra cent.
    expect({ ...mine, id, createdAt, updatedAt, participantBreakdowns }).toEqual(alone);
  }
  const { totalCount } = (await ann.call(expenseCalls.list)).value().expenses;
  expect([totalCount, (await countStored()).expenses]).toEqual([60, 60]);
  const sides = (reply: typeof half) => reply.value().company;
  expect(sides(await ann.call(expenseCalls.balances))).toBe(2 * sides(half));
  expect(chapter.id).toBe(ann.chapterId);
});

test('concurrent requests with one key log one expense and get the same reply', async () => {
  const key = newId();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => [send({}, key), send({ title: `${n}` }, `${n}`)]).flat(),
  );
  const same = replies.filter((_, index) => index % 2 === 0);
  const done = same.filter(({ status }) => status === 201);
  expect(done.length).toBeGreaterThan(0);
  expect(new Set(done.map(({ text, headers }) => text + headers.etag)).size).toBe(1);
  const refusalCodes = same
    .filter(({ status }) => status !== 201)
    .map((reply) => reply.refusal().code);
  expect(new Set(refusalCodes)).toEqual(
    new Set(refusalCodes.length > 0 ? ['request_in_flight'] : []),
  );
  expect((await countStored()).expenses).toBe(21);
  expect((await send({}, key)).text).toBe(done[0]?.text);
});

test('a key belongs to one member and cannot be reused for another request', async () => {
  const [one, bens, two, other] = await Promise.all([
    send({}, 'k'),
    send({}, 'k', scene.ben),
    send({ title: 'Other' }, 'k'),
    send({}, 'other'),
  ]);
  expect(statusesOf([bens, other])).toEqual([201, 201]);
  // Either of the two requests with the same key may come first.
  const [made, refused] = one.status === 201 ? [one, two] : [two, one];
  expect(statusesOf([made, refused])).toEqual([201, 422]);
  expect(refused.refusal().code).toBe('idempotency_key_reused');
  expect((await countStored()).expenses).toBe(3);
});

test('a key keeps its outcome even if the request would now be refused', async () => {
  const { ann, ben, chapter } = scene;
  const first = await send({}, 'k', ben);
  // The request is invalid too, but the used key takes precedence.
  const other = await send({ title: ' ' }, 'k', ben);
  expect([other.status, other.refusal().code]).toEqual([422, 'idempotency_key_reused']);
  const invalid = await send({ title: ' ' }, 'free', ben);
  expect([invalid.status, invalid.refusal().code]).toEqual([422, 'required_fields']);
  const holder = await hub.database.pool.connect();
  await holder.query('begin');
  const claim = { chapter_id: chapter.id, actor_id: ben.memberId, key: 'free' };
  await holder.query('select hub.claim($1)', [JSON.stringify([claim])]);
  const early = await send({ title: ' ' }, 'free', ben);
  expect([early.status, early.refusal().code]).toEqual([409, 'request_in_flight']);
  await holder.query('rollback');
  holder.release();
  await hub.db
    .updateTable('chapter')
    .set({ policy: 'treasurer' })
    .where('id', '=', chapter.id)
    .execute();
  await hub.db
    .updateTable('member')
    .set({ status: 'disabled' })
    .where('id', '=', scene.cid.memberId)
    .execute();
  expect((await send({}, 'another', ben)).refusal().code).toBe('treasurer_needed');
  expect((await send({}, 'anothers', ann)).refusal().code).toBe('unknown_member');
  expect((await send({}, 'k', ben)).text).toBe(first.text);
  // A refusal does not use up the key, so a corrected request may reuse it.
  const participants = [ben.memberId];
  expect((await send({ participants, paidBy: ben.memberId }, 'free', ben)).status).toBe(201);
  expect((await countStored()).expenses).toBe(2);
});

test('a refusal in a batch affects only its own expense and is the same as alone', async () => {
  const { ann, ben } = scene;
  const stranger = await (await hub.chapter('Elsewhere')).person('Eve Else');
  const gone = await scene.chapter.person('Gone Away');
  await hub.db
    .updateTable('member')
    .set({ status: 'disabled' })
    .where('id', '=', gone.memberId)
    .execute();
  const taken = await logExpense(scene);
  const bad: readonly Sending[] = [
    { participants: [ann.memberId, stranger.memberId] },
    { participants: [gone.memberId, ben.memberId], paidBy: gone.memberId },
    { paidBy: gone.memberId },
    { eventId: newId<'event'>() },
    { id: taken.id },
    { amount: cents(0) },
  ];
  const mixed = await Promise.all(
    bad.flatMap((one, n) => [send({ title: `g${n}` }, `g${n}`), send(one, `b${n}`)]),
  );
  const refused = mixed.filter((_, index) => index % 2 === 1);
  const alone: string[] = [];
  for (const one of bad) alone.push((await send(one)).text);
  expect(refused.map(({ text }) => text)).toEqual(alone);
  expect(
    refused.map((reply) => [reply.status, reply.refusal().code, reply.refusal().field]),
  ).toEqual([
    [422, 'unknown_member', 'participants'],
    [422, 'unknown_member', 'participants'],
    [422, 'unknown_member', 'paidBy'],
    [422, 'unknown_event', 'eventId'],
    [409, 'id_taken', 'id'],
    [422, 'amount_not_positive', 'amount'],
  ]);
  const good = mixed.filter((_, index) => index % 2 === 0);
  expect(statusesOf(good)).toEqual(Array(bad.length).fill(201));
  expect((await countStored()).expenses).toBe(bad.length + 1);
});

test('concurrent creates with one id: exactly one succeeds', async () => {
  const id = newId<'expense'>();
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      send({ id, title: `No ${n}` }, n % 2 ? `k${n}` : undefined),
    ),
  );
  const codes = replies.map((reply) => (reply.status === 201 ? 201 : reply.refusal().code));
  expect(codes.toSorted()).toEqual([201, ...Array(29).fill('id_taken')].toSorted());
  expect((await countStored()).expenses).toBe(1);
});

test('an id locked by another transaction delays only the request that uses it', async () => {
  const id = newId<'expense'>();
  const holder = await hub.database.pool.connect();
  await holder.query('begin');
  await holder.query(
    "select pg_advisory_xact_lock(hashtextextended('expense/' || $1 || '/' || $2, 0))",
    [scene.chapter.id, id],
  );
  let isDone = false;
  const waiting = send({ id }).finally(() => {
    isDone = true;
  });
  const others = await Promise.all(Array.from({ length: 20 }, () => send({})));
  expect(new Set(statusesOf(others))).toEqual(new Set([201]));
  expect(isDone).toBe(false);
  await holder.query('rollback');
  holder.release();
  expect((await waiting).status).toBe(201);
});

test('an expense that would exceed the maximum total is refused without affecting its batch', async () => {
  const largest = cents(999_999_999_999);
  const first = await logExpense(scene, { amount: largest, participants: [scene.ann.memberId] });
  await sql`
    with copied as (
      insert into expense (chapter_id, id, title, amount_cents, expense_at, paid_by, is_even_split,
        is_excluded_from_group_totals, use_wallet_transactions, reimbursement_type, participant_count, created_by,
        created_at, updated_at)
      select chapter_id, gen_random_uuid(), title, amount_cents, expense_at, paid_by, is_even_split,
        is_excluded_from_group_totals, use_wallet_transactions, reimbursement_type, 1, created_by,
        created_at, updated_at
      from expense, generate_series(1, 899)
      where chapter_id = ${scene.chapter.id} and id = ${first.id}
      returning chapter_id, id, paid_by, amount_cents
    )
    insert into expense_participant (chapter_id, expense_id, member_id, share_cents)
    select chapter_id, id, paid_by, amount_cents from copied
  `.execute(hub.db);
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      send({ amount: n % 4 === 1 ? largest : cents(3) }, `${n}`),
    ),
  );
  expect(statusesOf(replies)).toEqual(
    Array.from({ length: 12 }, (_, n) => (n % 4 === 1 ? 422 : 201)),
  );
  expect(replies[1]?.refusal()).toMatchObject({ code: 'totals_out_of_range', field: 'amount' });
});

test('replies lost after the commit are returned on retry, and nothing is logged twice', async () => {
  const url = await hub.app.listen({ host: '127.0.0.1', port: 0 });
  const proxy = await startLossyProxy(url);
  onTestFinished(proxy.close);
  const body = JSON.stringify(z.encode(expenseCalls.create.body, createBody(scene)));
  const post = (base: string, key: string) =>
    fetch(`${base}/api/expenses`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${scene.ann.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body,
    });
  const keys = Array.from({ length: 30 }, (_, n) => `lost-${n}`);
  const lost = await Promise.allSettled(keys.map((key) => post(proxy.url, key)));
  expect(new Set(lost.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(proxy.swallowed()).toBe(keys.length);
  expect((await countStored()).expenses).toBe(keys.length);
  const had = await Promise.all(keys.map((key) => post(url, key)));
  expect(new Set(statusesOf(had))).toEqual(new Set([201]));
  const texts = await Promise.all(had.map((reply) => reply.text()));
  expect(new Set(texts).size).toBe(keys.length);
  expect((await countStored()).expenses).toBe(keys.length);
});
