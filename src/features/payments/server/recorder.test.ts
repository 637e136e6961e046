/**
 * Payments that arrive together share two statements, but each must behave as if alone. The first
 * runs immediately and the others are batched behind it.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { startLossyProxy } from '#app/testing/crash/lossy-proxy.ts';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { standingsCall } from '#features/expenses/summary-contract.ts';
import { addExpense, settle } from '#features/wallets/server/testing/settle.ts';
import type { Id } from '#kit/id.ts';
import { cents, maxCents } from '#kit/money.ts';
import { type NewPayment, paymentCalls } from '../contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let people: readonly TestPerson[];
let tara: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  const names = ['Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Fay'];
  people = await Promise.all(names.map((name) => chapter.person(name)));
  tara = await chapter.person('Tara', 'treasurer');
});

const member = (n: number): Id<'member'> =>
  (people[n % people.length] ?? expect.fail('nobody')).memberId;

/** The nth payment: one in five is to the chapter. */
function entered(n: number, more: Partial<NewPayment> = {}): NewPayment {
  return {
    fromMemberId: member(n),
    toMemberId: n % 5 === 0 ? null : member(n + 1 + (n % 4)),
    amount: cents(100 + n),
    paidOn: '2026-03-01',
    method: 'bank',
    reference: `R-${n}`,
    ...more,
  };
}

const record = (body: NewPayment, key?: string, by = tara) =>
  by.call(paymentCalls.record, { body, headers: key ? { 'idempotency-key': key } : {} });

const count = 60;
const numbers = Array.from({ length: count }, (_, n) => n);

async function standings(): Promise<Map<Id<'member'>, number>> {
  const { items } = (await tara.call(standingsCall)).value();
  return new Map(items.map(({ memberId, standing }) => [memberId, standing]));
}

function expectedStandings(bodies: readonly NewPayment[]): Map<Id<'member'>, number> {
  const sums = new Map([...people, tara].map(({ memberId }) => [memberId, 0]));
  for (const { fromMemberId, toMemberId, amount } of bodies) {
    if (fromMemberId) sums.set(fromMemberId, (sums.get(fromMemberId) ?? 0) + amount);
    if (toMemberId) sums.set(toMemberId, (sums.get(toMemberId) ?? 0) - amount);
  }
  return sums;
}

test('concurrent payments share transactions, open each wallet once and behave as if alone', async () => {
  const opening = numbers.map((n) => entered(n));
  await Promise.all(opening.map((body) => record(body)));
  const bodies = numbers.map((n) => entered(n + count));
  const together = await Promise.all(bodies.map((body, n) => record(body, `t-${n}`)));
  expect(new Set(together.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await standings()).toEqual(expectedStandings([...opening, ...bodies]));
  const { rows } = await sql<{ transactions: number; wallets: number }>`
    select
      (select count(distinct xmin::text)::int from payment
        where chapter_id = ${chapter.id} and amount_cents >= ${entered(count).amount}) as transactions,
      (select count(*)::int from wallet where chapter_id = ${chapter.id}) as wallets
  `.execute(hub.db);
  expect(rows[0]?.wallets).toBe(people.length);
  expect(rows[0]?.transactions).toBeLessThan(count / 2);
  for (const reply of together) {
    const { id, ...recorded } = reply.value();
    const detail = await tara.call(paymentCalls.detail, { params: { paymentId: id } });
    expect(detail.value()).toEqual({ id, ...recorded });
    expect(reply.headers.etag).toBe(detail.headers.etag);
  }
  expect(await hub.differences()).toEqual([]);
});

test('concurrent requests with one key record once and get the same reply', async () => {
  const replies = await Promise.all(numbers.map(() => record(entered(1), 'same')));
  const done = replies.filter(({ status }) => status === 201).map((reply) => reply.value());
  expect(done.length).toBeGreaterThan(0);
  expect(new Set(done.map(({ id }) => id)).size).toBe(1);
  const others = replies.filter(({ status }) => status !== 201);
  expect(others.map((reply) => reply.refusal().code)).toEqual(
    others.map(() => 'request_in_flight'),
  );
  expect((await record(entered(1), 'same')).value()).toEqual(done[0]);
  expect((await record(entered(2), 'same')).refusal().code).toBe('idempotency_key_reused');
  expect(await standings()).toEqual(expectedStandings([entered(1)]));
});

test('a refusal within a batch affects only its own request and reads as if alone', async () => {
  const stranger = await (await hub.chapter()).person('Zoe');
  const rich = await chapter.person('Rich');
  const id = await addExpense(hub.db, chapter.id, rich.memberId);
  const legs = Array.from({ length: 1_000 }, () => [rich.memberId, maxCents] as const);
  await settle(hub.db, chapter.id, { id, actorId: rich.memberId }, legs);
  const refused = [
    entered(1, { toMemberId: member(1) }),
    entered(1, { paidOn: '2999-01-01' }),
    entered(1, { toMemberId: stranger.memberId }),
    entered(1, { fromMemberId: rich.memberId, amount: cents(10_00) }),
  ];
  const bodies = numbers.slice(0, 20).map((n) => entered(n));
  const [recorded, replies] = await Promise.all([
    Promise.all(bodies.map((body) => record(body))),
    Promise.all(refused.map((body) => record(body))),
  ]);
  expect(recorded.map(({ status }) => status)).toEqual(bodies.map(() => 201));
  expect(replies.map((reply) => reply.refusal().code)).toEqual([
    'same_side',
    'future_day',
    'unknown_member',
    'balance_out_of_range',
  ]);
  const { totalCount } = (await tara.call(paymentCalls.list, { query: {} })).value().payments;
  expect(totalCount).toBe(bodies.length);
  expect(await hub.differences()).toEqual([]);
});

test('a held wallet delays only its own payments', async () => {
  await Promise.all(numbers.slice(0, 12).map((n) => record(entered(n))));
  const holder = await hub.database.pool.connect();
  await holder.query('begin');
  await holder.query(
    `select ledger_post(chapter_id, gen_random_uuid(), owner_id, id, 5, now(), now())
     from wallet where chapter_id = $1 and owner_id = $2`,
    [chapter.id, member(0)],
  );
  let isDone = false;
  const waiting = record(entered(0, { toMemberId: member(1), amount: cents(777) }), 'held').finally(
    () => {
      isDone = true;
    },
  );
  const free = numbers
    .slice(0, 20)
    .map((n) =>
      record(
        entered(0, { fromMemberId: member(2), toMemberId: member(3), amount: cents(900 + n) }),
      ),
    );
  const others = await Promise.all(free);
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([201]));
  expect(isDone).toBe(false);
  await holder.query('rollback');
  holder.release();
  expect((await waiting).status).toBe(201);
  expect(await hub.differences()).toEqual([]);
});

test('replies lost after the commit are returned by a retry, and nothing is recorded twice', async () => {
  const url = await hub.app.listen({ host: '127.0.0.1', port: 0 });
  const proxy = await startLossyProxy(url);
  onTestFinished(proxy.close);
  const bodies = numbers.slice(0, 30).map((n) => entered(n));
  const post = (base: string, n: number) =>
    fetch(`${base}/api/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tara.token}`,
        'content-type': 'application/json',
        'idempotency-key': `lost-${n}`,
      },
      body: JSON.stringify(z.encode(paymentCalls.record.body, bodies[n] ?? expect.fail())),
    });
  const lost = await Promise.allSettled(bodies.map((_, n) => post(proxy.url, n)));
  expect(new Set(lost.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(proxy.swallowed()).toBe(bodies.length);
  expect(await standings()).toEqual(expectedStandings(bodies));
  const retried = await Promise.all(bodies.map((_, n) => post(url, n)));
  expect(new Set(retried.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await standings()).toEqual(expectedStandings(bodies));
  expect(await hub.differences()).toEqual([]);
});
