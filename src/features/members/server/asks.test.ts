import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { addDays } from '#kit/calendar/month.ts';
import { type Instant, instantToDay, startOfDay, toInstant } from '#kit/day.ts';
import { askDays } from '../asks.ts';
import { asksCall } from '../asks-contract.ts';
import { membershipCalls } from '../membership-contract.ts';
import type { ProfileChange } from '../profile.ts';
import { profileCalls } from '../profile-contract.ts';

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

const change = (
  body: Omit<ProfileChange, 'locked'> & { keepsAsks?: true },
  { by = tom, of = tom, ifMatch }: { by?: TestPerson; of?: TestPerson; ifMatch?: number } = {},
) =>
  by.call(profileCalls.change, {
    params: { memberId: of.memberId },
    body,
    headers: ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` },
  });

const read = async (person: TestPerson) => (await person.call(asksCall)).value();
const seenBy = async (person: TestPerson) => (await read(person)).items.map(({ asks }) => asks);

/** As if they had entered it then. */
const enteredAt = (at: Instant) =>
  hub.db
    .updateTable('member')
    .set({ asks_at: at })
    .where('chapter_id', '=', chapter.id)
    .where('id', '=', tom.memberId)
    .execute();

test('others see an ask as its owner lets them, with the address if they may see that', async () => {
  (await change({ asks: 'A CFO' })).value();
  expect((await read(maya)).items).toEqual([
    {
      memberId: tom.memberId,
      displayName: 'Tom Becker',
      firstName: 'Tom',
      asks: 'A CFO',
      email: expect.stringContaining('@'),
    },
  ]);
  expect(await read(tom)).toMatchObject({
    items: [],
    totalCount: 1,
    mine: { asks: 'A CFO', isFresh: true, version: 2 },
  });
  (await change({ privacy: { email: 'me' } })).value();
  expect((await read(maya)).items).toMatchObject([{ email: '' }]);
  (await change({ privacy: { asks: 'admins' } })).value();
  expect(await read(maya)).toMatchObject({ items: [], totalCount: 0, mine: null });
  expect(await seenBy(ana)).toEqual(['A CFO']);
  (await change({ privacy: { asks: 'me' } })).value();
  expect(await seenBy(ana)).toEqual([]);
  expect((await read(tom)).mine?.asks).toBe('A CFO');
});

test('of those who are disabled or removed nothing is shown, and nothing in another chapter', async () => {
  (await change({ asks: 'A CFO' })).value();
  const other = await hub.chapter();
  const stranger = await other.person('Sam Stranger', 'admin');
  expect(await read(stranger)).toEqual({ items: [], totalCount: 0, mine: null });
  for (const status of ['disabled', 'removed'] as const) {
    const params = { memberId: tom.memberId };
    (await ana.call(membershipCalls.changeStatus, { params, body: { status } })).value();
    expect(await read(maya)).toMatchObject({ items: [], totalCount: 0 });
  }
});

test('an ask is fresh for 45 days of the chapter, and then for its owner alone until it is kept', async () => {
  (await change({ asks: 'A CFO' })).value();
  const { time_zone: zone } = await hub.db
    .selectFrom('chapter')
    .select('time_zone')
    .where('id', '=', chapter.id)
    .executeTakeFirstOrThrow();
  const today = instantToDay(toInstant(Temporal.Now.instant()), zone);
  const midnight = startOfDay(addDays(today, 1 - askDays), zone);
  const before = toInstant(Temporal.Instant.from(midnight).subtract({ seconds: 1 }));
  await enteredAt(midnight);
  expect(await seenBy(maya)).toEqual(['A CFO']);
  await enteredAt(before);
  expect(await seenBy(maya)).toEqual([]);
  expect((await read(tom)).mine).toEqual({ asks: 'A CFO', isFresh: false, version: 2 });
  // Whatever else they change, the ask stays old.
  (await change({ city: 'Oslo', asks: 'A CFO' })).value();
  expect(await seenBy(maya)).toEqual([]);
  expect((await change({ keepsAsks: true }, { ifMatch: 2 })).status).toBe(412);
  expect(await seenBy(maya)).toEqual([]);
  expect((await change({ keepsAsks: true }, { ifMatch: 3 })).value().version).toBe(4);
  expect(await seenBy(maya)).toEqual(['A CFO']);
  await enteredAt(before);
  (await change({ asks: 'A CFO for two days a week' })).value();
  expect(await seenBy(maya)).toEqual(['A CFO for two days a week']);
  await enteredAt(before);
  (await change({ asks: null }, { ifMatch: 5 })).value();
  expect((await read(tom)).mine).toBeNull();
});

test('only its owner keeps an ask, which the audit log shows without what admins may not see', async () => {
  (await change({ asks: 'A CFO' })).value();
  const refused = await change({ keepsAsks: true }, { by: ana });
  expect([refused.status, refused.refusal().code]).toEqual([403, 'not_yours']);
  await enteredAt('2026-01-05T12:00:00Z');
  (await change({ keepsAsks: true })).value();
  (await change({ privacy: { asks: 'me' } })).value();
  (await change({ keepsAsks: true })).value();
  const records = await hub.db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('chapter_id', '=', chapter.id)
    .where('entity_id', '=', tom.memberId)
    .orderBy('id')
    .execute();
  expect(records[1]).toEqual({
    before: { asksAt: '2026-01-05T12:00:00.000Z' },
    after: { asksAt: expect.any(String) },
  });
  expect(records.at(-1)?.after).toEqual({ asksAt: '(only they see it)' });
});
