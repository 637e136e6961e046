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

async function put(payload: Buffer | string, person = admin, type = 'application/octet-stream') {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': type };
  return hub.request({ method: 'PUT', url: '/api/chapter/logo', headers, payload });
}

async function get(hash: string, person: TestPerson, headers: Record<string, string> = {}) {
  const cookie = await cookieOf(hub, person);
  return hub.request({ url: `/api/chapter/logo/${hash}`, headers: { cookie, ...headers } });
}

const readHash = (reply: { body: string }) => (JSON.parse(reply.body) as { hash: string }).hash;

async function readLogoHash(person: TestPerson): Promise<string | null> {
  const cookie = await cookieOf(hub, person);
  const reply = await hub.request({ url: '/api/auth/session', headers: { cookie } });
  return (JSON.parse(reply.body) as { chapter: { logo: string | null } }).chapter.logo;
}

test('members get the logo unchanged, cacheable forever and sandboxed', async () => {
  expect(await readLogoHash(maya)).toBeNull();
  const made = await put(smallPng);
  expect(made.statusCode).toBe(200);
  const hash = await readLogoHash(maya);
  expect(hash).toBe(readHash(made));
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

test('a replaced or removed logo is gone, and a new one has a new address', async () => {
  const first = readHash(await put(smallPng));
  const second = readHash(await put(jpegOf(20, 20)));
  expect((await get(first, maya)).statusCode).toBe(404);
  expect((await get(second, maya)).headers['content-type']).toBe('image/jpeg');
  const headers = { authorization: `Bearer ${admin.token}` };
  const remove = () => hub.request({ method: 'DELETE', url: '/api/chapter/logo', headers });
  expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 204]);
  expect((await get(second, maya)).statusCode).toBe(404);
  expect(await readLogoHash(maya)).toBeNull();
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

test('members read and admins change the logo of their own chapter only', async () => {
  expect((await put(smallPng, maya)).statusCode).toBe(403);
  const hash = readHash(await put(smallPng));
  const other = await (await hub.chapter('Elsewhere')).person('Eve Else', 'admin');
  expect((await get(hash, other)).statusCode).toBe(404);
  expect((await hub.request({ url: `/api/chapter/logo/${hash}` })).statusCode).toBe(401);
});

test.each<[string, Buffer | string, string, number]>([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'application/octet-stream', 422],
  ['an image that is too wide', pngOf(1_025, 1), 'application/octet-stream', 422],
  ['201 KB', Buffer.alloc(201 * 1_024), 'application/octet-stream', 413],
  ['257 KB', Buffer.alloc(257 * 1_024), 'application/octet-stream', 413],
  ['an image with its own content type', smallPng, 'image/png', 415],
  ['JSON', '{}', 'application/json', 415],
  ['an empty body', '', 'application/octet-stream', 422],
])('%s is refused and stores no logo', async (_, payload, type, status) => {
  expect((await put(payload, admin, type)).statusCode).toBe(status);
  expect(await readLogoHash(maya)).toBeNull();
});

test('calls other than the logo refuse binary bodies', async () => {
  const headers = {
    authorization: `Bearer ${admin.token}`,
    'content-type': 'application/octet-stream',
  };
  const sent = { method: 'PUT', url: '/api/chapter', headers, payload: '{}' } as const;
  expect((await hub.request(sent)).statusCode).toBe(415);
});
