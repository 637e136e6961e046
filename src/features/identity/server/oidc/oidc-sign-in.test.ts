import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApp, startTestHub, type TestChapter, type TestHub } from '#app/testing/hub.ts';
import { joiningCalls } from '#features/chapters/joining-contract.ts';
import { authCalls } from '../../contract.ts';
import { oidcCalls } from '../../oidc-contract.ts';
import { inviteTo, join, openBrowser, password } from '../testing/browser.ts';
import { startProvider, type TestProvider } from '../testing/provider.ts';
import { setUpSecondFactor } from '../testing/second-factor.ts';

let provider: TestProvider;
let hub: TestHub;
let chapter: TestChapter;

const returnUri = 'http://localhost/signed-in';

const makePerson = (email: string, more = {}) => ({
  email,
  email_verified: true,
  name: 'Hana Hosted',
  given_name: 'Hana',
  family_name: 'Hosted',
  ...more,
});

beforeAll(async () => {
  provider = await startProvider([returnUri], {});
  const { issuer, client } = provider;
  const oidc = { issuer, ...client, name: 'Harbor ID', allow: ['allowed.example.org'] };
  hub = await startTestHub({ config: { oidc } });
  chapter = await hub.chapter();
});
afterAll(async () => {
  await hub.close();
  await provider.stop();
});

/** The query that the provider added to the redirect URI. */
function readAnswer(address: string): string {
  expect(address.startsWith(`${returnUri}?`)).toBe(true);
  return new URL(address).search.slice(1);
}

/** From the button to the callback, in a new browser unless given. */
async function signInAs(
  subject: string,
  { browser = openBrowser(hub), invitation = '', returnTo = '/' } = {},
) {
  const body = { returnTo, ...(invitation ? { invitation } : {}) };
  const { url } = (await browser.call(oidcCalls.begin, body)).value();
  const answer = readAnswer(await provider.signIn(url, subject));
  return { browser, reply: await browser.call(oidcCalls.finish, { answer }) };
}

test('the signed-out view names the provider', async () => {
  const view = (await openBrowser(hub).call(authCalls.session)).value();
  expect(view).toMatchObject({ signedIn: false, hostedName: 'Harbor ID' });
});

test('signing in creates an account and a session, but no member', async () => {
  provider.people['stranger'] = makePerson('Stranger@Example.org');
  const { browser, reply } = await signInAs('stranger', { returnTo: '/wallets?sort=name' });
  expect(reply.value()).toMatchObject({
    returnTo: '/wallets?sort=name',
    session: { email: 'stranger@example.org', displayName: 'Hana Hosted', chapter: null },
  });
  expect((await browser.call(authCalls.session)).value()).toMatchObject({
    signedIn: true,
    chapters: [],
  });
  expect((await browser.call(authCalls.token)).refusal().code).toBe('no_chapter');
  await browser.call(authCalls.signOut);
  expect((await browser.call(authCalls.session)).value().signedIn).toBe(false);
});

test('the same person gets the same account even if their address has changed', async () => {
  provider.people['moving'] = makePerson('moving@example.org');
  const first = (await signInAs('moving')).reply.value();
  provider.people['moving'] = makePerson('moved@example.org', { email_verified: false });
  const second = (await signInAs('moving')).reply.value();
  expect(second.session.accountId).toBe(first.session.accountId);
  expect(second.session.email).toBe('moving@example.org');
});

test('an existing account with the address is not taken over, verified or not', async () => {
  await join(hub, chapter, 'owner@example.org');
  provider.people['thief'] = makePerson('owner@example.org');
  expect((await signInAs('thief')).reply.refusal()).toMatchObject({ code: 'account_exists' });
  provider.people['thief'] = makePerson('owner@example.org', { email_verified: false });
  expect((await signInAs('thief')).reply.refusal()).toMatchObject({ code: 'email_unverified' });
});

test('a missing or unverified address creates no account', async () => {
  provider.people['unsure'] = makePerson('unsure@example.org', { email_verified: false });
  const { reply, browser } = await signInAs('unsure');
  expect(reply.status).toBe(403);
  expect(reply.refusal().code).toBe('email_unverified');
  expect(browser.cookie).toBeUndefined();
  provider.people['nameless'] = {};
  expect((await signInAs('nameless')).reply.refusal().code).toBe('email_unverified');
  const found = await sql`select 1 from auth.account where email like 'unsure%'`.execute(hub.db);
  expect(found.rows).toEqual([]);
});

test('an invitation is accepted only by the address it was sent to', async () => {
  const invitation = await inviteTo(chapter, 'invited@example.org', 'treasurer');
  provider.people['other'] = makePerson('other@example.org');
  const other = (await signInAs('other', { invitation })).reply;
  expect(other.refusal()).toMatchObject({ code: 'wrong_invitation' });
  // Rolled back: the identity has no account either.
  const account = await sql`select 1 from auth.identity where subject = 'other'`.execute(hub.db);
  expect(account.rows).toEqual([]);

  provider.people['invited'] = makePerson('Invited@example.org');
  const look = (
    await openBrowser(hub).call(joiningCalls.previewInvitation, { token: invitation })
  ).value();
  expect(look).toMatchObject({ hostedName: 'Harbor ID', hasAccount: null, hasPassword: true });
  const { browser, reply } = await signInAs('invited', { invitation });
  expect(reply.value().session.chapter).toMatchObject({ id: chapter.id, role: 'treasurer' });
  expect((await browser.call(authCalls.token)).status).toBe(200);

  const again = (await signInAs('invited', { invitation })).reply;
  expect(again.refusal().code).toBe('invitation_unusable');
});

test('an account without a password accepts an invitation', async () => {
  provider.people['early'] = makePerson('early@example.org');
  await signInAs('early');
  const token = await inviteTo(chapter, 'early@example.org');
  const look = (await openBrowser(hub).call(joiningCalls.previewInvitation, { token })).value();
  expect(look).toMatchObject({ hasAccount: null, hasPassword: true });
  const { reply } = await signInAs('early', { invitation: token });
  expect(reply.value().session.chapter).toMatchObject({ id: chapter.id });
});

test('the allow-list admits a person once; removed and disabled members stay so', async () => {
  provider.people['welcome'] = makePerson('welcome@allowed.example.org');
  const { session } = (await signInAs('welcome')).reply.value();
  expect(session.chapter).toMatchObject({ id: chapter.id, role: 'member' });
  const audited = await sql`select 1 from hub.audit
    where action = 'member.join' and entity_id = ${session.chapter?.memberId}`.execute(hub.db);
  expect(audited.rows.length).toBe(1);
  for (const status of ['removed', 'disabled'] as const) {
    await hub.db
      .updateTable('member')
      .set({ status })
      .where('account_id', '=', session.accountId)
      .execute();
    expect((await signInAs('welcome')).reply.value().session.chapter).toBeNull();
  }
  provider.people['below'] = makePerson('below@sub.allowed.example.org');
  expect((await signInAs('below')).reply.value().session.chapter).toBeNull();
});

test('the allow-list admits to the chapter that was first, and to none once it has left', async () => {
  const older = await hub.chapter('Older');
  await sql`update hub.chapter set created_at = '2001-01-01', chapter_site_url = 'https://older.example'
    where id = ${older.id}`.execute(hub.db);
  const readLinks = async () => {
    const view = (await openBrowser(hub).call(authCalls.session)).value();
    return view.signedIn ? undefined : view.links;
  };
  expect((await readLinks())?.chapterSiteUrl).toBe('https://chapter.example.org');
  provider.people['newcomer'] = makePerson('newcomer@allowed.example.org');
  expect((await signInAs('newcomer')).reply.value().session.chapter?.id).toBe(chapter.id);
  const leave = (id: string) =>
    sql`update hub.installation set value = ${id} where key = 'first_chapter'`.execute(hub.db);
  await leave('00000000-0000-4000-8000-000000000000');
  expect((await readLinks())?.chapterSiteUrl).toBe('https://older.example');
  provider.people['latecomer'] = makePerson('latecomer@allowed.example.org');
  expect((await signInAs('latecomer')).reply.value().session.chapter).toBeNull();
  await leave(chapter.id);
});

test('a disabled account is refused and stays signed out', async () => {
  provider.people['barred'] = makePerson('barred@example.org');
  const { session } = (await signInAs('barred')).reply.value();
  await sql`update auth.account set disabled_at = now() where id = ${session.accountId}`.execute(
    hub.db,
  );
  const { browser, reply } = await signInAs('barred');
  expect(reply.refusal()).toMatchObject({ code: 'account_disabled' });
  expect(browser.cookie).toBeUndefined();
});

test('signing in ends the browser’s earlier session', async () => {
  provider.people['twice'] = makePerson('twice@example.org');
  const { browser } = await signInAs('twice');
  const before = browser.cookie;
  await signInAs('twice', { browser });
  expect(browser.cookie).not.toBe(before);
  const old = Object.assign(openBrowser(hub), { cookie: before });
  expect((await old.call(authCalls.session)).value().signedIn).toBe(false);
});

test('an account with a password can be connected and disconnected', async () => {
  const browser = await join(hub, chapter, 'both@example.org');
  const bearer = await browser.bearer();
  provider.people['both-there'] = makePerson('quite-another@example.org');
  const wrong = await browser.call(oidcCalls.connect, { currentPassword: 'not this one' });
  expect(wrong.refusal().code).toBe('wrong_password');
  const begun = await browser.call(oidcCalls.connect, { currentPassword: password });
  const answer = readAnswer(await provider.signIn(begun.value().url, 'both-there'));
  expect((await browser.call(oidcCalls.finish, { answer })).value().returnTo).toBe('/settings');
  const there = await signInAs('both-there');
  const { session } = there.reply.value();
  expect(session.email).toBe('both@example.org');
  const connection = () => callApp(hub.app, oidcCalls.connection, bearer);
  expect((await connection()).value()).toEqual({
    provider: 'Harbor ID',
    isConnected: true,
    hasPassword: true,
    isFresh: true,
  });
  expect((await callApp(hub.app, oidcCalls.disconnect, bearer)).status).toBe(204);
  // Sessions started with the provider end with it.
  expect((await there.browser.call(authCalls.session)).value().signedIn).toBe(false);
  expect((await connection()).value().isConnected).toBe(false);
});

test('connecting requires a code if there is a second factor, and is audited', async () => {
  const browser = await join(hub, chapter, 'careful@example.org');
  const app = await setUpSecondFactor(hub, browser);
  const currentPassword = password;
  const bare = await browser.call(oidcCalls.connect, { currentPassword });
  expect(bare.refusal().code).toBe('code_required');
  const wrong = await browser.call(oidcCalls.connect, { currentPassword, code: '000000' });
  expect(wrong.refusal().code).toBe('wrong_code');
  const code = app.recoveryCodes[0] ?? '';
  const begun = await browser.call(oidcCalls.connect, { currentPassword, code });
  provider.people['careful'] = makePerson('careful@elsewhere.example.org');
  const answer = readAnswer(await provider.signIn(begun.value().url, 'careful'));
  const { accountId } = (await browser.call(oidcCalls.finish, { answer })).value().session;
  const audited = await sql`select a.after from hub.audit a
    join hub.member m on m.chapter_id = a.chapter_id and m.id = a.entity_id
    where a.action = 'account.identity-connected' and m.account_id = ${accountId}`.execute(hub.db);
  expect(audited.rows).toEqual([{ after: { issuer: provider.issuer } }]);
});

test('an identity connected to one account cannot be connected to another', async () => {
  provider.people['mine'] = makePerson('mine@example.org');
  await signInAs('mine');
  const browser = await join(hub, chapter, 'grabber@example.org');
  const begun = await browser.call(oidcCalls.connect, { currentPassword: password });
  const answer = readAnswer(await provider.signIn(begun.value().url, 'mine'));
  expect((await browser.call(oidcCalls.finish, { answer })).refusal().code).toBe('identity_taken');
});

test('connecting fails once the session that requested it has ended', async () => {
  await join(hub, chapter, 'next@example.org');
  for (const [email, next] of [
    ['leaver@example.org', undefined],
    ['lender@example.org', { email: 'next@example.org', password }],
  ] as const) {
    const browser = await join(hub, chapter, email);
    provider.people[email] = makePerson(`other-${email}`);
    const begun = await browser.call(oidcCalls.connect, { currentPassword: password });
    await browser.call(authCalls.signOut);
    if (next) await browser.call(authCalls.signIn, next);
    const answer = readAnswer(await provider.signIn(begun.value().url, email));
    const reply = await browser.call(oidcCalls.finish, { answer });
    expect(reply.refusal().code).toBe('hosted_not_begun');
    const found = await sql`select 1 from auth.identity where subject = ${email}`.execute(hub.db);
    expect(found.rows).toEqual([]);
  }
});

test('an account without a password cannot be disconnected', async () => {
  provider.people['alone'] = makePerson('alone@allowed.example.org');
  const { browser } = await signInAs('alone');
  const reply = await callApp(hub.app, oidcCalls.disconnect, await browser.bearer());
  expect(reply.refusal().code).toBe('only_sign_in');
});
