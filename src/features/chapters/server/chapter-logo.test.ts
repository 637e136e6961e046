import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { cookieOf } from '#app/testing/matrix/fixtures.ts';
import { jpegOf, pngOf, smallPng } from '#app/testing/pictures.ts';

let hub: TestHub;
let chapter: TestChapter;
let admin: TestPerson;
let maya: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter('San Diego');
  admin = await chapter.person('Ana Admin', 'admin');
  maya = await chapter.person('Maya Chen');
});

async function put(payload: Buffer | string, by = admin, type = 'application/octet-stream') {
  const headers = { authorization: `Bearer ${by.token}`, 'content-type': type };
  return hub.request({ method: 'PUT', url: '/api/chapter/logo', headers, payload });
}

async function get(hash: string, by: TestPerson, headers: Record<string, string> = {}) {
  const cookie = await cookieOf(hub, by);
  return hub.request({ url: `/api/chapter/logo/${hash}`, headers: { cookie, ...headers } });
}

const hashOf = (reply: { body: string }) => (JSON.parse(reply.body) as { hash: string }).hash;

async function shown(by: TestPerson): Promise<string | null> {
  const cookie = await cookieOf(hub, by);
  const reply = await hub.request({ url: '/api/auth/session', headers: { cookie } });
  return (JSON.parse(reply.body) as { chapter: { logo: string | null } }).chapter.logo;
}

test('every member’s pages show the logo, as it was sent, for ever and inert', async () => {
  expect(await shown(maya)).toBeNull();
  const made = await put(smallPng);
  expect(made.statusCode).toBe(200);
  const hash = await shown(maya);
  expect(hash).toBe(hashOf(made));
  const logo = await get(hash ?? '', maya);
  expect(logo.rawPayload.equals(smallPng)).toBe(true);
  expect(logo.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none';sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=31536000, immutable',
  });
  const known = await get(hash ?? '', maya, { 'if-none-match': String(logo.headers.etag) });
  expect([known.statusCode, known.body]).toEqual([304, '']);
});

test('another logo has another address, and the one before is gone; so is one taken away', async () => {
  const first = hashOf(await put(smallPng));
  const second = hashOf(await put(jpegOf(20, 20)));
  expect((await get(first, maya)).statusCode).toBe(404);
  expect((await get(second, maya)).headers['content-type']).toBe('image/jpeg');
  const headers = { authorization: `Bearer ${admin.token}` };
  const remove = () => hub.request({ method: 'DELETE', url: '/api/chapter/logo', headers });
  expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 204]);
  expect((await get(second, maya)).statusCode).toBe(404);
  expect(await shown(maya)).toBeNull();
  const records = await hub.db
    .selectFrom('audit')
    .select(['actor_id', 'before', 'after'])
    .where('chapter_id', '=', chapter.id)
    .where('action', '=', 'chapter.logo')
    .orderBy('id')
    .execute();
  expect(records).toMatchObject([
    { actor_id: admin.memberId, before: { hash: null }, after: { hash: first } },
    { before: { hash: first }, after: { hash: second, mediaType: 'image/jpeg' } },
    { before: { hash: second }, after: { hash: null } },
  ]);
});

test('members see it and admins choose it, in their own chapter alone', async () => {
  expect((await put(smallPng, maya)).statusCode).toBe(403);
  const hash = hashOf(await put(smallPng));
  const other = await (await hub.chapter('Elsewhere')).person('Eve Else', 'admin');
  expect((await get(hash, other)).statusCode).toBe(404);
  expect((await hub.request({ url: `/api/chapter/logo/${hash}` })).statusCode).toBe(401);
});

test.each<[string, Buffer | string, string, number]>([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'application/octet-stream', 422],
  ['a picture too wide', pngOf(1_025, 1), 'application/octet-stream', 422],
  ['201 KB', Buffer.alloc(201 * 1_024), 'application/octet-stream', 413],
  ['257 KB', Buffer.alloc(257 * 1_024), 'application/octet-stream', 413],
  ['a picture under its own type', smallPng, 'image/png', 415],
  ['JSON', '{}', 'application/json', 415],
  ['nothing', '', 'application/octet-stream', 422],
])('%s is refused, and no logo kept', async (_, payload, type, status) => {
  expect((await put(payload, admin, type)).statusCode).toBe(status);
  expect(await shown(maya)).toBeNull();
});

test('bytes are for the logo alone: every other call refuses them', async () => {
  const headers = {
    authorization: `Bearer ${admin.token}`,
    'content-type': 'application/octet-stream',
  };
  const sent = { method: 'PUT', url: '/api/chapter', headers, payload: '{}' } as const;
  expect((await hub.request(sent)).statusCode).toBe(415);
});
