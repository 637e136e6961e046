/** Groups of members that a chapter keeps. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { auditCalls } from '#features/audit/contract.ts';
import { newId } from '#server/database/ids.ts';
import { type GroupFields, groupCalls, maxGroupMembers, maxGroups } from '../group-contract.ts';
import { membershipCalls } from '../membership-contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let admin: TestPerson;
let maya: TestPerson;
let tom: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  admin = await chapter.person('Ada Admin', 'admin');
  maya = await chapter.person('Maya Chen');
  tom = await chapter.person('Tom Becker');
});

const create = (body: GroupFields, headers = {}) =>
  admin.call(groupCalls.create, { body, headers });
const list = async () => (await maya.call(groupCalls.list)).value().items;

test('admins keep groups, members read them with their current members', async () => {
  const forum = (await create({ name: 'Forum A', memberIds: [tom.memberId] })).value();
  const board = (
    await create({ name: ' Board ', memberIds: [tom.memberId, maya.memberId] })
  ).value();
  expect(board).toMatchObject({ name: 'Board', version: 1 });
  // Members by name.
  expect(await list()).toEqual([{ ...board, memberIds: [maya.memberId, tom.memberId] }, forum]);

  const params = { memberId: tom.memberId };
  const setStatus = (status: 'disabled' | 'active') =>
    admin.call(membershipCalls.changeStatus, { params, body: { status } });
  (await setStatus('disabled')).value();
  expect((await list()).map(({ memberIds }) => memberIds)).toEqual([[maya.memberId], []]);
  (await setStatus('active')).value();
  expect((await list())[1]?.memberIds).toEqual([tom.memberId]);
});

test('who cannot be seen in a group while it is changed comes back to it', async () => {
  const group = (await create({ name: 'Forum', memberIds: [tom.memberId, maya.memberId] })).value();
  const params = { memberId: tom.memberId };
  const setStatus = (status: 'disabled' | 'active') =>
    admin.call(membershipCalls.changeStatus, { params, body: { status } });
  (await setStatus('disabled')).value();
  const body = { name: 'Forum A', memberIds: [admin.memberId] };
  (await admin.call(groupCalls.update, { params: { groupId: group.id }, body })).value();
  (await setStatus('active')).value();
  expect((await list())[0]?.memberIds).toEqual([admin.memberId, tom.memberId]);
});

test('a group is renamed and given other members once per version, and deleted', async () => {
  const group = (await create({ name: 'Forum', memberIds: [tom.memberId] })).value();
  const params = { groupId: group.id };
  const body = { name: 'FORUM', memberIds: [maya.memberId] };
  const headers = { 'if-match': '"1"' };
  const both = await Promise.all([
    admin.call(groupCalls.update, { params, body, headers }),
    admin.call(groupCalls.update, { params, body, headers }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  expect(await list()).toEqual([{ id: group.id, ...body, version: 2 }]);
  expect((await admin.call(groupCalls.remove, { params, headers })).status).toBe(412);
  const current = { 'if-match': '"2"' };
  expect((await admin.call(groupCalls.remove, { params, headers: current })).status).toBe(204);
  expect((await admin.call(groupCalls.remove, { params })).status).toBe(404);
  expect(await list()).toEqual([]);

  const { items } = (await admin.call(auditCalls.list, { query: { kind: 'group' } })).value();
  expect(items.map(({ action, subject }) => [action, subject])).toEqual([
    ['group.delete', 'FORUM'],
    ['group.update', 'FORUM'],
    ['group.create', 'Forum'],
  ]);
  expect(items[1]?.changes).toEqual([
    { field: 'name', before: 'Forum', after: 'FORUM' },
    { field: 'members', before: 'Tom Becker', after: 'Maya Chen' },
  ]);
});

test('a name is unique in its chapter, whatever its case', async () => {
  await create({ name: 'Örgryte', memberIds: [] });
  const twin = await create({ name: 'ÖRGRYTE', memberIds: [] });
  expect([twin.status, twin.refusal().code, twin.refusal().field]).toEqual([
    409,
    'name_taken',
    'name',
  ]);
  const other = (await create({ name: 'Other', memberIds: [] })).value();
  const body = { name: 'örgryte', memberIds: [] };
  const renamed = await admin.call(groupCalls.update, { params: { groupId: other.id }, body });
  expect(renamed.status).toBe(409);
  const elsewhere = await (await hub.chapter('Elsewhere')).person('Eve Else', 'admin');
  expect((await elsewhere.call(groupCalls.create, { body })).status).toBe(201);
  expect(await list()).toHaveLength(2);
});

test('a repeated request creates one group', async () => {
  const body = { name: 'Board', memberIds: [maya.memberId] };
  const headers = { 'idempotency-key': newId() };
  const [one, two] = [await create(body, headers), await create(body, headers)];
  expect(two.value()).toEqual(one.value());
  expect(await list()).toHaveLength(1);
});

test('former members, strangers, members twice, and too many are refused', async () => {
  const stranger = await (await hub.chapter('Elsewhere')).person('Eve Else');
  const gone = await chapter.person('Gus Gone');
  const params = { memberId: gone.memberId };
  await admin.call(membershipCalls.changeStatus, { params, body: { status: 'removed' } });
  const refused: [unknown, number][] = [
    [{ name: 'A', memberIds: [stranger.memberId] }, 422],
    [{ name: 'A', memberIds: [gone.memberId] }, 422],
    [{ name: 'A', memberIds: [tom.memberId, tom.memberId] }, 422],
    [{ name: 'A', memberIds: Array.from({ length: maxGroupMembers + 1 }, () => newId()) }, 422],
    [{ name: ' ', memberIds: [] }, 422],
    [{ name: 'two\nlines', memberIds: [] }, 422],
    [{ name: 'x'.repeat(61), memberIds: [] }, 422],
    [{ name: 'A' }, 422],
    [{ name: 'A', memberIds: [], color: 'red' }, 422],
  ];
  for (const [body, status] of refused) {
    const raw = JSON.stringify(body);
    expect((await admin.call(groupCalls.create, { raw })).status, raw.slice(0, 80)).toBe(status);
  }
  expect(await list()).toEqual([]);
  const treasurer = await chapter.person('Tara Treasurer', 'treasurer');
  for (const person of [maya, treasurer]) {
    const body = { name: 'A', memberIds: [] };
    expect((await person.call(groupCalls.create, { body })).status).toBe(403);
  }
});

test('a chapter has at most a hundred groups', async () => {
  for (let made = 0; made < maxGroups; made += 1) {
    expect((await create({ name: `Group ${made}`, memberIds: [] })).status).toBe(201);
  }
  const oneMore = await create({ name: 'One more', memberIds: [] });
  expect([oneMore.status, oneMore.refusal().code]).toEqual([422, 'too_many_groups']);
});
