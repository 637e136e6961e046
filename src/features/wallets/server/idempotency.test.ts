/**
 * Repeated requests, by double clicks or after a lost reply, take effect once. A POST is recognized
 * by its Idempotency-Key, a PUT or DELETE by the version in If-Match. A seed replays the requests, though
 * not their timing.
 */

import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createSeededRandom } from '#app/server/demo/seeded-random.ts';
import { planRandom } from '#app/testing/amounts.ts';
import { startLossyProxy } from '#app/testing/crash/lossy-proxy.ts';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { walletCalls } from '../contract.ts';

const { amount: intents, seed } = planRandom('duplicates');
const times = 20;
const parallel = 32;

let hub: TestHub;
let maya: TestPerson;
let wallets: Id<'wallet'>[];
let url: string;

beforeAll(async () => {
  hub = await startTestHub({ poolSize: 16 });
  maya = await (await hub.chapter()).person('Maya Chen');
  wallets = await Promise.all(Array.from({ length: 8 }, openWallet));
  await hub.app.listen({ host: 'localhost', port: 0 });
  url = `http://localhost:${(hub.app.server.address() as AddressInfo).port}`;
});
afterAll(() => hub?.close());

async function openWallet(): Promise<Id<'wallet'>> {
  const body = { name: 'Travel', ownerId: maya.memberId, currencyCode: 'USD' } as const;
  return (await maya.call(walletCalls.create, { body })).value().id;
}

type Intent = {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  /** The change of the balance. */
  readonly change: number;
  /** The status of later duplicates. */
  readonly again: number;
};

type Answer = { readonly status: number; readonly text: string };

async function send({ method, path, headers, body }: Intent, to = url): Promise<Answer> {
  const reply = await fetch(`${to}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${maya.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: reply.status, text: await reply.text() };
}

function input(amount: number, description = 'Dues') {
  return {
    userId: maya.memberId,
    transactionType: amount < 0 ? ('debit' as const) : ('credit' as const),
    amount: cents(Math.abs(amount)),
    description,
  };
}

const wire = (amount: number) =>
  JSON.stringify({ ...input(amount), amount: Math.abs(amount) / 100 });

async function intend(
  method: Intent['method'],
  walletId: Id<'wallet'>,
  amount: number,
): Promise<Intent> {
  const path = `/wallets/${walletId}/transactions`;
  if (method === 'POST') {
    const headers = { 'idempotency-key': newId() };
    return { method, path, headers, body: wire(amount), change: amount, again: 201 };
  }
  const body = input(500);
  const { id } = (
    await maya.call(walletCalls.addTransaction, { params: { walletId }, body })
  ).value();
  const address = { path: `${path}/${id}`, headers: { 'if-match': '"1"' } };
  if (method === 'PUT')
    return { method, ...address, body: wire(amount), change: amount - 500, again: 412 };
  return { method, ...address, body: undefined, change: -500, again: 404 };
}

async function counts() {
  const [journals, versions, audited] = await Promise.all([
    hub.db
      .selectFrom('ledger_journal')
      .select((count) => count.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
    hub.db
      .selectFrom('wallet_transaction')
      .select((sum) => sum.fn.sum<number>('version').as('n'))
      .executeTakeFirstOrThrow(),
    hub.db
      .selectFrom('audit')
      .select((count) => count.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ]);
  return { journals: journals.n, versions: versions.n ?? 0, audited: audited.n };
}

async function balance(): Promise<number> {
  const { items } = (await maya.call(walletCalls.list, { query: { take: 200 } })).value().wallets;
  return items.reduce((sum, wallet) => sum + wallet.currentBalance, 0);
}

test(`${intents * times} requests for ${intents} intents, all at once, take effect ${intents} times`, {
  timeout: 300_000 + intents * 500,
}, async () => {
  const chance = createSeededRandom(seed);
  const meant: Intent[] = [];
  for (let n = 0; n < intents; n += 1) {
    const method = chance.pick(['POST', 'PUT', 'DELETE'] as const);
    meant.push(await intend(method, chance.pick(wallets), chance.whole(1, 90_000) * 2 + 1));
  }
  const before = { ...(await counts()), balance: await balance() };

  // Close enough that many duplicates arrive while the first is running.
  const requests = meant.flatMap((intent, index) =>
    Array.from({ length: times }, () => ({ intent, at: index + chance.whole(0, 40) })),
  );
  requests.sort((one, other) => one.at - other.at);
  const answers = new Map(meant.map((intent) => [intent, [] as Answer[]]));
  const queue = requests.values();
  const worker = async () => {
    for (const { intent } of queue) answers.get(intent)?.push(await send(intent));
  };
  await Promise.all(Array.from({ length: parallel }, worker));

  const surprises: string[] = [];
  for (const [{ method, again }, all] of answers) {
    const done = all.filter(({ status }) => status >= 200 && status < 300);
    const isOnce = method === 'POST' ? new Set(done.map(({ text }) => text)).size : done.length;
    if (isOnce !== 1 || all.length !== times) surprises.push(`${method} was done ${isOnce} times`);
    for (const { status, text } of all) {
      const isInFlight = status === 409 && text.includes('request_in_flight');
      const isBusy = status === 503 && text.includes('"busy"');
      if (status >= 300 && status !== again && !isInFlight && !isBusy)
        surprises.push(`${method} ${status} ${text}`);
    }
  }
  expect(surprises).toEqual([]);

  const of = (method: Intent['method']) =>
    meant.filter((intent) => intent.method === method).length;
  const after = { ...(await counts()), balance: await balance() };
  expect(after).toEqual({
    journals: before.journals + of('POST') + 2 * of('PUT') + of('DELETE'),
    versions: before.versions + intents,
    audited: before.audited + intents,
    balance: before.balance + meant.reduce((sum, { change }) => sum + change, 0),
  });
  expect(await hub.differences()).toEqual([]);
});

describe('a POST with a used key', () => {
  test('is refused while the first is running, then gets its reply, unless the body differs', async () => {
    const walletId = await openWallet();
    const intent = await intend('POST', walletId, 1001);
    // Another server is processing it: the lock lasts as long as its transaction.
    const other = new pg.Client(hub.database.ownerUrl);
    await other.connect();
    onTestFinished(() => other.end());
    const claim = `${maya.chapterId}/${maya.memberId}/${intent.headers['idempotency-key']}`;
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [claim]);
    const early = await send(intent);
    expect([early.status, JSON.parse(early.text).code]).toEqual([409, 'request_in_flight']);
    await other.query('rollback');
    const first = await send(intent);
    expect(first.status).toBe(201);
    expect(await send(intent)).toEqual(first);
    const another = await send({ ...intent, body: wire(2002) });
    expect([another.status, JSON.parse(another.text).code]).toEqual([
      422,
      'idempotency_key_reused',
    ]);
    const detail = await maya.call(walletCalls.detail, { params: { walletId } });
    expect(detail.value().currentBalance).toBe(1001);
  });
});

describe('a reply lost after the commit', () => {
  async function lose(intent: Intent): Promise<void> {
    const proxy = await startLossyProxy(url);
    onTestFinished(proxy.close);
    await expect(send(intent, proxy.url)).rejects.toThrow();
    expect(proxy.swallowed()).toBe(1);
  }

  test('of a POST is returned for the same key', async () => {
    const walletId = await openWallet();
    const intent = await intend('POST', walletId, 1001);
    await lose(intent);
    const { status, text } = await send(intent);
    expect([status, JSON.parse(text).amount]).toEqual([201, 10.01]);
    const detail = await maya.call(walletCalls.detail, { params: { walletId } });
    expect(detail.value().currentBalance).toBe(1001);
  });

  test('of a PUT is resolved by reading: the same If-Match changes nothing', async () => {
    const walletId = await openWallet();
    const intent = await intend('PUT', walletId, 1001);
    await lose(intent);
    expect((await send(intent)).status).toBe(412);
    const transactionId = testId(intent.path.split('/').at(-1) ?? '');
    const now = (
      await maya.call(walletCalls.transaction, { params: { walletId, transactionId } })
    ).value();
    expect([now.version, now.amount]).toEqual([2, 1001]);
    const detail = await maya.call(walletCalls.detail, { params: { walletId } });
    expect(detail.value().currentBalance).toBe(1001);
  });

  test('of a DELETE is resolved by 404 for the same request', async () => {
    const walletId = await openWallet();
    const intent = await intend('DELETE', walletId, 0);
    await lose(intent);
    expect((await send(intent)).status).toBe(404);
    const detail = await maya.call(walletCalls.detail, { params: { walletId } });
    expect(detail.value().currentBalance).toBe(0);
  });
});
