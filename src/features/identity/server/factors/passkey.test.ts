import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { authCalls } from '../../contract.ts';
import type { Attestation } from '../../factor-contract.ts';
import { factorCalls } from '../../factor-contract.ts';
import { type Authenticator, makeAuthenticator, type Overrides } from '../testing/authenticator.ts';
import { type Browser, join, openBrowser, password } from '../testing/browser.ts';
import { setUpSecondFactor } from '../testing/second-factor.ts';
import { resetFactors } from './reset-factors.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.close());

let count = 0;
async function joinSomeone() {
  count += 1;
  const email = `passkey.${count}@example.org`;
  const chapter = await hub.chapter();
  return { email, chapter, browser: await join(hub, chapter, email) };
}

const readOutcome = (reply: { status: number; refusal(): { code: string } }) =>
  reply.status < 400 ? reply.status : `${reply.status} ${reply.refusal().code}`;

/** The bearer token and the cookies of a signed-in browser. */
async function getHeaders(browser: Browser): Promise<Record<string, string>> {
  const bearer = await browser.bearer();
  return browser.cookie === undefined ? bearer : { ...bearer, cookie: browser.cookie };
}

async function begin(browser: Browser, code?: string) {
  const body = { currentPassword: password, ...(code === undefined ? {} : { code }) };
  const reply = await callApp(hub.app, factorCalls.beginPasskey, await getHeaders(browser), {
    body,
  });
  const [set] = reply.headers['set-cookie'] ?? [];
  if (set) browser.cookie = `${browser.cookie?.split('; ')[0]}; ${set.split(';')[0]}`;
  return reply;
}

async function add(browser: Browser, passkey: Attestation, name = 'My phone') {
  const body = { name, passkey };
  return callApp(hub.app, factorCalls.addPasskey, await getHeaders(browser), { body });
}

async function makePasskey(browser: Browser, authenticator: Authenticator, wish: Overrides = {}) {
  const options = (await begin(browser)).value();
  return add(browser, authenticator.create(options, wish));
}

async function signIn(
  authenticator: Authenticator,
  wish: Overrides = {},
  browser = openBrowser(hub),
) {
  const options = (await browser.call(factorCalls.beginPasskeySignIn)).value();
  const passkey = authenticator.get(options, wish);
  const reply = await browser.call(factorCalls.passkeySignIn, { passkey });
  return { reply, browser, passkey };
}

test('a passkey is created with the password, signs in without it, and is listed', async () => {
  const { email, browser } = await joinSomeone();
  const phone = makeAuthenticator();
  const options = (await begin(browser)).value();
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Chapter Hub' },
    user: { name: email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  });
  const made = await add(browser, phone.create(options), '  My phone ');
  expect(made.status).toBe(201);
  const list = async () =>
    (await callApp(hub.app, factorCalls.passkeys, await getHeaders(browser))).value().items;
  expect(await list()).toEqual([
    { id: made.value().id, name: 'My phone', createdAt: expect.any(String), lastUsedAt: null },
  ]);

  const { reply, browser: elsewhere } = await signIn(phone);
  expect(reply.value()).toMatchObject({ signedIn: true, email });
  expect(elsewhere.cookie).toMatch(/^hub_session=[^;]+; hub_device_[^;]+$/);
  await elsewhere.bearer();
  expect((await list())[0]?.lastUsedAt).toEqual(expect.any(String));
  expect((await begin(browser)).value().excludeCredentials).toEqual([
    { id: phone.id, type: 'public-key' },
  ]);
});

test('a passkey counts as both factors, and creating one requires both', async () => {
  const { browser } = await joinSomeone();
  const app = await setUpSecondFactor(hub, browser);
  expect(readOutcome(await begin(browser))).toBe('422 code_required');
  expect(readOutcome(await begin(browser, '000000'))).toBe('422 wrong_code');
  const phone = makeAuthenticator();
  const options = (await begin(browser, app.code(1))).value();
  expect((await add(browser, phone.create(options))).status).toBe(201);
  expect((await signIn(phone)).reply.status).toBe(200);
});

test.each<[string, Overrides]>([
  ['another origin', { origin: 'http://localhost:8080' }],
  ['an origin that looks alike', { origin: 'http://localhost.example.org' }],
  ['another site', { rpId: 'example.org' }],
  ['an unverified person', { isVerified: false }],
  ['another challenge', { challenge: 'QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE' }],
  ['someone else’s account', { userHandle: Buffer.from(newId()).toString('base64url') }],
  ['no account', { userHandle: 'AA' }],
  ['the answer to another kind of question', { type: 'webauthn.create' }],
])('an assertion for %s does not sign in', async (_, wish) => {
  const { browser } = await joinSomeone();
  const phone = makeAuthenticator();
  (await makePasskey(browser, phone)).value();
  const { reply, browser: elsewhere } = await signIn(phone, wish);
  expect(readOutcome(reply)).toBe('401 passkey_refused');
  expect((await elsewhere.call(authCalls.session)).value().signedIn).toBe(false);
  expect((await signIn(phone)).reply.status).toBe(200);
});

test.each<[string, Overrides]>([
  ['another origin', { origin: 'https://localhost' }],
  ['another site', { rpId: 'example.org' }],
  ['an unverified person', { isVerified: false }],
  ['another challenge', { challenge: 'QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE' }],
  ['the answer to another kind of question', { type: 'webauthn.get' }],
])('a passkey created for %s is not stored', async (_, wish) => {
  const { browser } = await joinSomeone();
  const phone = makeAuthenticator();
  expect(readOutcome(await makePasskey(browser, phone, wish))).toBe('422 passkey_refused');
  expect(readOutcome((await signIn(phone)).reply)).toBe('401 passkey_refused');
});

test('an altered signature, another’s key and an unknown passkey are refused alike', async () => {
  const { browser } = await joinSomeone();
  const [phone, stranger] = [makeAuthenticator(), makeAuthenticator()];
  (await makePasskey(browser, phone)).value();
  const elsewhere = openBrowser(hub);
  const options = () => elsewhere.call(factorCalls.beginPasskeySignIn);
  const send = (passkey: ReturnType<Authenticator['get']>) =>
    elsewhere.call(factorCalls.passkeySignIn, { passkey });
  const right = phone.get((await options()).value());
  const altered = {
    ...right.response,
    signature: right.response.signature.replace(/^.{9}/, 'AAAAAAAAA'),
  };
  expect(readOutcome(await send({ ...right, response: altered }))).toBe('401 passkey_refused');
  const wish = { userHandle: right.response.userHandle ?? '' };
  const foreign = stranger.get((await options()).value(), wish);
  expect(readOutcome(await send({ ...foreign, id: phone.id, rawId: phone.id }))).toBe(
    '401 passkey_refused',
  );
  expect(readOutcome(await send(stranger.get((await options()).value())))).toBe(
    '401 passkey_refused',
  );
});

test('an assertion works once, in its own browser, within five minutes', async () => {
  const { browser } = await joinSomeone();
  const phone = makeAuthenticator();
  (await makePasskey(browser, phone)).value();
  const elsewhere = openBrowser(hub);
  const options = (await elsewhere.call(factorCalls.beginPasskeySignIn)).value();
  const passkey = phone.get(options);
  const cookie = elsewhere.cookie;
  const thief = openBrowser(hub);
  expect(readOutcome(await thief.call(factorCalls.passkeySignIn, { passkey }))).toBe(
    '401 passkey_refused',
  );
  await thief.call(factorCalls.beginPasskeySignIn);
  expect(readOutcome(await thief.call(factorCalls.passkeySignIn, { passkey }))).toBe(
    '401 passkey_refused',
  );
  const both = await Promise.all([
    elsewhere.call(factorCalls.passkeySignIn, { passkey }),
    elsewhere.call(factorCalls.passkeySignIn, { passkey }),
  ]);
  expect(both.map(readOutcome).sort()).toEqual([200, '401 passkey_refused']);
  const again = openBrowser(hub);
  again.cookie = cookie;
  expect(readOutcome(await again.call(factorCalls.passkeySignIn, { passkey }))).toBe(
    '401 passkey_refused',
  );

  const late = openBrowser(hub);
  const asked = (await late.call(factorCalls.beginPasskeySignIn)).value();
  await sql`update auth.challenge set expires_at = now()`.execute(hub.db);
  const answer = { passkey: phone.get(asked) };
  expect(readOutcome(await late.call(factorCalls.passkeySignIn, answer))).toBe(
    '401 passkey_refused',
  );
});

test('a pending passkey challenge ends when the browser signs in with a password', async () => {
  const { browser, email } = await joinSomeone();
  const phone = makeAuthenticator();
  (await makePasskey(browser, phone)).value();
  const elsewhere = openBrowser(hub);
  const options = (await elsewhere.call(factorCalls.beginPasskeySignIn)).value();
  const offered = elsewhere.cookie;
  await elsewhere.call(authCalls.signIn, { email, password });
  expect(elsewhere.cookie).toMatch(/^hub_session=[^;]+; hub_device_[^;]+$/);
  const again = Object.assign(openBrowser(hub), { cookie: offered });
  const passkey = phone.get(options);
  expect(readOutcome(await again.call(factorCalls.passkeySignIn, { passkey }))).toBe(
    '401 passkey_refused',
  );
});

test('a passkey can only be added by the person and the session that requested it', async () => {
  const [ida, otto] = [await joinSomeone(), await joinSomeone()];
  const options = (await begin(ida.browser)).value();
  const passkey = makeAuthenticator().create(options);
  const [mine = '', challenge = ''] = (ida.browser.cookie ?? '').split('; ');
  otto.browser.cookie = `${otto.browser.cookie}; ${challenge}`;
  expect(readOutcome(await add(otto.browser, passkey))).toBe('422 passkey_refused');
  // A failed attempt consumes the challenge.
  expect(readOutcome(await add(ida.browser, passkey))).toBe('422 passkey_refused');

  const fresh = (await begin(ida.browser)).value();
  const elsewhere = openBrowser(hub);
  await elsewhere.call(authCalls.signIn, { email: ida.email, password });
  elsewhere.cookie = `${elsewhere.cookie}; ${ida.browser.cookie?.split('; ')[1]}`;
  expect(readOutcome(await add(elsewhere, makeAuthenticator().create(fresh)))).toBe(
    '422 passkey_refused',
  );
  ida.browser.cookie = mine;
  expect(readOutcome(await add(ida.browser, passkey))).toBe('422 passkey_refused');
});

test('a passkey belongs to one account', async () => {
  const [ida, otto] = [await joinSomeone(), await joinSomeone()];
  const phone = makeAuthenticator();
  const made = (await makePasskey(ida.browser, phone)).value();
  expect(readOutcome(await makePasskey(otto.browser, phone))).toBe('409 passkey_taken');
  const params = { passkeyId: made.id };
  const remove = async (browser: Browser) =>
    callApp(hub.app, factorCalls.removePasskey, await getHeaders(browser), { params });
  expect(readOutcome(await remove(otto.browser))).toBe('404 not_found');
  expect(readOutcome(await remove(ida.browser))).toBe(204);
  expect(readOutcome(await remove(ida.browser))).toBe('404 not_found');
  expect(readOutcome((await signIn(phone)).reply)).toBe('401 passkey_refused');
  // The password stays.
  const back = await openBrowser(hub).call(authCalls.signIn, { email: ida.email, password });
  expect(back.status).toBe(200);
});

test('removing a passkey ends every session but this one', async () => {
  const { browser } = await joinSomeone();
  const phone = makeAuthenticator();
  const { id: passkeyId } = (await makePasskey(browser, phone)).value();
  const { browser: thief } = await signIn(phone);
  const signedIn = async (who: Browser) => (await who.call(authCalls.session)).value().signedIn;
  const remove = async (params: { passkeyId: Id<'passkey'> }) =>
    readOutcome(
      await callApp(hub.app, factorCalls.removePasskey, await getHeaders(browser), { params }),
    );
  expect(await remove({ passkeyId: newId() })).toBe('404 not_found');
  expect(await signedIn(thief)).toBe(true);
  expect(await remove({ passkeyId })).toBe(204);
  expect([await signedIn(browser), await signedIn(thief)]).toEqual([true, false]);
});

test('an authenticator whose counter does not increase is refused and audited', async () => {
  const { browser, chapter } = await joinSomeone();
  const key = makeAuthenticator();
  (await makePasskey(browser, key, { counter: 5 })).value();
  expect((await signIn(key, { counter: 7 })).reply.status).toBe(200);
  for (const counter of [7, 6, 0])
    expect(readOutcome((await signIn(key, { counter })).reply)).toBe('401 passkey_refused');
  expect((await signIn(key, { counter: 8 })).reply.status).toBe(200);
  const recorded = await hub.db
    .selectFrom('audit')
    .select('action')
    .where('chapter_id', '=', chapter.id)
    .where('action', 'like', 'account.passkey-%')
    .orderBy('id')
    .execute();
  expect(recorded.map(({ action }) => action)).toEqual([
    'account.passkey-added',
    'account.passkey-refused',
    'account.passkey-refused',
    'account.passkey-refused',
  ]);
});

test('of sixteen at once with one assertion, or with one value of the counter, one signs in', async () => {
  const { browser } = await joinSomeone();
  const key = makeAuthenticator();
  (await makePasskey(browser, key, { counter: 5 })).value();
  const offered = openBrowser(hub);
  const options = (await offered.call(factorCalls.beginPasskeySignIn)).value();
  const passkey = key.get(options, { counter: 6 });
  const { cookie } = offered;
  const copies = Array.from({ length: 16 }, () => Object.assign(openBrowser(hub), { cookie }));
  const replayed = await Promise.all(
    copies.map((copy) => copy.call(factorCalls.passkeySignIn, { passkey })),
  );
  const oneOfThem = [200, ...Array<string>(15).fill('401 passkey_refused')];
  expect(replayed.map(readOutcome).sort()).toEqual(oneOfThem);
  // As if the key had been copied: each copy answers a question of its own.
  const cloned = await Promise.all(Array.from({ length: 16 }, () => signIn(key, { counter: 7 })));
  expect(cloned.map(({ reply }) => readOutcome(reply)).sort()).toEqual(oneOfThem);
});

test('the passkey of a disabled account is refused, and the operator can remove it', async () => {
  const { browser, email } = await joinSomeone();
  const phone = makeAuthenticator();
  (await makePasskey(browser, phone)).value();
  await sql`update auth.account set disabled_at = now() where email = ${email}`.execute(hub.db);
  expect(readOutcome((await signIn(phone)).reply)).toBe('401 passkey_refused');
  await sql`update auth.account set disabled_at = null where email = ${email}`.execute(hub.db);
  const reset = await resetFactors(hub.identity, email, {
    now: toInstant(Temporal.Now.instant()),
    newId,
  });
  expect(reset).toMatchObject({ value: { hadSecondFactor: false, passkeys: 1 } });
  expect(readOutcome((await signIn(phone)).reply)).toBe('401 passkey_refused');
});

test('passkey cookies are bound to the host under TLS, and an IP address allows no passkeys', async () => {
  const secure = await startTestHub({ config: { publicUrl: 'https://hub.example.org' } });
  const asked = await openBrowser(secure).call(factorCalls.beginPasskeySignIn);
  expect(asked.value().rpId).toBe('hub.example.org');
  expect(asked.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Host-hub_passkey=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ),
  ]);
  await secure.close();
  const number = await startTestHub({ config: { publicUrl: 'http://192.0.2.7:3000' } });
  const none = await openBrowser(number).call(factorCalls.beginPasskeySignIn);
  expect(readOutcome(none)).toBe('409 passkeys_unavailable');
  await number.close();
});
