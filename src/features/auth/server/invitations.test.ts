import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authCalls } from '#features/auth/contract.ts';
import { callApp, startTestHub, type TestHub } from '#server/testing/hub.ts';
import { hashToken } from './link-token.ts';
import { inviteTo, join, openBrowser, password, tokenOf } from './testing/browser.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.close());

const names = { firstName: 'New', lastName: 'Comer' };

test('an invited person joins with a name and a password, once', async () => {
  const chapter = await hub.chapter('Lyon');
  const token = await inviteTo(chapter, 'anna@example.org', 'treasurer');
  const browser = openBrowser(hub);
  const look = (await browser.call(authCalls.lookAtInvitation, { token })).value();
  expect(look).toMatchObject({
    chapterName: 'Lyon',
    email: 'anna@example.org',
    role: 'treasurer',
    hasAccount: false,
  });
  const accepted = await browser.call(authCalls.acceptInvitation, { token, password, ...names });
  expect(accepted.status).toBe(201);
  expect(accepted.value()).toMatchObject({
    displayName: 'New Comer',
    chapter: { id: chapter.id, role: 'treasurer' },
  });
  expect((await browser.call(authCalls.session)).value().signedIn).toBe(true);

  const again = await openBrowser(hub).call(authCalls.acceptInvitation, {
    token,
    password,
    ...names,
  });
  expect(again.status).toBe(404);
  expect(again.refusal().code).toBe('invitation_unusable');
  const lookAgain = await browser.call(authCalls.lookAtInvitation, { token });
  expect(lookAgain.status).toBe(404);
});

test('of twenty acceptances of one invitation at once exactly one joins', async () => {
  const chapter = await hub.chapter();
  const token = await inviteTo(chapter, 'bert@example.org');
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      openBrowser(hub).call(authCalls.acceptInvitation, { token, password, ...names }),
    ),
  );
  const statuses = replies.map((reply) => reply.status).sort((a, b) => a - b);
  expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 404)]);
  const members = await hub.db
    .selectFrom('member')
    .select('id')
    .where('chapter_id', '=', chapter.id)
    .where('email', '=', 'bert@example.org')
    .execute();
  expect(members).toHaveLength(1);
});

test('only a hash of the token is kept', async () => {
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

test('not even a repeatable request leaves the link in the database', async () => {
  const chapter = await hub.chapter();
  const admin = await chapter.person('Ira Idempotent', 'admin');
  const body = { email: 'cleo@example.org', role: 'member' as const };
  const headers = { 'idempotency-key': 'twice' };
  const first = (await admin.call(authCalls.invite, { body, headers })).value();
  const second = (await admin.call(authCalls.invite, { body, headers })).value();
  expect(await hub.db.selectFrom('idempotency_key').selectAll().execute()).toEqual([]);
  const look = async (link: string | null) =>
    (await openBrowser(hub).call(authCalls.lookAtInvitation, { token: tokenOf(link) })).status;
  expect([await look(first.link), await look(second.link)]).toEqual([404, 200]);
});

test('an unknown, altered, revoked or expired link is refused alike', async () => {
  const chapter = await hub.chapter();
  const admin = await chapter.person('Rita Revoker', 'admin');
  const invite = async (email: string) =>
    (await admin.call(authCalls.invite, { body: { email, role: 'member' } })).value();

  const revoked = await invite('dora@example.org');
  const params = { invitationId: revoked.invitation.id };
  expect((await admin.call(authCalls.revokeInvitation, { params })).status).toBe(204);
  expect((await admin.call(authCalls.revokeInvitation, { params })).status).toBe(204);

  const expired = await invite('emil@example.org');
  await hub.db
    .updateTable('invitation')
    .set({ expires_at: '2026-01-01T00:00:00.000Z' })
    .where('chapter_id', '=', chapter.id)
    .where('id', '=', expired.invitation.id)
    .execute();

  const open = tokenOf((await invite('fred@example.org')).link);
  const altered = open.slice(0, 60) + (open[60] === 'A' ? 'B' : 'A') + open.slice(61);
  const tokens = [tokenOf(revoked.link), tokenOf(expired.link), altered, 'A'.repeat(86), 'x'];
  for (const token of tokens) {
    const look = await openBrowser(hub).call(authCalls.lookAtInvitation, { token });
    const body = { token, password, ...names };
    const accept = await openBrowser(hub).call(authCalls.acceptInvitation, body);
    for (const reply of [look, accept]) {
      expect(reply.status).toBe(404);
      expect(reply.refusal().code).toBe('invitation_unusable');
    }
  }
  const states = (await admin.call(authCalls.invitations)).value();
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
  expect((await browser.call(authCalls.lookAtInvitation, { token: first })).status).toBe(404);
  const look = await browser.call(authCalls.lookAtInvitation, { token: second });
  expect(look.value().role).toBe('admin');
});

test('an address with an account joins another chapter by its own password alone', async () => {
  await join(hub, await hub.chapter(), 'hugo@example.org');
  const second = await hub.chapter();
  const token = await inviteTo(second, 'hugo@example.org');
  const browser = openBrowser(hub);
  const look = await browser.call(authCalls.lookAtInvitation, { token });
  expect(look.value().hasAccount).toBe(true);
  const wrong = await browser.call(authCalls.acceptInvitation, {
    token,
    password: 'a password of an attacker',
    ...names,
  });
  expect(wrong.status).toBe(401);
  expect(wrong.refusal().code).toBe('wrong_credentials');
  const right = await browser.call(authCalls.acceptInvitation, { token, password });
  expect(right.value()).toMatchObject({ displayName: 'hugo Muster', chapter: { id: second.id } });
  expect(right.value().chapters).toHaveLength(2);
});

test('a member cannot be invited again; somebody removed comes back as who they were', async () => {
  const chapter = await hub.chapter();
  const admin = await chapter.person('Adam Admin', 'admin');
  await join(hub, chapter, 'ines@example.org');
  const body = { email: 'ines@example.org', role: 'treasurer' as const };
  const refused = await admin.call(authCalls.invite, { body });
  expect(refused.status).toBe(409);
  expect(refused.refusal()).toMatchObject({ code: 'already_member', field: 'email' });

  const ofInes = hub.db.selectFrom('member').where('chapter_id', '=', chapter.id);
  const before = await ofInes.selectAll().where('email', '=', body.email).execute();
  await hub.db
    .updateTable('member')
    .set({ status: 'removed' })
    .where('chapter_id', '=', chapter.id)
    .where('email', '=', body.email)
    .execute();
  const token = tokenOf((await admin.call(authCalls.invite, { body })).value().link);
  (await openBrowser(hub).call(authCalls.acceptInvitation, { token, password })).value();
  const after = await ofInes.selectAll().where('email', '=', body.email).execute();
  expect(after.map(({ id, role, status }) => ({ id, role, status }))).toEqual([
    { id: before[0]?.id, role: 'treasurer', status: 'active' },
  ]);
});

test('a member on record without an account becomes the person who accepts', async () => {
  const chapter = await hub.chapter();
  const id = crypto.randomUUID();
  await hub.db
    .insertInto('member')
    .values({
      chapter_id: chapter.id,
      id,
      account_id: null,
      external_user_identifier: null,
      display_name: 'Jonas on Record',
      first_name: 'Jonas',
      last_name: 'Record',
      email: 'Jonas@example.org',
      primary_phone: '+1 555 0100',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    })
    .execute();
  const token = await inviteTo(chapter, 'jonas@example.org');
  const body = { token, password, ...names };
  const view = (await openBrowser(hub).call(authCalls.acceptInvitation, body)).value();
  expect(view).toMatchObject({ displayName: 'Jonas on Record', chapter: { memberId: id } });
});

test.each([
  ['firstName', { password, lastName: 'Comer' }],
  ['lastName', { password, firstName: 'New' }],
  ['password', { password: 'too short', ...names }],
])('accepting names the missing or unfit field: %s', async (field, wish) => {
  const token = await inviteTo(await hub.chapter(), 'kira@example.org');
  const body = { token, ...wish };
  const reply = await openBrowser(hub).call(authCalls.acceptInvitation, body);
  expect(reply.status).toBe(422);
  expect(reply.refusal().field).toBe(field);
  const look = await openBrowser(hub).call(authCalls.lookAtInvitation, { token });
  expect(look.status).toBe(200);
});

test('inviting, listing and revoking need an admin of that chapter', async () => {
  const [chapter, other] = [await hub.chapter(), await hub.chapter()];
  const admin = await chapter.person('Alma Admin', 'admin');
  const foreign = await other.person('Fritz Foreign', 'admin');
  const body = { email: 'lisa@example.org', role: 'member' as const };
  const made = (await admin.call(authCalls.invite, { body })).value();
  const params = { invitationId: made.invitation.id };
  for (const role of ['member', 'treasurer'] as const) {
    const person = await chapter.person('Mona Member', role);
    expect((await person.call(authCalls.invite, { body })).status).toBe(403);
    expect((await person.call(authCalls.invitations)).status).toBe(403);
    expect((await person.call(authCalls.revokeInvitation, { params })).status).toBe(403);
  }
  expect((await foreign.call(authCalls.revokeInvitation, { params })).status).toBe(404);
  expect((await foreign.call(authCalls.invitations)).value().items).toEqual([]);
  expect((await callApp(hub.app, authCalls.invite, {}, { body })).status).toBe(401);
});

test('an accepted invitation cannot be revoked', async () => {
  const chapter = await hub.chapter();
  const admin = await chapter.person('Alex Admin', 'admin');
  await join(hub, chapter, 'marc@example.org');
  const [item] = (await admin.call(authCalls.invitations)).value().items;
  expect(item?.state).toBe('accepted');
  const params = { invitationId: item?.id ?? '' };
  const reply = await admin.call(authCalls.revokeInvitation, { params });
  expect(reply.status).toBe(409);
  expect(reply.refusal().code).toBe('invitation_accepted');
});

test('inviting, revoking and joining are audited, without the token', async () => {
  const chapter = await hub.chapter();
  const token = await inviteTo(chapter, 'nils@example.org');
  await openBrowser(hub).call(authCalls.acceptInvitation, { token, password, ...names });
  const rows = await hub.db
    .selectFrom('audit')
    .selectAll()
    .where('chapter_id', '=', chapter.id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['invitation.create', 'invitation.accept']);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('with SMTP the link goes out by mail alone, and the account’s address is proved', async () => {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        mails.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const mailing = await startTestHub({
    config: { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Hub <hub@example.org>' },
  });
  const chapter = await mailing.chapter('Nice');
  const admin = await chapter.person('Mel Mailer', 'admin');
  const body = { email: 'olga@example.org', role: 'member' as const };
  const sent = (await admin.call(authCalls.invite, { body })).value();
  expect(sent).toMatchObject({ mail: 'sent', link: null });
  const mail = (mails[0] ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(mail).toContain('To: olga@example.org');
  expect(mail).toContain('Subject: You are invited to the Nice chapter');
  const token = /http:\/\/localhost\/join#([\w-]+)/.exec(mail)?.[1] ?? '';
  const accept = { token, password, ...names };
  expect((await openBrowser(mailing).call(authCalls.acceptInvitation, accept)).status).toBe(201);

  // The mail server goes away: the invitation stays, and the admin gets the link.
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  const next = { email: 'pia@example.org', role: 'member' as const };
  const failed = (await admin.call(authCalls.invite, { body: next })).value();
  expect(failed.mail).toBe('failed');
  const look = { token: tokenOf(failed.link) };
  expect((await openBrowser(mailing).call(authCalls.lookAtInvitation, look)).status).toBe(200);
  await mailing.close();
});
