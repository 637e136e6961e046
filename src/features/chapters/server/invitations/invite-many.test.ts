import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import {
  join,
  openBrowser,
  password,
  readToken,
} from '#features/identity/server/testing/browser.ts';
import { importCalls } from '#features/members/import-contract.ts';
import type { Id } from '#kit/id.ts';
import { invitationCalls } from '../../invitation-contract.ts';
import { joiningCalls } from '../../joining-contract.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.close());

const invitee = (email: string) => ({ email, role: 'member' as const });

async function listAllInvitations(admin: TestPerson) {
  return (await admin.call(invitationCalls.list, { query: { take: 200 } })).value().items;
}

async function preview(link: string | null | undefined): Promise<number> {
  return (await openBrowser(hub).call(joiningCalls.previewInvitation, { token: readToken(link) }))
    .status;
}

test('members who were entered without an account have not joined, and can be invited', async () => {
  const chapter = await hub.chapter();
  const admin = await chapter.person('Ada Admin', 'admin');
  await join(hub, chapter, 'here@example.org');
  const text = 'Name,Email\nIda Imported,Ida@Example.org\n';
  (await admin.call(importCalls.import, { body: { text, isDryRun: false } })).value();
  const { joined, notJoined } = (await admin.call(invitationCalls.addresses)).value();
  expect(joined).toContain('here@example.org');
  expect(notJoined).toEqual(['ida@example.org']);
  const body = { invitees: notJoined.map(invitee) };
  const { results } = (await admin.call(invitationCalls.inviteMany, { body })).value();
  expect(results.map(({ outcome }) => outcome)).toEqual(['invited']);
});

test('all valid addresses are invited, and the others are reported with a reason', async () => {
  const chapter = await hub.chapter();
  const admin = await chapter.person('Ada Admin', 'admin');
  await join(hub, chapter, 'here@example.org');
  await admin.call(invitationCalls.invite, { body: invitee('again@example.org') });
  const body = {
    invitees: [
      invitee('new@example.org'),
      { email: '"Bell, Anna" <Anna@Example.org>', role: 'treasurer' as const },
      invitee('here@example.org'),
      invitee('again@example.org'),
      invitee('nobody at example'),
      invitee('NEW@example.org'),
    ],
  };
  const reply = await admin.call(invitationCalls.inviteMany, { body });
  expect(reply.status).toBe(201);
  const { results, mail } = reply.value();
  expect(mail).toBe('not-configured');
  expect(results.map(({ email, outcome }) => [email, outcome])).toEqual([
    ['new@example.org', 'invited'],
    ['anna@example.org', 'invited'],
    ['here@example.org', 'member'],
    ['again@example.org', 'replaced'],
    ['nobody at example', 'invalid'],
    ['new@example.org', 'repeated'],
  ]);
  const list = await listAllInvitations(admin);
  const open = list.filter(({ state }) => state === 'open');
  expect(open.map(({ email, role }) => [email, role]).sort()).toEqual([
    ['again@example.org', 'member'],
    ['anna@example.org', 'treasurer'],
    ['new@example.org', 'member'],
  ]);
  for (const { link, mail } of open) {
    expect(mail).toBe('none');
    expect(await preview(link)).toBe(200);
  }
  expect(list.filter(({ state, link }) => state !== 'open' && link !== null)).toEqual([]);
  const audited = await hub.db
    .selectFrom('audit')
    .select('entity_id')
    .where('chapter_id', '=', chapter.id)
    .where('action', '=', 'invitation.create')
    .execute();
  const made = results.map(({ invitationId }) => invitationId).filter((id) => id !== null);
  const records = new Set(audited.map(({ entity_id }) => entity_id));
  expect(made.filter((id) => !records.has(id))).toEqual([]);
});

test('a repeated request invites no one twice and stores no link', async () => {
  const admin = await (await hub.chapter()).person('Ira Again', 'admin');
  const body = { invitees: [invitee('once@example.org'), invitee('one@example.org')] };
  const headers = { 'idempotency-key': 'many' };
  const send = () => admin.call(invitationCalls.inviteMany, { body, headers });
  const first = (await send()).value();
  expect((await send()).value()).toEqual(first);
  const list = await listAllInvitations(admin);
  expect(list).toHaveLength(2);
  const kept = await hub.db.selectFrom('idempotency_key').select('reply').execute();
  expect(kept).not.toEqual([]);
  expect(JSON.stringify(kept)).not.toContain('/join');
});

test('one to two hundred addresses can be invited at once', async () => {
  const admin = await (await hub.chapter()).person('Max Many', 'admin');
  const send = (count: number) =>
    admin.call(invitationCalls.inviteMany, {
      raw: JSON.stringify({
        invitees: Array.from({ length: count }, (_, n) => ({ email: `n${n}@example.org` })),
      }),
    });
  expect((await send(0)).status).toBe(422);
  expect((await send(201)).status).toBe(422);
  expect((await send(200)).value().results).toHaveLength(200);
  const raw = JSON.stringify({ invitees: [{ email: 'x'.repeat(501) }] });
  expect((await admin.call(invitationCalls.inviteMany, { raw })).status).toBe(422);
});

test('concurrent invitations of the same people leave one open invitation each', async () => {
  const chapter = await hub.chapter();
  const admins = await Promise.all(
    ['Ann', 'Bob', 'Cy', 'Di'].map((name) => chapter.person(`${name} Admin`, 'admin')),
  );
  const body = { invitees: [invitee('same@example.org'), invitee('both@example.org')] };
  const replies = await Promise.all(
    admins.map((admin) => admin.call(invitationCalls.inviteMany, { body })),
  );
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const open = (await listAllInvitations(admins[0] as TestPerson)).filter(
    ({ state }) => state === 'open',
  );
  expect(open.map(({ email }) => email).sort()).toEqual(['both@example.org', 'same@example.org']);
});

test('resending gives a new link for seven days and invalidates the old one', async () => {
  const chapter = await hub.chapter();
  const admin = await chapter.person('Rita Resend', 'admin');
  const sent = (
    await admin.call(invitationCalls.invite, { body: invitee('lost@example.org') })
  ).value();
  const params = { invitationId: sent.invitation.id };
  await expire(sent.invitation.id);
  expect((await listAllInvitations(admin))[0]?.state).toBe('expired');
  const resent = await admin.call(invitationCalls.resend, { params });
  expect(resent.value()).toMatchObject({ id: sent.invitation.id, state: 'open', mail: 'none' });
  const [now] = await listAllInvitations(admin);
  expect([await preview(sent.link), await preview(now?.link)]).toEqual([404, 200]);
  expect(now?.expiresAt && now.expiresAt > resent.value().createdAt).toBe(true);

  // The idempotency key keeps a repeated request from invalidating the new link.
  const headers = { 'idempotency-key': 'resend' };
  await admin.call(invitationCalls.resend, { params, headers });
  const [then] = await listAllInvitations(admin);
  await admin.call(invitationCalls.resend, { params, headers });
  expect((await listAllInvitations(admin))[0]?.link).toBe(then?.link);
  expect(await preview(now?.link)).toBe(404);
});

test('resending revokes later invitations and is refused for closed ones', async () => {
  const chapter = await hub.chapter();
  const admin = await chapter.person('Rob Resend', 'admin');
  const invite = async (email: string) =>
    (await admin.call(invitationCalls.invite, { body: invitee(email) })).value();
  const resend = async (invitationId: Id<'invitation'>) => {
    const reply = await admin.call(invitationCalls.resend, { params: { invitationId } });
    return reply.status < 400 ? 'resent' : reply.refusal().code;
  };
  const first = await invite('two@example.org');
  await expire(first.invitation.id);
  // Inviting again revokes the first one; undo that.
  const second = await invite('two@example.org');
  await hub.db
    .updateTable('invitation')
    .set({ revoked_at: null })
    .where('id', '=', first.invitation.id)
    .execute();
  expect(await resend(first.invitation.id)).toBe('resent');
  expect(await preview(second.link)).toBe(404);
  expect(await resend(second.invitation.id)).toBe('invitation_closed');

  const accepted = await invite('in@example.org');
  const names = { firstName: 'In', lastName: 'Now' };
  const accept = { token: readToken(accepted.link), password, ...names };
  await openBrowser(hub).call(joiningCalls.acceptInvitation, accept);
  expect(await resend(accepted.invitation.id)).toBe('invitation_closed');

  const expired = await invite('in.too@example.org');
  await expire(expired.invitation.id);
  await hub.db
    .updateTable('invitation')
    .set({ email: 'in@example.org' })
    .where('id', '=', expired.invitation.id)
    .execute();
  expect(await resend(expired.invitation.id)).toBe('already_member');
});

test('inviting many and resending require an admin of the chapter', async () => {
  const [chapter, other] = [await hub.chapter(), await hub.chapter()];
  const admin = await chapter.person('Alma Admin', 'admin');
  const foreign = await other.person('Fritz Foreign', 'admin');
  const treasurer = await chapter.person('Tom Treasurer', 'treasurer');
  const made = (
    await admin.call(invitationCalls.invite, { body: invitee('lisa@example.org') })
  ).value();
  const params = { invitationId: made.invitation.id };
  const body = { invitees: [invitee('x@example.org')] };
  expect((await treasurer.call(invitationCalls.inviteMany, { body })).status).toBe(403);
  expect((await treasurer.call(invitationCalls.resend, { params })).status).toBe(403);
  expect((await foreign.call(invitationCalls.resend, { params })).status).toBe(404);
  expect(await preview(made.link)).toBe(200);
});

async function expire(id: Id<'invitation'>): Promise<void> {
  await hub.db
    .updateTable('invitation')
    .set({ expires_at: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute();
}
