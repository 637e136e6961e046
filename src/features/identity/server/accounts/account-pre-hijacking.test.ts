import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { joiningCalls } from '#features/chapters/joining-contract.ts';
import { readMailChapter } from '#features/chapters/server/store.ts';
import { feedCalls } from '#features/events/feed-contract.ts';
import { toInstant } from '#kit/day.ts';
import { newId } from '#server/database/ids.ts';
import { authCalls } from '../../contract.ts';
import { factorCalls } from '../../factor-contract.ts';
import { resetCalls } from '../../reset-contract.ts';
import { resetFactors } from '../factors/reset-factors.ts';
import { connectIdentityForOperator } from '../oidc/connect-identity.ts';
import { sendAccountMail } from '../send-account-mail.ts';
import { type Authenticator, makeAuthenticator } from '../testing/authenticator.ts';
import {
  type Browser,
  inviteTo,
  join,
  openBrowser,
  password,
  readToken,
} from '../testing/browser.ts';
import { setUpSecondFactor } from '../testing/second-factor.ts';
import { createResetLink } from './password-reset.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.close());

const newPassword = 'the owner’s very own';
const context = () => ({ now: toInstant(Temporal.Now.instant()), newId });

async function addPasskey(browser: Browser): Promise<Authenticator> {
  const key = makeAuthenticator();
  const bearer = await browser.bearer();
  const headers = () => ({ ...bearer, cookie: browser.cookie ?? '' });
  const begun = await callApp(hub.app, factorCalls.beginPasskey, headers(), {
    body: { currentPassword: password },
  });
  const cookie = `${browser.cookie}; ${begun.headers['set-cookie']?.[0]?.split(';')[0]}`;
  const body = { name: 'A key', passkey: key.create(begun.value()) };
  const all = { ...headers(), cookie };
  expect((await callApp(hub.app, factorCalls.addPasskey, all, { body })).status).toBe(201);
  return key;
}

async function passkeySignsIn(key: Authenticator): Promise<boolean> {
  const browser = openBrowser(hub);
  const options = (await browser.call(factorCalls.beginPasskeySignIn)).value();
  const reply = await browser.call(factorCalls.passkeySignIn, { passkey: key.get(options) });
  return reply.status === 200;
}

const signIn = async (email: string) => {
  const reply = await openBrowser(hub).call(authCalls.signIn, { email, password: newPassword });
  return reply.status < 400 ? reply.status : reply.refusal().code;
};

async function isVerified(email: string): Promise<boolean | undefined> {
  const found = await sql<{ is: boolean }>`
    select is_email_verified as is from auth.account where email = ${email}`.execute(hub.db);
  return found.rows[0]?.is;
}

async function countSignInMethods(email: string): Promise<unknown> {
  const found = await sql`
    select (select count(*)::int from auth.passkey where account_id = a.id) as passkeys,
      (select count(*)::int from auth.second_factor where account_id = a.id) as "secondFactors",
      (select count(*)::int from auth.recovery_code where account_id = a.id) as codes,
      (select count(*)::int from auth.challenge where account_id = a.id) as challenges,
      (select count(*)::int from auth.identity where account_id = a.id) as identities,
      password_hash is not null as "hasPassword"
    from auth.account a where a.email = ${email}`.execute(hub.db);
  return found.rows[0];
}
const passwordAlone = {
  passkeys: 0,
  secondFactors: 0,
  codes: 0,
  challenges: 0,
  identities: 0,
  hasPassword: true,
};

/** Joins with someone else's address, with a passkey, a second factor and an identity. */
async function preHijack(email: string) {
  const attacker = await join(hub, await hub.chapter(), email);
  const key = await addPasskey(attacker);
  const bearer = await attacker.bearer();
  const { path } = (await callApp(hub.app, feedCalls.create, bearer)).value();
  const identity = { email, issuer: 'https://issuer.example.org', subject: email };
  expect((await connectIdentityForOperator(hub.identity, identity, newId)).ok).toBe(true);
  await setUpSecondFactor(hub, attacker);
  await openBrowser(hub).call(authCalls.signIn, { email, password });
  expect(await countSignInMethods(email)).toEqual({
    passkeys: 1,
    secondFactors: 1,
    codes: 10,
    challenges: 1,
    identities: 1,
    hasPassword: true,
  });
  return { attacker, key, path };
}

async function printedLink(email: string): Promise<string> {
  const link = await createResetLink(hub.identity, email, context());
  if (!link.ok) throw new Error(link.refusal.message);
  return readToken(link.value);
}

/** The reset link of a mail requested now. */
async function mailedLink(email: string): Promise<string> {
  const texts: string[] = [];
  const work = {
    services: hub.identity,
    clock: () => context().now,
    timeZone: 'UTC',
    readChapter: readMailChapter,
    log: { info: () => undefined, warn: () => undefined } as never,
    mayWarn: () => false,
    mailer: {
      send: async (mail: { text: string }) => {
        texts.push(mail.text);
        return { ok: true };
      },
    } as never,
  };
  const data = { kind: 'reset', email, requestedAt: context().now };
  await sendAccountMail(work, { id: newId(), data, isLastAttempt: false } as never);
  return readToken(/\S+\/reset#\S+/.exec(texts[0] ?? '')?.[0]);
}

const reset = async (token: string) =>
  (await openBrowser(hub).call(resetCalls.reset, { token, newPassword })).status;

test('a mailed reset removes every sign-in method of the attacker who pre-hijacked the account', async () => {
  const email = 'victim@example.org';
  const { attacker, key, path } = await preHijack(email);
  const calendar = async () => (await hub.app.inject({ url: `/api${path}` })).statusCode;
  expect(await calendar()).toBe(200);
  expect(await reset(await mailedLink(email))).toBe(204);
  expect(await calendar()).toBe(404);
  expect(await countSignInMethods(email)).toEqual(passwordAlone);
  expect(await isVerified(email)).toBe(true);
  const token = await inviteTo(await hub.chapter(), email, 'admin');
  const owner = openBrowser(hub);
  const joined = await owner.call(joiningCalls.acceptInvitation, { token, password: newPassword });
  expect(joined.value().chapters).toHaveLength(2);
  expect(await passkeySignsIn(key)).toBe(false);
  expect((await attacker.call(authCalls.session)).value().signedIn).toBe(false);
});

test('a reset with the operator’s link does the same without verifying the address', async () => {
  const email = 'printed@example.org';
  const { key } = await preHijack(email);
  expect(await reset(await printedLink(email))).toBe(204);
  expect(await countSignInMethods(email)).toEqual(passwordAlone);
  expect(await isVerified(email)).toBe(false);
  expect(await passkeySignsIn(key)).toBe(false);
  expect(await signIn(email)).toBe(200);
});

test('a reset keeps the other sign-in methods of an account with a verified address', async () => {
  const email = 'proved@example.org';
  const { key } = await preHijack(email);
  await sql`update auth.account set is_email_verified = true where email = ${email}`.execute(
    hub.db,
  );
  expect(await reset(await mailedLink(email))).toBe(204);
  expect(await countSignInMethods(email)).toMatchObject({
    passkeys: 1,
    secondFactors: 1,
    identities: 1,
  });
  expect(await passkeySignsIn(key)).toBe(true);
  expect(await signIn(email)).toBe('second_factor_required');
});

test('resetting factors keeps the password and never removes the only sign-in method', async () => {
  const email = 'factors.gone@example.org';
  await preHijack(email);
  expect(await resetFactors(hub.identity, email, context())).toMatchObject({
    value: { hadSecondFactor: true, passkeys: 1, issuers: ['https://issuer.example.org'] },
  });
  expect(await countSignInMethods(email)).toEqual(passwordAlone);
  const identity = { email, issuer: 'https://issuer.example.org', subject: 'again' };
  await connectIdentityForOperator(hub.identity, identity, newId);
  await sql`update auth.account set password_hash = null where email = ${email}`.execute(hub.db);
  expect(await resetFactors(hub.identity, email, context())).toMatchObject({
    value: { issuers: [] },
  });
});
