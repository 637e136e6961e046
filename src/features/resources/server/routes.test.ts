import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { chapterCalls } from '#features/chapters/chapter-contract.ts';
import { type ResourceEntry, resourceCalls } from '../contract.ts';

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

const handbook: ResourceEntry = {
  category: 'Documents',
  title: 'Handbook',
  description: 'How we do things',
  leadsTo: { kind: 'address', url: 'https://docs.example.org/handbook' },
};
const talks: ResourceEntry = {
  category: 'Learning',
  title: 'Talks',
  description: '',
  leadsTo: { kind: 'learningCentre' },
};

test('a chapter starts with default resources that follow its settings', async () => {
  const { items, version } = (await maya.call(resourceCalls.list)).value();
  expect(version).toBe(0);
  expect(items.map(({ category, title, href }) => [category, title, href])).toEqual([
    ['Platform', 'San Diego Platform', 'https://platform.example.org'],
    ['Network', 'Global Network Hub', 'https://hub.example.org'],
    ['Learning', 'Learning Center', 'https://learn.example.org'],
    ['Documents', 'Chapter Documents', null],
    ['Events', 'Event Calendar', null],
  ]);
});

test('an admin replaces the resources, members read them in order, and it is audited', async () => {
  const defaultTalks = { ...talks, title: 'Learning Center' };
  const body = { items: [defaultTalks, handbook] };
  const headers = { 'if-match': '"0"' };
  const changed = await admin.call(resourceCalls.change, { body, headers });
  expect(changed.value()).toEqual({
    items: [
      // Among the default ones, so that it was not added now.
      { ...defaultTalks, href: 'https://learn.example.org', addedAt: null },
      { ...handbook, href: 'https://docs.example.org/handbook', addedAt: expect.any(String) },
    ],
    version: 1,
  });
  expect(changed.headers.etag).toBe('"1"');
  expect((await maya.call(resourceCalls.list)).value()).toEqual(changed.value());
  const [record] = await hub.db
    .selectFrom('audit')
    .select(['actor_id', 'action', 'after'])
    .where('chapter_id', '=', chapter.id)
    .where('action', '=', 'resources.update')
    .execute();
  expect(record).toMatchObject({ actor_id: admin.memberId, after: { ...body, version: 1 } });
  const stale = await admin.call(resourceCalls.change, { body, headers });
  expect([stale.status, stale.refusal().code]).toEqual([412, 'changed_meanwhile']);
});

test('two concurrent changes of one version: exactly one succeeds', async () => {
  const headers = { 'if-match': '"0"' };
  const both = await Promise.all(
    [handbook, talks].map((each) =>
      admin.call(resourceCalls.change, { body: { items: [each] }, headers }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
});

test('a resource leads nowhere while its link in the settings is empty', async () => {
  await admin.call(resourceCalls.change, { body: { items: [talks] } });
  const { version: _, ...settings } = (await admin.call(chapterCalls.detail)).value();
  const set = (learningCentreUrl: string) => {
    const links = { ...settings.links, learningCentreUrl };
    return admin.call(chapterCalls.change, { body: { ...settings, links } });
  };
  const href = async () => (await maya.call(resourceCalls.list)).value().items[0]?.href;
  expect((await set('')).status).toBe(200);
  expect(await href()).toBeNull();
  await set('https://new.example.org/');
  expect(await href()).toBe('https://new.example.org/');
});

test('members read and admins change the resources of their own chapter only', async () => {
  const body = { items: [handbook] };
  expect((await maya.call(resourceCalls.change, { body })).status).toBe(403);
  const treasurer = await chapter.person('Tom Treasurer', 'treasurer');
  expect((await treasurer.call(resourceCalls.change, { body })).status).toBe(403);
  await admin.call(resourceCalls.change, { body });
  const other = await (await hub.chapter('Elsewhere')).person('Eve Else', 'admin');
  expect((await other.call(resourceCalls.list)).value().version).toBe(0);
});

test.each<[string, object]>([
  ['a script', { leadsTo: { kind: 'address', url: 'javascript:alert(1)' } }],
  ['an empty address', { leadsTo: { kind: 'address', url: '' } }],
  ['a calendar with a URL', { leadsTo: { kind: 'calendar', url: 'https://a.example' } }],
  ['an unknown kind', { leadsTo: { kind: 'mail' } }],
  ['a blank title', { title: ' ' }],
  ['a blank category', { category: ' ' }],
  ['a description that is too long', { description: 'x'.repeat(301) }],
  ['an unknown field', { href: 'https://a.example' }],
])('%s is refused and changes nothing', async (_, wrong) => {
  const raw = JSON.stringify({ items: [{ ...handbook, ...wrong }] });
  expect((await admin.call(resourceCalls.change, { raw })).status).toBe(422);
  const tooMany = JSON.stringify({ items: Array(51).fill(handbook) });
  expect((await admin.call(resourceCalls.change, { raw: tooMany })).status).toBe(422);
  expect((await maya.call(resourceCalls.list)).value().version).toBe(0);
});
