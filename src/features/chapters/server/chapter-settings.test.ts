import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { cookieOf } from '#app/testing/matrix/fixtures.ts';
import { authCalls } from '#features/identity/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { cents } from '#kit/money.ts';
import { chapterCalls } from '../chapter-contract.ts';

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

const settings = {
  name: 'Oslo',
  timeZone: 'Europe/Oslo',
  policy: 'treasurer' as const,
  links: {
    chapterSiteUrl: 'https://oslo.example.org/',
    networkHubUrl: 'https://hub.example.org/',
    learningCentreUrl: 'https://learn.example.org/',
    localPlatformUrl: 'http://platform.example.org/a?b=c',
  },
  smallestPayment: cents(2_50),
};

/** What a change that leaves it out keeps. */
const kept = {
  eventPolicy: 'open',
  membersSeeWallets: true,
  settlesThrough: 'wallets',
  amountsInSubjects: true,
};

test('an admin changes all settings, members read them, and the change is audited', async () => {
  const before = (await maya.call(chapterCalls.detail)).value();
  expect(before).toMatchObject({
    name: 'San Diego',
    policy: 'open',
    smallestPayment: 1_00,
    version: 1,
  });
  const changed = await admin.call(chapterCalls.change, { body: settings });
  expect(changed.value()).toEqual({ ...settings, ...kept, version: 2 });
  expect((await maya.call(chapterCalls.detail)).value()).toEqual(changed.value());
  const records = await hub.db
    .selectFrom('audit')
    .select(['actor_id', 'before', 'after'])
    .where('chapter_id', '=', chapter.id)
    .where('action', '=', 'chapter.update')
    .execute();
  expect(records).toEqual([
    {
      actor_id: admin.memberId,
      before,
      after: { ...settings, ...kept, version: 2 },
    },
  ]);
});

test("how the chapter settles is an admin's choice, which every member's session says", async () => {
  const body = { ...settings, settlesThrough: 'outside' as const };
  expect((await admin.call(chapterCalls.change, { body })).value().settlesThrough).toBe('outside');
  const headers = { cookie: await cookieOf(hub, maya) };
  const session = (await maya.call(authCalls.session, { headers })).value();
  expect(session).toMatchObject({ chapter: { settlesThrough: 'outside' } });
  const unsaid = await admin.call(chapterCalls.change, { body: settings });
  expect(unsaid.value().settlesThrough).toBe('outside');
});

test('whether subjects of emails say amounts is their choice, too, and stays', async () => {
  const body = { ...settings, amountsInSubjects: false };
  await admin.call(chapterCalls.change, { body });
  const unsaid = await admin.call(chapterCalls.change, { body: settings });
  expect(unsaid.value().amountsInSubjects).toBe(false);
});

test('a policy change applies to the next call', async () => {
  const tom = await chapter.person('Tom Becker');
  const body = { name: 'Dues', ownerId: tom.memberId, currencyCode: 'USD' as const };
  expect((await maya.call(walletCalls.create, { body })).status).toBe(201);
  await admin.call(chapterCalls.change, { body: settings });
  expect((await maya.call(walletCalls.create, { body })).status).toBe(403);
  expect((await admin.call(walletCalls.create, { body })).status).toBe(201);
});

test('only admins change settings, in their own chapter and at the version they have seen', async () => {
  expect((await maya.call(chapterCalls.change, { body: settings })).status).toBe(403);
  const headers = { 'if-match': '"7"' };
  const stale = await admin.call(chapterCalls.change, { body: settings, headers });
  expect([stale.status, stale.refusal().code]).toEqual([412, 'changed_meanwhile']);
  const both = await Promise.all(
    ['"1"', '"1"'].map((tag) =>
      admin.call(chapterCalls.change, { body: settings, headers: { 'if-match': tag } }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  const other = await (await hub.chapter('Elsewhere')).person('Eve Else', 'admin');
  expect((await other.call(chapterCalls.detail)).value().name).toBe('Elsewhere');
});

test.each<[string, object]>([
  ['a script as a link', { links: { ...settings.links, chapterSiteUrl: 'javascript:alert(1)' } }],
  [
    'a link that contains a password',
    { links: { ...settings.links, networkHubUrl: 'https://a:b@c.example' } },
  ],
  ['a link that is not a URL', { links: { ...settings.links, localPlatformUrl: 'platform' } }],
  [
    'a link that is too long',
    { links: { ...settings.links, localPlatformUrl: `https://a.example/${'x'.repeat(500)}` } },
  ],
  ['a missing link', { links: { chapterSiteUrl: 'https://a.example' } }],
  ['a blank name', { name: '  ' }],
  ['an unknown time zone', { timeZone: 'Mars/Olympus' }],
  ['an unknown policy', { policy: 'closed' }],
  ['an unknown event policy', { eventPolicy: 'nobody' }],
  ['an unknown way of settling', { settlesThrough: 'barter' }],
  ['a smallest payment below 0', { smallestPayment: -0.01 }],
  ['a smallest payment above $1,000', { smallestPayment: 1000.01 }],
  ['a smallest payment with three decimals', { smallestPayment: 0.125 }],
  ['no smallest payment', { smallestPayment: undefined }],
  ['an unknown field', { members: [] }],
])('%s is refused and changes nothing', async (_, wrong) => {
  const raw = JSON.stringify({ ...settings, smallestPayment: 2.5, ...wrong });
  expect((await admin.call(chapterCalls.change, { raw })).status).toBe(422);
  expect((await admin.call(chapterCalls.detail)).value().version).toBe(1);
});
