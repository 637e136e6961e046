/** First passwords of accounts that only sign in with the OIDC provider. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApp, startTestHub, type TestChapter, type TestHub } from '#app/testing/hub.ts';
import { authCalls } from '../../contract.ts';
import { oidcCalls } from '../../oidc-contract.ts';
import { ownAccountCalls } from '../../own-account-contract.ts';
import { type Browser, openBrowser, password } from '../testing/browser.ts';
import { whileSessionPending } from '../testing/concurrent-changes.ts';
import { startProvider, type TestProvider } from '../testing/provider.ts';
import { isSignedIn, readOutcome, setUpSecondFactor } from '../testing/second-factor.ts';

let provider: TestProvider;
let hub: TestHub;
let chapter: TestChapter;
beforeAll(async () => {
  provider = await startProvider(['http://localhost/signed-in'], {});
  const { issuer, client } = provider;
  const oidc = { issuer, ...client, name: 'Harbor ID', allow: [] };
  // Mail stays in the queue: nothing sends it here.
  hub = await startTestHub({ config: { oidc, smtpUrl: 'smtp://127.0.0.1:9' } });
  chapter = await hub.chapter();
});
afterAll(async () => {
  await hub.close();
  await provider.stop();
});

async function signInAtProvider(subject: string, browser = openBrowser(hub)): Promise<Browser> {
  const { url } = (await browser.call(oidcCalls.begin, { returnTo: '/' })).value();
  const answer = new URL(await provider.signIn(url, subject)).search.slice(1);
  (await browser.call(oidcCalls.finish, { answer })).value();
  return browser;
}

let count = 0;
/** A member who only signs in with the provider. */
async function memberByProvider() {
  count += 1;
  const subject = `first.${count}`;
  const email = `${subject}@example.org`;
  provider.people[subject] = { email, email_verified: true, name: 'Hana Hosted' };
  const browser = await signInAtProvider(subject);
  const { accountId } = (await browser.call(authCalls.session)).value() as { accountId: string };
  const memberId = (await chapter.person('Hana Hosted')).memberId;
  await sql`update hub.member set account_id = ${accountId}, email = ${email}
    where id = ${memberId}`.execute(hub.db);
  await sql`insert into hub.account_chapter (account_id, chapter_id, member_id)
    values (${accountId}, ${chapter.id}, ${memberId})`.execute(hub.db);
  return { subject, email, accountId, browser };
}

const choose = async (browser: Browser, newPassword = password) =>
  readOutcome(
    await callApp(hub.app, ownAccountCalls.chooseFirstPassword, await browser.bearer(), {
      body: { newPassword },
    }),
  );
const connection = async (browser: Browser) =>
  (await callApp(hub.app, oidcCalls.connection, await browser.bearer())).value();
const age = (accountId: string, minutes: number) =>
  sql`update auth.session set created_at = now() - make_interval(mins => ${minutes})
    where account_id = ${accountId}`.execute(hub.db);

test('a first password signs in, is audited, notifies the owner and ends every other session', async () => {
  const { subject, email, accountId, browser } = await memberByProvider();
  const elsewhere = await signInAtProvider(subject);
  expect(await choose(browser)).toBe(204);
  expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, false]);
  expect((await openBrowser(hub).call(authCalls.signIn, { email, password })).status).toBe(200);
  await signInAtProvider(subject);
  const audited = await sql`select a.action from hub.audit a
    join hub.member m on m.chapter_id = a.chapter_id and m.id = a.entity_id
    where m.account_id = ${accountId}`.execute(hub.db);
  expect(audited.rows).toEqual([{ action: 'account.password-set' }]);
  const notices = await sql`select data ->> 'change' as change from jobs.job
    where data ->> 'accountId' = ${accountId}`.execute(hub.db);
  expect(notices.rows).toEqual([{ change: 'password-set' }]);
});

test('a first password is set within ten minutes of signing in, and only once', async () => {
  const { subject, accountId, browser } = await memberByProvider();
  expect(await connection(browser)).toMatchObject({ hasPassword: false, isFresh: true });
  await age(accountId, 10);
  expect(await connection(browser)).toMatchObject({ hasPassword: false, isFresh: false });
  expect(await choose(browser)).toBe('403 sign_in_again');
  await signInAtProvider(subject, browser);
  expect(await choose(browser)).toBe(204);
  expect(await connection(browser)).toMatchObject({ hasPassword: true });
  expect(await choose(browser, 'another password')).toBe('409 has_password');
});

test('two concurrent first passwords: exactly one succeeds', async () => {
  const { email, browser } = await memberByProvider();
  const chosen = ['the one password', 'the other password'];
  const replies = await Promise.all(chosen.map((each) => choose(browser, each)));
  expect(replies.map(String).sort()).toEqual(['204', '409 has_password']);
  const right = chosen[replies.indexOf(204)] ?? '';
  const body = { email, password: right };
  expect((await openBrowser(hub).call(authCalls.signIn, body)).status).toBe(200);
});

test('an account with a password can disconnect the provider and set up a second factor', async () => {
  const { browser } = await memberByProvider();
  expect(await choose(browser)).toBe(204);
  await setUpSecondFactor(hub, browser);
  const reply = await callApp(hub.app, oidcCalls.disconnect, await browser.bearer());
  expect(reply.status).toBe(204);
  expect(await connection(browser)).toMatchObject({ isConnected: false, hasPassword: true });
});

test('a session that ends concurrently sets no first password', async () => {
  const { browser, email } = await memberByProvider();
  const bearer = await browser.bearer();
  const body = { newPassword: password };
  const ending = () =>
    sql`delete from auth.session s using auth.account a
    where a.id = s.account_id and a.email = ${email}`.execute(hub.db);
  const [chosen] = await whileSessionPending(
    hub,
    email,
    () => callApp(hub.app, ownAccountCalls.chooseFirstPassword, bearer, { body }),
    ending,
  );
  expect(readOutcome(chosen)).toBe('401 unauthenticated');
  expect((await openBrowser(hub).call(authCalls.signIn, { email, password })).status).toBe(401);
});
