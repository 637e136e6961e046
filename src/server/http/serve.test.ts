import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { jpegOf } from '#app/testing/pictures.ts';
import { feedCalls } from '#features/events/feed-contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { groupCalls } from '#features/members/group-contract.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';

let hub: TestHub;
let maya: TestPerson;
let diego: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
  const chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
  diego = await chapter.person('Diego Alvarez');
});
afterAll(() => hub.close());

const bearer = (person: TestPerson) => ({ authorization: `Bearer ${person.token}` });
const json = { 'content-type': 'application/json' };
const wallets = async () => (await maya.call(walletCalls.list)).value().wallets.totalCount;
const walletBody = (name: string) =>
  JSON.stringify({ name, ownerId: maya.memberId, currencyCode: 'USD' });

function post(headers: Record<string, string>, payload: string, url = '/api/wallets') {
  return hub.request({
    method: 'POST',
    url,
    headers: { ...bearer(maya), ...json, ...headers },
    payload,
  });
}

describe('an Idempotency-Key makes a POST happen once', () => {
  test('the same request gets the same reply, sequentially and concurrently', async () => {
    const before = await wallets();
    const send = () => post({ 'idempotency-key': 'once' }, walletBody('Once'));
    const first = await send();
    const again = await Promise.all(Array.from({ length: 20 }, send));
    expect(first.statusCode).toBe(201);
    for (const reply of again) expect([reply.statusCode, reply.body]).toEqual([201, first.body]);
    expect(await wallets()).toBe(before + 1);
  });

  test('of many concurrent requests one works, and the others wait or get 409', async () => {
    const before = await wallets();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => post({ 'idempotency-key': 'race' }, walletBody('Race'))),
    );
    const statuses = new Set(replies.map((reply) => reply.statusCode));
    expect(statuses.has(201)).toBe(true);
    expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true);
    expect(
      new Set(replies.filter((reply) => reply.statusCode === 201).map((reply) => reply.body)).size,
    ).toBe(1);
    expect(await wallets()).toBe(before + 1);
  });

  test('a different request with a used key is refused and writes nothing', async () => {
    await post({ 'idempotency-key': 'mine' }, walletBody('Mine'));
    const before = await wallets();
    const other = await post({ 'idempotency-key': 'mine' }, walletBody('Other'));
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_reused']);
    expect(await wallets()).toBe(before);
  });

  test('a key belongs to one person', async () => {
    await post({ 'idempotency-key': 'shared' }, walletBody('Shared'));
    const before = await wallets();
    const reply = await post(
      { 'idempotency-key': 'shared', ...bearer(diego) },
      walletBody('Shared'),
    );
    expect(reply.statusCode).toBe(201);
    expect(await wallets()).toBe(before + 1);
  });

  test('a refused request stores nothing, so a corrected one may use the key', async () => {
    const refused = await post({ 'idempotency-key': 'mended' }, walletBody(' '));
    const mended = await post({ 'idempotency-key': 'mended' }, walletBody('Mended'));
    expect([refused.statusCode, mended.statusCode]).toEqual([422, 201]);
  });

  test.each(['', 'a b', 'é', 'x'.repeat(201)])('the key %j is malformed', async (key) => {
    expect((await post({ 'idempotency-key': key }, walletBody('X'))).statusCode).toBe(400);
  });
});

describe('requests are read strictly', () => {
  const name = (value: string) =>
    `{"name":${value},"ownerId":"${maya.memberId}","currencyCode":"USD"}`;
  test.each([
    ['malformed JSON', () => '{', 400],
    ['an unknown field', () => name('"A","id":"x"'), 422],
    ['a coerced value', () => name('12'), 422],
    ['a NUL', () => name('"a\\u0000"'), 422],
    ['a lone surrogate', () => name('"\\ud800"'), 422],
    ['__proto__', () => name('"A","__proto__":{"x":1}'), 422],
    ['an array', () => '[]', 422],
    ['nothing', () => '', 422],
    ['300 KB', () => name(`"${'x'.repeat(300_000)}"`), 413],
  ])('%s is refused and writes nothing', async (_, body, status) => {
    const before = await wallets();
    const reply = await post({}, body());
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(await wallets()).toBe(before);
  });

  test.each(['text/plain', 'application/xml', 'application/json-patch+json', 'nonsense'])(
    'the content type %s is refused',
    async (type) => {
      expect((await post({ 'content-type': type }, walletBody('A'))).statusCode).toBe(415);
    },
  );

  test.each([
    'skip=-1',
    'take=0',
    'take=201',
    'take=1e2',
    'take=1&take=2',
    'take=',
    'nonsense=1',
    'searchTerm=%00',
    'skip[]=1',
  ])('the query %s is refused', async (query) => {
    const reply = await hub.request({
      method: 'GET',
      url: `/api/wallets?${query}`,
      headers: bearer(maya),
    });
    expect(reply.statusCode).toBe(422);
  });

  test.each(['nonsense', '00000000-0000-7000-8000-000000000000', '%00', "'--", '../wallets'])(
    'an id that is not there, such as %s, is a 404',
    async (id) => {
      const url = `/api/expenses/${encodeURIComponent(id)}`;
      expect((await hub.request({ method: 'GET', url, headers: bearer(maya) })).statusCode).toBe(
        404,
      );
    },
  );

  test('an unknown path or method gets our own 404', async () => {
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['PUT', '/api/wallets'],
      ['GET', '/api/..%2f..%2fetc%2fpasswd'],
      ['POST', '/nothing'],
    ] as const) {
      const reply = await hub.request({ method, url, headers: bearer(maya) });
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    }
  });
});

describe('writes from other sites are refused', () => {
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 201],
    [{ origin: 'http://localhost' }, 201],
    [{}, 201],
  ])('%j answers %d', async (headers, status) => {
    expect((await post(headers as Record<string, string>, walletBody('Site'))).statusCode).toBe(
      status,
    );
  });

  test('a cross-site sign-in is refused, too', async () => {
    const reply = await hub.request({
      method: 'POST',
      url: '/api/auth/sign-in',
      headers: { ...json, 'sec-fetch-site': 'cross-site' },
      payload: { email: 'a@example.org', password: 'not a password' },
    });
    expect(reply.statusCode).toBe(403);
  });
});

describe('who sends a body long after its headers', () => {
  let ana: TestPerson;
  let eve: TestPerson;
  beforeAll(() => hub.app.listen({ port: 0, host: '127.0.0.1' }));
  beforeEach(async () => {
    const chapter = await hub.chapter();
    ana = await chapter.person('Ana Admin', 'admin');
    eve = await chapter.person('Eve Admin', 'admin');
  });

  /** The reply to Eve's body, which she sends when something has happened since her headers arrived. */
  async function sendLate(
    happen: () => Promise<unknown>,
    [method, path, type, body]: readonly [string, string, string, string | Buffer],
  ): Promise<number | undefined> {
    const { port } = hub.app.server.address() as AddressInfo;
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
    const sent = request({
      port,
      method,
      path: `/api${path}`,
      headers: { ...bearer(eve), ...headers },
    });
    sent.flushHeaders();
    await sleep(400);
    await happen();
    await sleep(400);
    sent.end(body);
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    reply.resume();
    return reply.statusCode;
  }
  const group = () =>
    ['POST', '/member-groups', 'application/json', '{"name":"Late","memberIds":[]}'] as const;
  const photo = () =>
    ['PUT', `/members/${eve.memberId}/photo`, 'application/octet-stream', jpegOf(40, 40)] as const;
  const params = () => ({ memberId: eve.memberId });
  const changeStatus = (status: 'disabled' | 'removed') => async () =>
    (await ana.call(membershipCalls.changeStatus, { params: params(), body: { status } })).value();

  test.each<[string, () => Promise<unknown>, number, number]>([
    ['was removed', changeStatus('removed'), 401, 401],
    ['was disabled', changeStatus('disabled'), 401, 401],
    [
      'signed out',
      () => sql`delete from auth.session where id = ${eve.sessionId}`.execute(hub.db),
      401,
      401,
    ],
    [
      'is no admin any more',
      () => ana.call(membershipCalls.changeRole, { params: params(), body: { role: 'member' } }),
      403,
      200,
    ],
    ['is who they were', async () => {}, 201, 200],
  ])('and %s meanwhile', async (_, happen, ofGroup, ofPhoto) => {
    let happened: Promise<unknown> | undefined;
    const happenOnce = () => (happened ??= happen());
    const statuses = await Promise.all(
      [group(), photo()].map((sent) => sendLate(happenOnce, sent)),
    );
    expect(statuses).toEqual([ofGroup, ofPhoto]);
    const { items } = (await ana.call(groupCalls.list)).value();
    expect(items.length).toBe(ofGroup === 201 ? 1 : 0);
    const photos = await hub.db
      .selectFrom('member_photo')
      .select('hash')
      .where('member_id', '=', eve.memberId)
      .execute();
    expect(photos.length).toBe(ofPhoto === 200 ? 1 : 0);
  });

  test('what takes long to prepare is not written for someone removed meanwhile', async () => {
    const { id: calendarId } = await hub.db
      .selectFrom('calendar')
      .select('id')
      .where('chapter_id', '=', eve.chapterId)
      .executeTakeFirstOrThrow();
    const text = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:late',
      'SUMMARY:Late',
      'DTSTART:20300101T180000Z',
      'DTEND:20300101T190000Z',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    const { sent } = await hub.db.transaction().execute(async (tx) => {
      await sql`lock table hub.calendar in access exclusive mode`.execute(tx);
      const importing = eve.call(feedCalls.import, {
        params: { calendarId },
        body: { text, isDryRun: false, includesPrivate: false },
      });
      await sleep(400);
      await changeStatus('removed')();
      await sleep(400);
      return { sent: importing };
    });
    expect((await sent).status).toBe(401);
  });
});

test('an app on another origin may read and write only if configured', async () => {
  const apart = await startTestHub({ config: { appOrigins: ['https://app.example.org'] } });
  try {
    const from = (origin: string) => apart.request({ url: '/api/health', headers: { origin } });
    const named = await from('https://app.example.org');
    expect(named.headers['access-control-allow-origin']).toBe('https://app.example.org');
    expect(named.headers['access-control-allow-credentials']).toBe('true');
    expect((await from('https://evil.example')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
    const signOut = (origin: string) =>
      apart.request({
        method: 'POST',
        url: '/api/auth/sign-out',
        headers: { origin, 'sec-fetch-site': 'same-site' },
      });
    expect((await signOut('https://app.example.org')).statusCode).toBe(204);
    expect((await signOut('https://evil.example')).statusCode).toBe(403);
  } finally {
    await apart.close();
  }
  expect(
    (await hub.request({ url: '/api/health', headers: { origin: 'https://app.example.org' } }))
      .headers,
  ).not.toHaveProperty('access-control-allow-origin');
});

describe('operations', () => {
  test('a HEAD returns the headers of the GET without its body', async () => {
    const get = await hub.request({ url: '/api/health' });
    const head = await hub.request({ method: 'HEAD', url: '/api/health' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect((await hub.request({ method: 'HEAD', url: '/api/missing' })).statusCode).toBe(404);
  });

  test('are alive and ready', async () => {
    expect((await hub.request({ url: '/api/health' })).json()).toEqual({ status: 'alive' });
    expect((await hub.request({ url: '/api/ready' })).json()).toMatchObject({ status: 'ready' });
  });
});

test('limits reply 429 with Retry-After, for sign-in after five attempts', async () => {
  const limited = await startTestHub({ config: { isRateLimited: true } });
  try {
    const attempt = () =>
      limited.request({
        method: 'POST',
        url: '/api/auth/sign-in',
        headers: json,
        payload: { email: 'nobody@example.org', password: 'not a password' },
      });
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1) statuses.push((await attempt()).statusCode);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const last = await attempt();
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(last.json().code).toBe('too_many_requests');
  } finally {
    await limited.close();
  }
});

test('an expense of another chapter is not found by any call', async () => {
  const elsewhere = await (await hub.chapter('Elsewhere')).person('Olga Stern');
  const reply = await maya.call(expenseCalls.create, {
    body: {
      title: 'Dinner',
      description: '',
      amount: 1_000 as never,
      expenseDate: '2026-11-01T19:00:00.000Z',
      eventId: null,
      participants: [maya.memberId],
      receiptIds: [],
      category: '',
      paidBy: maya.memberId,
      isEvenSplit: false,
      isExcludedFromGroupTotals: false,
      useWalletTransactions: true,
      payerReimbursementType: 'Full',
      payerReimbursementAmount: null,
    },
  });
  const params = { expenseId: reply.value().id };
  expect((await elsewhere.call(expenseCalls.detail, { params })).status).toBe(404);
  expect((await elsewhere.call(expenseCalls.settle, { params })).status).toBe(404);
  expect((await elsewhere.call(expenseCalls.remove, { params })).status).toBe(404);
});
