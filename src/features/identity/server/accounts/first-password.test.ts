/** Who signs in by a hosted provider alone chooses a password. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApp, startTestHub, type TestChapter, type TestHub } from '#app/testing/hub.ts';
import { authCalls } from '../../contract.ts';
import { oidcCalls } from '../../oidc-contract.ts';
import { ownAccountCalls } from '../../own-account-contract.ts';
import { type Browser, openBrowser, password } from '../testing/browser.ts';
import { whileSessionPending } from '../testing/concurrent-changes.ts';
import { startProvider, type TestProvider } from '../testing/provider.ts';
import { codeOf, isSignedIn, setUpSecondFactor } from '../testing/second-factor.ts';

let provider: TestProvider;
let hub: TestHub;
let chapter: TestChapter;
beforeAll(async () => {
  provider = await startProvider(['http://localhost/signed-in'], {});
  const { issuer, client } = provider;
  const oidc = { issuer, ...client, name: 'Harbor ID', allow: [] };
  // Its mails wait: nobody sends them here.
  hub = await startTestHub({ config: { oidc, smtpUrl: 'smtp://127.0.0.1:9' } });
  chapter = await hub.chapter();
});
afterAll(async () => {
  await hub.close();
  await provider.stop();
});

async function signInThere(subject: string, browser = openBrowser(hub)): Promise<Browser> {
  const { url } = (await browser.call(oidcCalls.begin, { returnTo: '/' })).value();
  const answer = new URL(await provider.signIn(url, subject)).search.slice(1);
  (await browser.call(oidcCalls.finish, { answer })).value();
  return browser;
}

let count = 0;
/** A member who has signed in by the provider, and by nothing else. */
async function memberByProvider() {
  count += 1;
  const subject = `first.${count}`;
  const email = `${subject}@example.org`;
  provider.people[subject] = { email, email_verified: true, name: 'Hana Hosted' };
  const browser = await signInThere(subject);
  const { accountId } = (await browser.call(authCalls.session)).value() as { accountId: string };
  const memberId = (await chapter.person('Hana Hosted')).memberId;
  await sql`update hub.member set account_id = ${accountId}, email = ${email}
    where id = ${memberId}`.execute(hub.db);
  await sql`insert into hub.account_chapter (account_id, chapter_id, member_id)
    values (${accountId}, ${chapter.id}, ${memberId})`.execute(hub.db);
  return { subject, email, accountId, browser };
}

const choose = async (browser: Browser, newPassword = password) =>
  codeOf(
    await callApp(hub.app, ownAccountCalls.chooseFirstPassword, await browser.bearer(), {
      body: { newPassword },
    }),
  );
const connection = async (browser: Browser) =>
  (await callApp(hub.app, oidcCalls.connection, await browser.bearer())).value();
const age = (accountId: string, minutes: number) =>
  sql`update auth.session set created_at = now() - make_interval(mins => ${minutes})
    where account_id = ${accountId}`.execute(hub.db);

test('a first password signs in, is recorded and told, and ends every other session', async () => {
  const { subject, email, accountId, browser } = await memberByProvider();
  const elsewhere = await signInThere(subject);
  expect(await choose(browser)).toBe(204);
  expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, false]);
  expect((await openBrowser(hub).call(authCalls.signIn, { email, password })).status).toBe(200);
  await signInThere(subject);
  const audited = await sql`select a.action from hub.audit a
    join hub.member m on m.chapter_id = a.chapter_id and m.id = a.entity_id
    where m.account_id = ${accountId}`.execute(hub.db);
  expect(audited.rows).toEqual([{ action: 'account.password-set' }]);
  const told = await sql`select data ->> 'change' as change from jobs.job
    where data ->> 'accountId' = ${accountId}`.execute(hub.db);
  expect(told.rows).toEqual([{ change: 'password-set' }]);
});

test('only within ten minutes after signing in, and once', async () => {
  const { subject, accountId, browser } = await memberByProvider();
  expect(await connection(browser)).toMatchObject({ hasPassword: false, isFresh: true });
  await age(accountId, 10);
  expect(await connection(browser)).toMatchObject({ hasPassword: false, isFresh: false });
  expect(await choose(browser)).toBe('403 sign_in_again');
  await signInThere(subject, browser);
  expect(await choose(browser)).toBe(204);
  expect(await connection(browser)).toMatchObject({ hasPassword: true });
  expect(await choose(browser, 'another password')).toBe('409 has_password');
});

test('of two first passwords at once, one is the first', async () => {
  const { email, browser } = await memberByProvider();
  const chosen = ['the one password', 'the other password'];
  const replies = await Promise.all(chosen.map((each) => choose(browser, each)));
  expect(replies.map(String).sort()).toEqual(['204', '409 has_password']);
  const right = chosen[replies.indexOf(204)] ?? '';
  const body = { email, password: right };
  expect((await openBrowser(hub).call(authCalls.signIn, body)).status).toBe(200);
});

test('with a password the provider can be disconnected, and a second factor set up', async () => {
  const { browser } = await memberByProvider();
  expect(await choose(browser)).toBe(204);
  await setUpSecondFactor(hub, browser);
  const reply = await callApp(hub.app, oidcCalls.disconnect, await browser.bearer());
  expect(reply.status).toBe(204);
  expect(await connection(browser)).toMatchObject({ isConnected: false, hasPassword: true });
});

test('whose session ends meanwhile chooses none', async () => {
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
  expect(codeOf(chosen)).toBe('401 unauthenticated');
  expect((await openBrowser(hub).call(authCalls.signIn, { email, password })).status).toBe(401);
});
