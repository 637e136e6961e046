/**
 * Additions that arrive together share one statement, but each must behave as if alone. The first
 * runs immediately and the others are batched behind it.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { startLossyProxy } from '#app/testing/crash/lossy-proxy.ts';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { walletCalls } from '../contract.ts';
import {
  addWallet,
  credit,
  debit,
  readBalance,
  readTransactions,
} from './testing/wallet-requests.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;
let tom: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
  tom = await chapter.person('Tom Becker');
});

type Sending = {
  walletId: Id<'wallet'>;
  by?: TestPerson;
  key?: string;
  body?: ReturnType<typeof credit>;
};

function send({ walletId, by = maya, key, body = credit(by, 100) }: Sending) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return by.call(walletCalls.addTransaction, { params: { walletId }, body, headers });
}

/** How many statements added something: postings of one statement share a transaction id. */
async function statements(walletIds: readonly Id<'wallet'>[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text)::int as count from ledger_entry
    where wallet_id = any (${walletIds}::uuid[])`.execute(hub.db);
  return rows[0]?.count ?? 0;
}

test('concurrent additions share a statement and behave as if sequential', async () => {
  const [one, other, apart] = [await addWallet(maya), await addWallet(tom), await addWallet(maya)];
  const bodies = Array.from({ length: 30 }, (_, n) =>
    n % 3 === 0
      ? debit(maya, n + 1, { description: `No ${n}` })
      : credit(tom, n + 1, {
          description: `No ${n}`,
          referenceId: `R-${n}`,
          metadataJson: '{"é":1}',
        }),
  );
  const together = await Promise.all(
    bodies.map((body, n) => send({ walletId: n % 2 === 0 ? one : other, body, key: `t-${n}` })),
  );
  expect(new Set(together.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await statements([one, other])).toBeLessThan(bodies.length / 2);
  for (const [n, body] of bodies.entries()) {
    const alone = await send({ walletId: apart, body, key: `a-${n}` });
    const shown = together[n]?.value();
    const { id, walletId, date, createdAt, updatedAt } = alone.value();
    expect({ ...shown, id, walletId, date, createdAt, updatedAt }).toEqual(alone.value());
    expect(together[n]?.headers.etag).toBe(alone.headers.etag);
  }
  expect((await readBalance(one, maya)) + (await readBalance(other, maya))).toBe(
    await readBalance(apart, maya),
  );
  const [listed] = (await readTransactions(one, maya, { searchTerm: 'No 28' })).items;
  expect(listed).toMatchObject(together[28]?.value() ?? {});
  expect(await auditOf(together.map((reply) => reply.value().id))).toEqual(
    together.map((reply) => ({
      action: 'transaction.create',
      actor_id: maya.memberId,
      after: JSON.parse(JSON.stringify(reply.value())),
    })),
  );
  expect(await hub.differences()).toEqual([]);
});

async function auditOf(ids: readonly Id[]) {
  const rows = await hub.db
    .selectFrom('audit')
    .select(['entity_id', 'action', 'actor_id', 'after'])
    .where('entity_id', 'in', ids)
    .execute();
  const byId = new Map(rows.map(({ entity_id, ...row }) => [entity_id, row]));
  return ids.map((id) => byId.get(id));
}

test('concurrent requests with one key add once and get the same reply', async () => {
  const [walletId, other] = [await addWallet(maya), await addWallet(maya)];
  const key = newId();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => [
      send({ walletId, key }),
      send({ walletId: other, key: `${n}` }),
    ]).flat(),
  );
  const same = replies.filter((_, index) => index % 2 === 0);
  const done = same.filter(({ status }) => status === 201);
  expect(done.length).toBeGreaterThan(0);
  expect(new Set(done.map(({ text, headers }) => text + headers.etag)).size).toBe(1);
  const codes = same.filter(({ status }) => status !== 201).map((reply) => reply.refusal().code);
  expect(new Set(codes)).toEqual(new Set(codes.length > 0 ? ['request_in_flight'] : []));
  expect(await readBalance(walletId, maya)).toBe(100);
  expect(await readBalance(other, maya)).toBe(2_000);
  expect((await send({ walletId, key })).text).toBe(done[0]?.text);
  expect(await hub.differences()).toEqual([]);
});

test('a key belongs to one person and to one request', async () => {
  const walletId = await addWallet(maya);
  const [one, toms, two, other] = await Promise.all([
    send({ walletId, key: 'k' }),
    send({ walletId, key: 'k', by: tom }),
    send({ walletId, key: 'k', body: credit(maya, 7) }),
    send({ walletId, key: 'other' }),
  ]);
  // Either of the two requests with one key may win.
  const [added, refused] = one.status === 201 ? [one, two] : [two, one];
  expect([toms, other, added, refused].map(({ status }) => status)).toEqual([201, 201, 201, 422]);
  expect(refused.refusal().code).toBe('idempotency_key_reused');
  expect(await readBalance(walletId, maya)).toBe(added === one ? 300 : 207);
});

test('a refusal within a batch affects only its own request and reads as if alone', async () => {
  const stranger = await (await hub.chapter('Elsewhere')).person('Eve Else');
  const gone = await chapter.person('Gone Away');
  await hub.db
    .updateTable('member')
    .set({ status: 'disabled' })
    .where('id', '=', gone.memberId)
    .execute();
  const [walletId, full] = [await addWallet(maya), await addWallet(tom, 'Full')];
  const largest = 999_999_999_999;
  for (let n = 0; n < 1_000; n += 200) {
    await Promise.all(
      Array.from({ length: 200 }, () => send({ walletId: full, body: credit(tom, largest) })),
    );
  }
  const bad: readonly Sending[] = [
    { walletId: newId() },
    { walletId: await addWallet(stranger) },
    { walletId, body: credit(gone, 5) },
    { walletId, body: credit(stranger, 5) },
    { walletId: full, body: credit(tom, largest) },
  ];
  const good = { walletId, body: credit(maya, 3) };
  const mixed = await Promise.all(
    bad.flatMap((one, n) => [
      send({ ...good, key: `g${n}` }),
      send({ ...one, key: `b${n}` }),
      send({ walletId: full, body: debit(tom, 1), key: `f${n}` }),
    ]),
  );
  const refused = mixed.filter((_, index) => index % 3 === 1).map((reply) => reply.text);
  const alone: string[] = [];
  for (const one of bad) alone.push((await send(one)).text);
  expect(refused).toEqual(alone);
  expect(mixed.filter((_, index) => index % 3 !== 1).map(({ status }) => status)).toEqual(
    Array(2 * bad.length).fill(201),
  );
  expect(refused.map((text) => JSON.parse(text).code)).toEqual([
    'not_found',
    'not_found',
    'unknown_member',
    'unknown_member',
    'balance_out_of_range',
  ]);
  expect(await readBalance(walletId, maya)).toBe(3 * bad.length);
  // A refusal stores nothing: the key can be used for the corrected request.
  expect((await send({ ...good, key: 'b0' })).status).toBe(201);
  expect(await hub.differences()).toEqual([]);
});

test('under the treasurer policy, a batch adds only what each caller is allowed to', async () => {
  await hub.db
    .updateTable('chapter')
    .set({ policy: 'treasurer' })
    .where('id', '=', chapter.id)
    .execute();
  const trudy = await chapter.person('Trudy Sure', 'treasurer');
  const walletId = await addWallet(maya);
  const body = debit(maya, 100);
  const replies = await Promise.all([
    ...[maya, tom, trudy, tom, maya].map((by) => send({ walletId, by, body })),
    send({ walletId, by: maya }),
    send({ walletId, by: trudy }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([201, 403, 201, 403, 201, 403, 201]);
  expect(replies[1]?.refusal().code).toBe('treasurer_needed');
  expect(replies[5]?.refusal().code).toBe('treasurer_needed');
  expect(await readBalance(walletId, maya)).toBe(-200);
});

test('200 concurrent additions to one wallet form one unbroken chain', async () => {
  const walletId = await addWallet(maya);
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      send({ walletId, key: `c${n}`, body: n % 2 ? credit(maya, n) : debit(maya, n + 1) }),
    ),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  const entries = await hub.db
    .selectFrom('ledger_entry')
    .select(['seq', 'balance_before_cents', 'balance_after_cents'])
    .where('wallet_id', '=', walletId)
    .orderBy('seq')
    .execute();
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
  expect(entries.map((entry) => entry.balance_before_cents)).toEqual([
    0,
    ...entries.slice(0, -1).map((entry) => entry.balance_after_cents),
  ]);
  expect(await statements([walletId])).toBeLessThan(100);
  expect(await hub.differences()).toEqual([]);
});

test('a locked wallet delays only its own additions', async () => {
  const [held, free] = [await addWallet(maya), await addWallet(maya)];
  const holder = await hub.database.pool.connect();
  await holder.query('begin');
  await holder.query('select ledger_post($1, $2, $3, $4, 5, now(), now())', [
    chapter.id,
    newId(),
    maya.memberId,
    held,
  ]);
  let isDone = false;
  const waiting = send({ walletId: held, key: 'held' }).finally(() => {
    isDone = true;
  });
  const others = await Promise.all(Array.from({ length: 20 }, () => send({ walletId: free })));
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([201]));
  expect(isDone).toBe(false);
  await holder.query('rollback');
  holder.release();
  expect((await waiting).status).toBe(201);
  expect(await readBalance(held, maya)).toBe(100);
});

test('replies lost after the commit are returned by a retry, and nothing is added twice', async () => {
  const walletId = await addWallet(maya);
  const url = await hub.app.listen({ host: '127.0.0.1', port: 0 });
  const proxy = await startLossyProxy(url);
  onTestFinished(proxy.close);
  const post = (base: string, key: string) =>
    fetch(`${base}/api/wallets/${walletId}/transactions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${maya.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(z.encode(walletCalls.addTransaction.body, credit(maya, 100))),
    });
  const keys = Array.from({ length: 30 }, (_, n) => `lost-${n}`);
  const lost = await Promise.allSettled(keys.map((key) => post(proxy.url, key)));
  expect(new Set(lost.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(proxy.swallowed()).toBe(keys.length);
  expect(await readBalance(walletId, maya)).toBe(3_000);
  const had = await Promise.all(keys.map((key) => post(url, key)));
  expect(new Set(had.map(({ status }) => status))).toEqual(new Set([201]));
  const ids = await Promise.all(had.map((reply) => reply.text()));
  expect(new Set(ids).size).toBe(keys.length);
  expect(await readBalance(walletId, maya)).toBe(3_000);
  expect(await hub.differences()).toEqual([]);
});
