/** What one member may write in a day, counted from what is there. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import { newId } from '../../database/ids.ts';
import { createDayLimit, maxDayBytes } from './day-limit.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;
let diego: TestPerson;

beforeAll(async () => {
  hub = await startTestHub({ config: { isRateLimited: true } });
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
  diego = await chapter.person('Diego Alvarez');
});

const now = () => toInstant(Temporal.Now.instant());
const zone = 'America/Los_Angeles';

/** A record of so much by a member. */
const record = (who: TestPerson, bytes: number, at: Instant = now()) =>
  sql`insert into audit (chapter_id, id, at, actor_id, action, entity_kind, entity_id, after)
    values (${chapter.id}, ${newId()}, ${at}, ${who.memberId}, 'wallet.update', 'wallet', ${newId()},
      jsonb_build_object('name', repeat('a', ${bytes}::integer)))`.execute(hub.db);

describe('a day', () => {
  /** So much is sent that it is counted. */
  const much = 300_000;
  const member = (who: TestPerson, timeZone = zone) => ({
    chapterId: chapter.id,
    memberId: who.memberId,
    timeZone,
  });
  const refused = { ok: false, refusal: { kind: 'too-many', code: 'daily_limit' } };
  const fine = { ok: true, value: undefined };

  test('is reported when it is nearly used up, and then refused, to one member alone', async () => {
    const limit = createDayLimit(true, 1_000_000);
    await record(maya, 700_000);
    expect(await limit.charge(hub.db, member(maya), much, now())).toEqual(fine);
    await record(maya, 150_000);
    expect(await limit.charge(hub.db, member(maya), much, now())).toMatchObject({
      ok: true,
      value: { bytes: expect.closeTo(148_000, -3) },
    });
    await record(maya, 150_000);
    expect(await limit.charge(hub.db, member(maya), much, now())).toMatchObject(refused);
    expect(await limit.charge(hub.db, member(maya), 1, now())).toMatchObject(refused);
    expect(await limit.charge(hub.db, member(diego), much, now())).toEqual(fine);
    // Another server, or this one started again.
    const other = createDayLimit(true, 1_000_000);
    expect(await other.charge(hub.db, member(maya), much, now())).toMatchObject(refused);
  });

  test('is counted for those alone who write much', async () => {
    const limit = createDayLimit(true, 1_000_000);
    await record(maya, 1_000_000);
    const write = () => limit.charge(hub.db, member(maya), 200, now());
    for (let n = 1; n < 32; n += 1) expect(await write()).toEqual(fine);
    expect(await write()).toMatchObject(refused);
  });

  test('counts records once, also of many requests at once and after the clock was set back', async () => {
    const limit = createDayLimit(true, 1_000_000);
    await record(maya, 450_000);
    const soon = toInstant(Temporal.Now.instant().add({ minutes: 3 }));
    const charges = Array.from({ length: 8 }, () => limit.charge(hub.db, member(maya), much, soon));
    for (const charged of await Promise.all(charges)) expect(charged).toEqual(fine);
    expect(await limit.charge(hub.db, member(maya), much, soon)).toEqual(fine);
    await record(maya, 450_000);
    expect(await limit.charge(hub.db, member(maya), much, now())).toMatchObject({
      value: { bytes: expect.closeTo(98_000, -3) },
    });
  });

  test('counts the replies that are kept for repeated requests', async () => {
    const limit = createDayLimit(true, 1_000_000);
    const keep = (key: string, created_at: Instant) =>
      hub.db
        .insertInto('idempotency_key')
        .values({
          chapter_id: chapter.id,
          member_id: maya.memberId,
          key,
          request_hash: 'x',
          status: 201,
          etag: null,
          reply: 'r'.repeat(1_000_000),
          created_at,
        })
        .execute();
    await keep('old', toInstant(Temporal.Now.instant().subtract({ hours: 26 })));
    expect(await limit.charge(hub.db, member(maya), much, now())).toEqual(fine);
    await keep('new', now());
    expect(await limit.charge(hub.db, member(maya), much, now())).toMatchObject(refused);
  });

  test.each([
    ['of summer', '2026-07-01T12:00:00.000Z', '2026-07-02T07:00:00.000Z'],
    ['that is longer', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
    ['that is shorter', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['before it changes', '2026-11-02T07:59:59.000Z', '2026-11-02T08:00:00.000Z'],
  ] as const)('ends at midnight of the chapter, and another begins: one %s', async (_, at, end) => {
    const limit = createDayLimit(true, 1_000_000);
    await record(maya, 1_000_000, at);
    const seconds = Temporal.Instant.from(at).until(end).total('seconds');
    expect(await limit.charge(hub.db, member(maya), much, at)).toMatchObject({
      refusal: { details: { opensAt: end, retryAfterSeconds: seconds } },
    });
    expect(await limit.charge(hub.db, member(maya), much, end)).toEqual(fine);
    // The clock is set back.
    expect(await limit.charge(hub.db, member(maya), much, at)).toMatchObject(refused);
    await record(maya, 1_000_000, end);
    expect(await limit.charge(hub.db, member(maya), much, end)).toMatchObject(refused);
  });
});

test('a member who has used up the day can read, and loses nothing but what is refused', async () => {
  const write = (who: TestPerson, name: string) =>
    who.call(walletCalls.create, { body: { name, ownerId: who.memberId, currencyCode: 'USD' } });
  await record(maya, 0.85 * maxDayBytes);
  for (let n = 1; n < 32; n += 1) expect((await write(maya, `${n}`)).status).toBe(201);
  const warned = await write(maya, 'Warned');
  expect([warned.status, warned.headers.ratelimit]).toEqual([
    201,
    expect.stringMatching(/^"day";r=7\d{6};t=\d+$/),
  ]);
  await record(maya, 0.15 * maxDayBytes);
  for (let n = 1; n < 32; n += 1) await write(maya, `More ${n}`);
  const reply = await write(maya, 'Late');
  expect([reply.status, reply.refusal().code]).toEqual([429, 'daily_limit']);
  expect(reply.refusal().message).toMatch(/^You have written 50 MB today/);
  const seconds = Number(reply.headers['retry-after']);
  expect(seconds > 0 && seconds <= 25 * 3_600).toBe(true);
  const names = (await maya.call(walletCalls.list)).value().wallets.items.map(({ name }) => name);
  expect(names).not.toContain('Late');
  expect((await write(diego, 'His')).status).toBe(201);
});
