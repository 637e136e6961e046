/** No session survives a concurrent change of what its sign-in relied on. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { newId } from '#server/database/ids.ts';
import { authCalls } from '../../contract.ts';
import { factorCalls } from '../../factor-contract.ts';
import { oidcCalls } from '../../oidc-contract.ts';
import { ownAccountCalls } from '../../own-account-contract.ts';
import type { SignInProof } from '../shared/account-lock.ts';
import { beginSessionFor, wrongCredentials } from '../shared/session.ts';
import { makeAuthenticator } from '../testing/authenticator.ts';
import { type Browser, join, openBrowser, password } from '../testing/browser.ts';
import { whileSessionPending, whileUncommitted } from '../testing/concurrent-changes.ts';
import { startProvider, type TestProvider } from '../testing/provider.ts';
import {
  firstStep,
  isSignedIn,
  readOutcome,
  secondStep,
  setUpSecondFactor,
} from '../testing/second-factor.ts';

let provider: TestProvider;
let hub: TestHub;
beforeAll(async () => {
  provider = await startProvider(['http://localhost/signed-in'], {});
  const { issuer, client } = provider;
  hub = await startTestHub({ config: { oidc: { issuer, ...client, name: 'ID', allow: [] } } });
});
afterAll(async () => {
  await hub.close();
  await provider.stop();
});

let count = 0;
async function joinSomeone() {
  count += 1;
  const email = `under.way.${count}@example.org`;
  return { email, browser: await join(hub, await hub.chapter(), email) };
}

async function getHeaders(browser: Browser): Promise<Record<string, string>> {
  return { cookie: browser.cookie ?? '', ...(await browser.bearer()) };
}

async function beginPasskey(browser: Browser) {
  const headers = await getHeaders(browser);
  const body = { currentPassword: password };
  const begun = await callApp(hub.app, factorCalls.beginPasskey, headers, { body });
  const options = begun.value();
  browser.cookie = `${browser.cookie}; ${begun.headers['set-cookie']?.[0]?.split(';')[0]}`;
  const phone = makeAuthenticator();
  return { phone, passkey: phone.create(options) };
}

const readAnswer = (address: string) => new URL(address).search.slice(1);

async function beginConnecting(browser: Browser, subject: string) {
  provider.people[subject] = { email: `${subject}@elsewhere.example.org`, email_verified: true };
  const begun = await browser.call(oidcCalls.connect, { currentPassword: password });
  return readAnswer(await provider.signIn(begun.value().url, subject));
}

async function changePassword(browser: Browser) {
  const body = { currentPassword: password, newPassword: 'quite another password' };
  return callApp(hub.app, ownAccountCalls.changePassword, await browser.bearer(), { body });
}

test('removing a passkey prevents a concurrent sign-in with it', async () => {
  const { email, browser } = await joinSomeone();
  const { phone, passkey } = await beginPasskey(browser);
  const headers = await getHeaders(browser);
  const body = { name: 'Phone', passkey };
  const added = await callApp(hub.app, factorCalls.addPasskey, headers, { body });
  const passkeyId = added.value().id;
  const thief = openBrowser(hub);
  const options = (await thief.call(factorCalls.beginPasskeySignIn)).value();
  const [, removed] = await whileSessionPending(
    hub,
    email,
    () => thief.call(factorCalls.passkeySignIn, { passkey: phone.get(options) }),
    () => callApp(hub.app, factorCalls.removePasskey, headers, { params: { passkeyId } }),
  );
  expect(removed.status).toBe(204);
  expect([await isSignedIn(thief), await isSignedIn(browser)]).toEqual([false, true]);
});

test('disconnecting an identity prevents a concurrent sign-in with it', async () => {
  const { browser } = await joinSomeone();
  const answer = await beginConnecting(browser, 'identity');
  expect((await browser.call(oidcCalls.finish, { answer })).status).toBe(200);
  const thief = openBrowser(hub);
  const { url } = (await thief.call(oidcCalls.begin, { returnTo: '/' })).value();
  const theirs = readAnswer(await provider.signIn(url, 'identity'));
  const headers = await getHeaders(browser);
  const [removed, signedIn] = await whileUncommitted(
    hub,
    () => callApp(hub.app, oidcCalls.disconnect, headers),
    () => thief.call(oidcCalls.finish, { answer: theirs }),
  );
  expect(removed.status).toBe(204);
  expect(readOutcome(signedIn)).toBe('401 hosted_not_begun');
  expect([await isSignedIn(thief), await isSignedIn(browser)]).toEqual([false, true]);
});

test('turning on a second factor prevents a concurrent sign-in without it', async () => {
  const { email, browser } = await joinSomeone();
  const thief = openBrowser(hub);
  await whileUncommitted(
    hub,
    () => setUpSecondFactor(hub, browser),
    () => firstStep(thief, email),
  );
  expect([await isSignedIn(thief), await isSignedIn(browser)]).toEqual([false, true]);
});

test('turning off the second factor ends a sign-in that waits for its second step', async () => {
  const { email, browser } = await joinSomeone();
  const app = await setUpSecondFactor(hub, browser);
  const thief = openBrowser(hub);
  expect(readOutcome(await firstStep(thief, email))).toBe('401 second_factor_required');
  const headers = await browser.bearer();
  // Whose use is not audited, so that what waits is the change.
  const body = { currentPassword: password, code: app.code(1) };
  const [off, step] = await whileUncommitted(
    hub,
    () => callApp(hub.app, factorCalls.removeSecondFactor, headers, { body }),
    () => secondStep(thief, app.recoveryCodes[0] ?? ''),
  );
  expect(off.status).toBe(204);
  expect(readOutcome(step)).toBe('422 wrong_code');
  expect([await isSignedIn(thief), await isSignedIn(browser)]).toEqual([false, true]);
});

test('sixteen sign-ins with one code, one step and one recovery code begin one session each', async () => {
  const { email, browser } = await joinSomeone();
  const app = await setUpSecondFactor(hub, browser);
  const inSixteen = async (code: string) => {
    const offered = openBrowser(hub);
    await firstStep(offered, email);
    const { cookie } = offered;
    const copies = Array.from({ length: 16 }, () => Object.assign(openBrowser(hub), { cookie }));
    const replies = await Promise.all(copies.map((copy) => secondStep(copy, code)));
    return replies.filter(({ status }) => status === 200).length;
  };
  expect(await inSixteen(app.code(1))).toBe(1);
  await sql`update auth.second_factor set attempts = 0, rests_until = null`.execute(hub.db);
  expect(await inSixteen(app.recoveryCodes[0] ?? '')).toBe(1);
});

test('disabling an account prevents a concurrent sign-in', async () => {
  const { email } = await joinSomeone();
  const thief = openBrowser(hub);
  let signingIn: ReturnType<typeof firstStep> | undefined;
  await hub.db.transaction().execute(async (tx) => {
    await sql`update auth.account set disabled_at = now() where email = ${email}`.execute(tx);
    signingIn = firstStep(thief, email);
    const seen = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const isWaiting = async () => (await seen.execute(hub.db)).rows.length;
    await Promise.race([signingIn, expect.poll(isWaiting).toBe(1)]);
  });
  expect(readOutcome(await (signingIn ?? Promise.reject(new Error('not asked'))))).toBe(
    '401 wrong_credentials',
  );
  await sql`update auth.account set disabled_at = null where email = ${email}`.execute(hub.db);
  expect(await isSignedIn(thief)).toBe(false);
});

test('a session that ends concurrently adds no passkey', async () => {
  const { email, browser } = await joinSomeone();
  const thief = openBrowser(hub);
  await firstStep(thief, email);
  const { passkey } = await beginPasskey(thief);
  const headers = await getHeaders(thief);
  const body = { name: 'Mine', passkey };
  const mine = await getHeaders(browser);
  const [added, ended] = await whileSessionPending(
    hub,
    email,
    () => callApp(hub.app, factorCalls.addPasskey, headers, { body }),
    () => callApp(hub.app, ownAccountCalls.endOtherSessions, mine),
  );
  expect([ended.value(), readOutcome(added)]).toEqual([{ ended: 1 }, '401 unauthenticated']);
});

test('a session that ends concurrently connects no identity', async () => {
  const { email, browser } = await joinSomeone();
  const thief = openBrowser(hub);
  await firstStep(thief, email);
  const answer = await beginConnecting(thief, 'late');
  const [changed, connected] = await whileUncommitted(
    hub,
    () => changePassword(browser),
    () => thief.call(oidcCalls.finish, { answer }),
  );
  expect([changed.status, readOutcome(connected)]).toEqual([204, '401 unauthenticated']);
  const found = await sql`select from auth.identity where subject = 'late'`.execute(hub.db);
  expect(found.rows).toEqual([]);
});

test('a session that ends concurrently turns on no second factor', async () => {
  const { email, browser } = await joinSomeone();
  const thief = openBrowser(hub);
  await firstStep(thief, email);
  const settingUp = () =>
    setUpSecondFactor(hub, thief).then(
      () => 'on',
      (error: Error) => error.message,
    );
  const [changed] = await whileUncommitted(hub, () => changePassword(browser), settingUp);
  expect(changed.status).toBe(204);
  const on = await sql`
    select from auth.second_factor f join auth.account a on a.id = f.account_id
    where a.email = ${email} and f.confirmed_at is not null`.execute(hub.db);
  expect(on.rows).toEqual([]);
  expect((await browser.call(authCalls.session)).value().signedIn).toBe(true);
});

test('no session begins if the second factor was replaced or the session with it has ended', async () => {
  const { email, browser } = await joinSomeone();
  await setUpSecondFactor(hub, browser);
  const found = await sql<{ id: string; hash: string; secret: string; token: string }>`
    select a.id, a.password_hash as hash, f.secret, s.token from auth.account a
    join auth.second_factor f on f.account_id = a.id
    join auth.session s on s.account_id = a.id
    where a.email = ${email}`.execute(hub.db);
  const { id, hash, secret, token } = found.rows[0] ?? { id: '', hash: '', secret: '', token: '' };
  const startsSession = async (proof: SignInProof) => {
    const request = { ip: '', headers: {}, rawHeaders: [] };
    const person = { accountId: id, proof };
    return (await beginSessionFor(hub.identity, person, { request, newId }, wrongCredentials)).ok;
  };
  for (const [right, wrong] of [
    [{ secret }, { secret: 'of before' }],
    [{ session: token }, { session: 'that has ended' }],
  ] as const) {
    const by = 'password';
    expect(await startsSession({ by, hash, secondFactor: right })).toBe(true);
    expect(await startsSession({ by, hash, secondFactor: wrong })).toBe(false);
    expect(await startsSession({ by, hash: 'another', secondFactor: right })).toBe(false);
    expect(await startsSession({ by, hash, secondFactor: 'none' })).toBe(false);
  }
});
