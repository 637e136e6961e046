import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { hashToken } from '#features/identity/server/shared/link-token.ts';
import {
  inviteTo,
  join,
  openBrowser,
  password,
  readToken,
} from '#features/identity/server/testing/browser.ts';
import { testId } from '#kit/testing/test-id.ts';
import { invitationCalls } from '../../invitation-contract.ts';
import { joiningCalls } from '../../joining-contract.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.close());

const names = { firstName: 'New', lastName: 'Comer' };

test('only a hash of the token is stored', async () => {
  const chapter = await hub.chapter();
  const token = await inviteTo(chapter, 'cora@example.org');
  const row = await hub.db
    .selectFrom('invitation')
    .selectAll()
    .where('chapter_id', '=', chapter.id)
    .executeTakeFirstOrThrow();
  expect(row.token_hash).toBe(hashToken(token));
  expect(JSON.stringify(row)).not.toContain(token);
});

test('a request with an idempotency key does not store the link', async () => {
  const chapter = await hub.chapter();
  const admin = await chapter.person('Ira Idempotent', 'admin');
  const body = { email: 'cleo@example.org', role: 'member' as const };
  const headers = { 'idempotency-key': 'twice' };
  const first = (await admin.call(invitationCalls.invite, { body, headers })).value();
  const second = (await admin.call(invitationCalls.invite, { body, headers })).value();
  expect(await hub.db.selectFrom('idempotency_key').selectAll().execute()).toEqual([]);
  const preview = async (link: string | null) =>
    (await openBrowser(hub).call(joiningCalls.previewInvitation, { token: readToken(link) }))
      .status;
  expect([await preview(first.link), await preview(second.link)]).toEqual([404, 200]);
});

test('unknown, altered, revoked and expired links are refused alike', async () => {
  const chapter = await hub.chapter();
  const admin = await chapter.person('Rita Revoker', 'admin');
  const invite = async (email: string) =>
    (await admin.call(invitationCalls.invite, { body: { email, role: 'member' } })).value();

  const revoked = await invite('dora@example.org');
  const params = { invitationId: revoked.invitation.id };
  expect((await admin.call(invitationCalls.revoke, { params })).status).toBe(204);
  expect((await admin.call(invitationCalls.revoke, { params })).status).toBe(204);

  const expired = await invite('emil@example.org');
  await hub.db
    .updateTable('invitation')
    .set({ expires_at: '2026-01-01T00:00:00.000Z' })
    .where('chapter_id', '=', chapter.id)
    .where('id', '=', expired.invitation.id)
    .execute();

  const open = readToken((await invite('fred@example.org')).link);
  const altered = open.slice(0, 60) + (open[60] === 'A' ? 'B' : 'A') + open.slice(61);
  const tokens = [readToken(revoked.link), readToken(expired.link), altered, 'A'.repeat(86), 'x'];
  for (const token of tokens) {
    const preview = await openBrowser(hub).call(joiningCalls.previewInvitation, { token });
    const body = { token, password, ...names };
    const accept = await openBrowser(hub).call(joiningCalls.acceptInvitation, body);
    for (const reply of [preview, accept]) {
      expect(reply.status).toBe(404);
      expect(reply.refusal().code).toBe('invitation_unusable');
    }
  }
  const states = (await admin.call(invitationCalls.list)).value();
  expect(states.items.map(({ email, state }) => [email, state])).toEqual([
    ['fred@example.org', 'open'],
    ['emil@example.org', 'expired'],
    ['dora@example.org', 'revoked'],
  ]);
  expect(states.items[0]?.invitedBy).toBe('Rita Revoker');
});

test('a new invitation to the same address replaces the open one', async () => {
  const chapter = await hub.chapter();
  const first = await inviteTo(chapter, 'gina@example.org');
  const second = await inviteTo(chapter, 'gina@example.org', 'admin');
  const browser = openBrowser(hub);
  expect((await browser.call(joiningCalls.previewInvitation, { token: first })).status).toBe(404);
  const preview = await browser.call(joiningCalls.previewInvitation, { token: second });
  expect(preview.value().role).toBe('admin');
});

test('a member cannot be invited again, and a removed one is restored', async () => {
  const chapter = await hub.chapter();
  const admin = await chapter.person('Adam Admin', 'admin');
  await join(hub, chapter, 'ines@example.org');
  const body = { email: 'ines@example.org', role: 'treasurer' as const };
  const refused = await admin.call(invitationCalls.invite, { body });
  expect(refused.status).toBe(409);
  expect(refused.refusal()).toMatchObject({ code: 'already_member', field: 'email' });

  const inesQuery = hub.db.selectFrom('member').where('chapter_id', '=', chapter.id);
  const before = await inesQuery.selectAll().where('email', '=', body.email).execute();
  await hub.db
    .updateTable('member')
    .set({ status: 'removed' })
    .where('chapter_id', '=', chapter.id)
    .where('email', '=', body.email)
    .execute();
  const token = readToken((await admin.call(invitationCalls.invite, { body })).value().link);
  (await openBrowser(hub).call(joiningCalls.acceptInvitation, { token, password })).value();
  const after = await inesQuery.selectAll().where('email', '=', body.email).execute();
  expect(after.map(({ id, role, status }) => ({ id, role, status }))).toEqual([
    { id: before[0]?.id, role: 'treasurer', status: 'active' },
  ]);
});

test('inviting, listing and revoking require an admin of the chapter', async () => {
  const [chapter, other] = [await hub.chapter(), await hub.chapter()];
  const admin = await chapter.person('Alma Admin', 'admin');
  const foreign = await other.person('Fritz Foreign', 'admin');
  const body = { email: 'lisa@example.org', role: 'member' as const };
  const made = (await admin.call(invitationCalls.invite, { body })).value();
  const params = { invitationId: made.invitation.id };
  for (const role of ['member', 'treasurer'] as const) {
    const person = await chapter.person('Mona Member', role);
    expect((await person.call(invitationCalls.invite, { body })).status).toBe(403);
    expect((await person.call(invitationCalls.list)).status).toBe(403);
    expect((await person.call(invitationCalls.revoke, { params })).status).toBe(403);
  }
  expect((await foreign.call(invitationCalls.revoke, { params })).status).toBe(404);
  expect((await foreign.call(invitationCalls.list)).value().items).toEqual([]);
  expect((await callApp(hub.app, invitationCalls.invite, {}, { body })).status).toBe(401);
});

test('a link is shown only to its inviter, so that former admins cannot return with one', async () => {
  const chapter = await hub.chapter();
  const [anna, boris] = [
    await chapter.person('Anna Admin', 'admin'),
    await chapter.person('Boris Beside', 'admin'),
  ];
  const body = { email: 'otto@example.org', role: 'admin' as const };
  const { invitation, link } = (await anna.call(invitationCalls.invite, { body })).value();
  const listed = async (admin: typeof anna) =>
    (await admin.call(invitationCalls.list)).value().items[0];
  expect(await listed(anna)).toMatchObject({ link, invitedBy: 'Anna Admin' });
  expect(await listed(boris)).toMatchObject({ link: null, invitedBy: 'Anna Admin', state: 'open' });
  // Resending replaces the link and its inviter.
  const params = { invitationId: invitation.id };
  expect((await boris.call(invitationCalls.resend, { params })).status).toBe(200);
  expect(await listed(anna)).toMatchObject({ link: null, invitedBy: 'Boris Beside' });
  const newLink = (await listed(boris))?.link;
  expect(newLink).not.toBe(link);
  const preview = async (each: string | null | undefined) =>
    (await openBrowser(hub).call(joiningCalls.previewInvitation, { token: readToken(each) }))
      .status;
  expect([await preview(link), await preview(newLink)]).toEqual([404, 200]);
});

test('an invitation ends when its inviter is no longer an admin, and another admin renews it', async () => {
  const chapter = await hub.chapter();
  const [anna, boris] = [
    await chapter.person('Anna Admin', 'admin'),
    await chapter.person('Boris Beside', 'admin'),
  ];
  const body = { email: 'olga@example.org', role: 'member' as const };
  const { invitation, link } = (await anna.call(invitationCalls.invite, { body })).value();
  const listed = async () => (await boris.call(invitationCalls.list)).value().items[0];
  const preview = async (each: string | null | undefined) =>
    (await openBrowser(hub).call(joiningCalls.previewInvitation, { token: readToken(each) }))
      .status;
  await hub.db
    .updateTable('member')
    .set({ role: 'member' })
    .where('id', '=', anna.memberId)
    .execute();
  expect([await preview(link), (await listed())?.state]).toEqual([404, 'expired']);
  const renewal = { params: { invitationId: invitation.id } };
  expect((await boris.call(invitationCalls.resend, renewal)).value().state).toBe('open');
  expect(await preview((await listed())?.link)).toBe(200);
});

test('an accepted invitation cannot be revoked', async () => {
  const chapter = await hub.chapter();
  const admin = await chapter.person('Alex Admin', 'admin');
  await join(hub, chapter, 'marc@example.org');
  const [item] = (await admin.call(invitationCalls.list)).value().items;
  expect(item?.state).toBe('accepted');
  const params = { invitationId: item?.id ?? testId('') };
  const reply = await admin.call(invitationCalls.revoke, { params });
  expect(reply.status).toBe(409);
  expect(reply.refusal().code).toBe('invitation_accepted');
});

test('inviting, revoking and joining are audited, without the token', async () => {
  const chapter = await hub.chapter();
  const token = await inviteTo(chapter, 'nils@example.org');
  await openBrowser(hub).call(joiningCalls.acceptInvitation, { token, password, ...names });
  const rows = await hub.db
    .selectFrom('audit')
    .selectAll()
    .where('chapter_id', '=', chapter.id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['invitation.create', 'invitation.accept']);
  expect(JSON.stringify(rows)).not.toContain(token);
});
