import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { joiningCalls } from '#features/chapters/joining-contract.ts';
import { openBrowser, password, readToken } from '#features/identity/server/testing/browser.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { memberCalls } from '../contract.ts';
import type { MemberStatus } from '../membership.ts';
import { membershipCalls } from '../membership-contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let admin: TestPerson;
let tom: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  admin = await chapter.person('Ana Admin', 'admin');
  tom = await chapter.person('Tom Becker');
});

function setStatus(memberId: Id<'member'>, status: MemberStatus, editor = admin, headers = {}) {
  return editor.call(membershipCalls.changeStatus, {
    params: { memberId },
    body: { status },
    headers,
  });
}

const setRole = (memberId: Id<'member'>, role: 'member' | 'treasurer' | 'admin', editor = admin) =>
  editor.call(membershipCalls.changeRole, { params: { memberId }, body: { role } });

test('a disabled member loses access immediately; enabled again, they are listed and have to sign in', async () => {
  expect((await tom.call(memberCalls.list)).status).toBe(200);
  const disabled = await setStatus(tom.memberId, 'disabled');
  expect(disabled.value()).toMatchObject({ id: tom.memberId, status: 'disabled', version: 2 });
  expect(disabled.headers.etag).toBe('"2"');
  expect((await tom.call(memberCalls.list)).status).toBe(401);
  const { items } = (await admin.call(memberCalls.list)).value();
  expect(items.map(({ displayName }) => displayName)).toEqual(['Ana Admin']);
  const inactive = (await admin.call(membershipCalls.inactive)).value();
  expect(inactive.items).toMatchObject([{ id: tom.memberId, status: 'disabled', role: 'member' }]);
  expect((await setStatus(tom.memberId, 'active')).status).toBe(200);
  const listed = (await admin.call(memberCalls.list)).value();
  expect(listed.items.map(({ displayName }) => displayName)).toContain('Tom Becker');
  expect((await tom.call(memberCalls.list)).status).toBe(401);
});

test('a removed member stays removed until invited again, and keeps name and role', async () => {
  await setStatus(tom.memberId, 'removed');
  expect((await tom.call(memberCalls.list)).status).toBe(401);
  for (const status of ['active', 'disabled'] as const) {
    const again = await setStatus(tom.memberId, status);
    expect([again.status, again.refusal().code]).toEqual([409, 'removed_member']);
  }
  expect((await setRole(tom.memberId, 'admin')).refusal().code).toBe('removed_member');
  const params = { memberId: tom.memberId };
  expect((await admin.call(membershipCalls.detail, { params })).value()).toMatchObject({
    displayName: 'Tom Becker',
    status: 'removed',
  });
  const maya = await chapter.person('Maya Chen');
  expect((await maya.call(membershipCalls.detail, { params })).status).toBe(404);
});

test('a new role applies to the next call, and every change is audited', async () => {
  expect((await tom.call(membershipCalls.inactive)).status).toBe(403);
  expect((await setRole(tom.memberId, 'admin')).value()).toMatchObject({
    role: 'admin',
    version: 2,
  });
  expect((await tom.call(membershipCalls.inactive)).status).toBe(200);
  // Nothing changes, and nothing is written.
  expect((await setRole(tom.memberId, 'admin')).value().version).toBe(2);
  const records = await hub.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('entity_id', '=', tom.memberId)
    .where('entity_kind', '=', 'member')
    .execute();
  expect(records).toEqual([
    {
      action: 'member.role',
      actor_id: admin.memberId,
      before: { role: 'member', status: 'active' },
      after: { role: 'admin', status: 'active' },
    },
  ]);
});

test('the last admin cannot be removed, and of two concurrent mutual removals one succeeds', async () => {
  for (const reply of [
    await setStatus(admin.memberId, 'disabled'),
    await setStatus(admin.memberId, 'removed'),
    await setRole(admin.memberId, 'treasurer'),
  ]) {
    expect([reply.status, reply.refusal().code]).toEqual([409, 'last_admin']);
  }
  await setRole(tom.memberId, 'admin');
  const both = await Promise.all([
    setStatus(tom.memberId, 'removed'),
    setStatus(admin.memberId, 'removed', tom),
  ]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  const left = await hub.db
    .selectFrom('member')
    .select('id')
    .where('chapter_id', '=', chapter.id)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .execute();
  expect(left).toHaveLength(1);
});

test('only admins change members, in their own chapter and at the version they have seen', async () => {
  const other = await (await hub.chapter('Elsewhere')).person('Eve Else', 'admin');
  expect((await setStatus(admin.memberId, 'removed', tom)).status).toBe(403);
  expect((await setRole(tom.memberId, 'admin', tom)).status).toBe(403);
  expect((await setStatus(tom.memberId, 'removed', other)).status).toBe(404);
  expect((await setRole(tom.memberId, 'admin', other)).status).toBe(404);
  const params = { memberId: tom.memberId };
  expect((await other.call(membershipCalls.detail, { params })).status).toBe(404);
  expect((await setStatus(newId(), 'removed')).status).toBe(404);
  const stale = await setStatus(tom.memberId, 'disabled', admin, { 'if-match': '"7"' });
  expect([stale.status, stale.refusal().code]).toEqual([412, 'changed_meanwhile']);
  const raw = JSON.stringify({ status: 'gone' });
  expect((await admin.call(membershipCalls.changeStatus, { params, raw })).status).toBe(422);
});

async function invite(inviter: TestPerson, email: string) {
  const body = { email, role: 'admin' as const };
  const sent = (await inviter.call(invitationCalls.invite, { body })).value();
  return { id: sent.invitation.id, token: readToken(sent.link) };
}

async function accept(token: string): Promise<number> {
  const body = { token, password, firstName: 'Second', lastName: 'Name' };
  return (await openBrowser(hub).call(joiningCalls.acceptInvitation, body)).status;
}

test.each<[string, (memberId: Id<'member'>) => ReturnType<typeof setStatus>]>([
  ['removed', (memberId) => setStatus(memberId, 'removed')],
  ['disabled', (memberId) => setStatus(memberId, 'disabled')],
  ['made a treasurer', (memberId) => setRole(memberId, 'treasurer')],
])('an admin who is %s cannot return with an invitation they sent', async (way, stop) => {
  const eve = await chapter.person('Eve Admin', 'admin');
  const address = way.replaceAll(' ', '-');
  const own = await invite(eve, `own.${address}@example.org`);
  const others = await invite(admin, `others.${address}@example.org`);
  expect((await stop(eve.memberId)).status).toBe(200);
  expect(await accept(own.token)).toBe(404);
  expect(await accept(others.token)).toBe(201);
  const records = await hub.db
    .selectFrom('audit')
    .select(['actor_id', 'entity_id'])
    .where('chapter_id', '=', chapter.id)
    .where('action', '=', 'invitation.revoke')
    .execute();
  expect(records).toEqual([{ actor_id: admin.memberId, entity_id: own.id }]);
});

test('a resent invitation lasts as long as its new inviter is an admin', async () => {
  const eve = await chapter.person('Eve Admin', 'admin');
  const { id } = await invite(eve, 'again@example.org');
  const params = { invitationId: id };
  expect((await admin.call(invitationCalls.resend, { params })).value().invitedBy).toBe(
    'Ana Admin',
  );
  await setStatus(eve.memberId, 'removed');
  const listed = (await admin.call(invitationCalls.list)).value().items;
  const again = listed.find((each) => each.id === id);
  expect(await accept(readToken(again?.link))).toBe(201);
});

test('joining waits for a concurrent removal of the inviter', async () => {
  const eve = await chapter.person('Eve Admin', 'admin');
  const { token } = await invite(eve, 'meanwhile@example.org');
  let accepted: Promise<number> | undefined;
  await hub.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('member')
      .set({ status: 'removed' })
      .where('chapter_id', '=', chapter.id)
      .where('id', '=', eve.memberId)
      .execute();
    accepted = accept(token);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  });
  expect(await accepted).toBe(404);
});
