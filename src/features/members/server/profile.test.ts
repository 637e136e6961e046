import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { membershipCalls } from '../membership-contract.ts';
import { profileCalls } from '../profile-contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let ana: TestPerson;
let tom: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  ana = await chapter.person('Ana Admin', 'admin');
  tom = await chapter.person('Tom Becker');
});

const change = (editor: TestPerson, raw: object, of = tom, headers = {}) =>
  editor.call(profileCalls.change, {
    params: { memberId: of.memberId },
    raw: JSON.stringify(raw),
    headers,
  });

const view = (viewer: TestPerson, of = tom) =>
  viewer.call(profileCalls.profile, { params: { memberId: of.memberId } });

test('members change their own profile, and others see only what is visible to them', async () => {
  const reply = await change(tom, {
    firstName: 'Thomas',
    company: 'Harbor Foods',
    primaryPhone: '+1 (619) 555-0100 x12',
    website: 'https://harbor.example.org/',
    bio: 'Sails.\nBakes.',
    privacy: { primaryPhone: 'me', company: 'admins' },
  });
  expect(reply.value()).toMatchObject({
    displayName: 'Thomas Becker',
    firstName: 'Thomas',
    lastName: 'Becker',
    company: 'Harbor Foods',
    privacy: { email: 'members', primaryPhone: 'me', company: 'admins' },
    locked: [],
    version: 2,
  });
  expect(reply.headers.etag).toBe('"2"');
  const maya = await chapter.person('Maya Chen');
  expect((await view(maya)).value()).toMatchObject({
    primaryPhone: null,
    company: null,
    website: 'https://harbor.example.org/',
    bio: 'Sails.\nBakes.',
    privacy: null,
    locked: null,
  });
  expect((await view(ana)).value()).toMatchObject({
    primaryPhone: null,
    company: 'Harbor Foods',
    locked: [],
  });
});

test('setting current values changes nothing and is not audited', async () => {
  expect(
    (await change(tom, { lastName: 'Becker', privacy: { bio: 'members' } })).value().version,
  ).toBe(1);
  const records = () =>
    hub.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'before', 'after'])
      .where('entity_id', '=', tom.memberId)
      .execute();
  expect(await records()).toEqual([]);
  await change(ana, { city: 'Austin', locked: ['city'] });
  expect(await records()).toEqual([
    {
      action: 'member.profile',
      actor_id: ana.memberId,
      before: { city: null, locked: [] },
      after: { city: 'Austin', locked: ['city'] },
    },
  ]);
});

test('a locked field can be changed by admins but not by the member', async () => {
  await change(ana, { city: 'Austin', locked: ['city', 'name'] });
  for (const sent of [{ city: 'Dallas' }, { city: null }, { firstName: 'T' }, { lastName: '' }]) {
    const refused = await change(tom, sent);
    expect([refused.status, refused.refusal().code]).toEqual([403, 'field_locked']);
    expect(refused.refusal().field).toBe(Object.keys(sent)[0]);
  }
  expect((await change(ana, { city: 'Dallas' })).value().city).toBe('Dallas');
  expect((await change(tom, { company: 'Mine' })).status).toBe(200);
});

test('a change with an outdated version is refused', async () => {
  await change(ana, { city: 'Austin' });
  const stale = await change(tom, { city: 'Dallas' }, tom, { 'if-match': '"1"' });
  expect([stale.status, stale.refusal().code]).toEqual([412, 'changed_meanwhile']);
  expect((await change(tom, { city: 'Dallas' }, tom, { 'if-match': '"2"' })).status).toBe(200);
});

describe('a change is refused', () => {
  test.each([
    ['firstName', ''],
    ['firstName', 'x'.repeat(101)],
    ['firstName', 'two\nlines'],
    ['primaryPhone', 'call me'],
    ['primaryPhone', '12'],
    ['company', 'x'.repeat(121)],
    ['website', 'javascript:alert(1)'],
    ['website', 'https://me:secret@example.org'],
    ['bio', 'x'.repeat(501)],
    ['headline', 'x'.repeat(81)],
    ['headline', 'two\nlines'],
    ['asks', 'x'.repeat(201)],
    ['offers', 'x'.repeat(201)],
    ['city', 7],
  ])('if %s is %j', async (field, value) => {
    const reply = await change(tom, { [field]: value });
    expect([reply.status, reply.refusal().field]).toEqual([422, field]);
  });

  test('if it has an unknown audience, lock or field, or an email address', async () => {
    for (const sent of [
      { privacy: { city: 'world' } },
      { privacy: { name: 'me' } },
      { locked: ['email'] },
      { email: 'other@example.org' },
      { role: 'admin' },
    ]) {
      expect((await change(tom, sent)).status).toBe(422);
    }
  });

  test('if the caller is neither the member nor an admin of the chapter', async () => {
    const maya = await chapter.person('Maya Chen', 'treasurer');
    expect((await change(maya, { city: 'Austin' })).refusal().code).toBe('not_yours');
    const eve = await (await hub.chapter('Elsewhere')).person('Eve Else', 'admin');
    expect((await change(eve, { city: 'Austin' })).status).toBe(404);
    expect((await view(eve)).status).toBe(404);
    await ana.call(membershipCalls.changeStatus, {
      params: { memberId: tom.memberId },
      body: { status: 'removed' },
    });
    expect((await view(maya)).status).toBe(404);
    expect((await change(maya, { city: 'Austin' })).status).toBe(404);
    expect((await view(ana)).status).toBe(200);
    const asMember = await ana.call(profileCalls.profile, {
      params: { memberId: tom.memberId },
      query: { as: 'member' },
    });
    expect(asMember.status).toBe(404);
  });
});
