import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { cookieOf } from '#app/testing/matrix/fixtures.ts';
import { jpegOf, smallPng, webpOf } from '#app/testing/pictures.ts';
import { membershipCalls } from '../membership-contract.ts';
import { photoCalls } from '../photo-contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let ana: TestPerson;
let tom: TestPerson;
let maya: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  ana = await chapter.person('Ana Admin', 'admin');
  tom = await chapter.person('Tom Becker');
  maya = await chapter.person('Maya Chen');
});

const put = (payload: Buffer, by = tom, of = tom) =>
  hub.request({
    method: 'PUT',
    url: `/api/members/${of.memberId}/photo`,
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/octet-stream' },
    payload,
  });

const remove = (by: TestPerson, of = tom) =>
  by.call(photoCalls.remove, { params: { memberId: of.memberId } });

const list = async (viewer: TestPerson) => (await viewer.call(photoCalls.list)).value().items;

async function get(viewer: TestPerson, hash: string, of = tom) {
  const cookie = await cookieOf(hub, viewer);
  return hub.request({ url: `/api/members/${of.memberId}/photo/${hash}`, headers: { cookie } });
}

async function readHash(viewer = tom): Promise<string> {
  return (await list(viewer))[0]?.hash ?? 'none';
}

test('members set their own photo, which other members get without metadata, cacheable forever', async () => {
  expect((await put(jpegOf(256, 256))).statusCode).toBe(200);
  const hash = await readHash(maya);
  expect(await list(maya)).toEqual([{ memberId: tom.memberId, hash }]);
  const photo = await get(maya, hash);
  // The comment of the uploaded file.
  expect(photo.rawPayload.includes('hi')).toBe(false);
  expect(photo.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none';sandbox",
    'cache-control': 'private, max-age=31536000, immutable',
  });
  await put(webpOf(128, 128));
  expect(await readHash(maya)).not.toBe(hash);
  expect((await get(maya, hash)).statusCode).toBe(404);
});

test('only a member sets their photo; they and admins remove it', async () => {
  for (const other of [maya, ana]) {
    expect((await put(jpegOf(8, 8), other)).statusCode).toBe(403);
  }
  await put(jpegOf(8, 8));
  const hash = await readHash();
  expect((await remove(maya)).refusal().code).toBe('not_yours');
  expect((await remove(ana)).status).toBe(204);
  expect((await remove(tom)).status).toBe(204);
  expect(await list(tom)).toEqual([]);
  expect((await get(tom, hash)).statusCode).toBe(404);
  const records = await hub.db
    .selectFrom('audit')
    .select(['actor_id', 'before', 'after'])
    .where('entity_id', '=', tom.memberId)
    .where('action', '=', 'member.photo')
    .orderBy('id')
    .execute();
  expect(records).toEqual([
    { actor_id: tom.memberId, before: { photo: null }, after: { photo: hash } },
    { actor_id: ana.memberId, before: { photo: hash }, after: { photo: null } },
  ]);
});

test('photos are of active members and for their own chapter', async () => {
  await put(jpegOf(8, 8));
  const hash = await readHash();
  const eve = await (await hub.chapter('Elsewhere')).person('Eve Else', 'admin');
  expect(await list(eve)).toEqual([]);
  expect((await get(eve, hash)).statusCode).toBe(404);
  expect((await remove(eve)).status).toBe(404);
  await ana.call(membershipCalls.changeStatus, {
    params: { memberId: tom.memberId },
    body: { status: 'disabled' },
  });
  expect(await list(maya)).toEqual([]);
  expect((await get(maya, hash)).statusCode).toBe(404);
});

test('a member who is being removed gets no photo', async () => {
  const sent = await hub.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('member')
      .set({ status: 'removed' })
      .where('id', '=', tom.memberId)
      .execute();
    const reply = put(jpegOf(8, 8));
    // It was authorized, and waits for the removal to be done.
    await expect.poll(countWaiting).toBe(1);
    return { reply };
  });
  expect((await sent.reply).statusCode).toBe(404);
  const photos = await hub.db
    .selectFrom('member_photo')
    .select('hash')
    .where('member_id', '=', tom.memberId)
    .execute();
  expect(photos).toEqual([]);
});

async function countWaiting(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(hub.db);
  return rows.length;
}

test('the same photo again changes nothing and is not audited', async () => {
  await put(jpegOf(8, 8));
  await put(jpegOf(8, 8));
  const { count } = await hub.db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('entity_id', '=', tom.memberId)
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

test.each<[string, Buffer, number]>([
  ['a PNG', smallPng, 422],
  ['a wide picture', jpegOf(20, 10), 422],
  ['a large picture', jpegOf(600, 600), 422],
  ['a heavy file', Buffer.concat([jpegOf(8, 8), Buffer.alloc(64 * 1024)]), 413],
])('%s is refused and stores no photo', async (_, payload, status) => {
  expect((await put(payload)).statusCode).toBe(status);
  expect(await list(tom)).toEqual([]);
});
