/** Accounts whose passwords were hashed at a lower cost than today. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIdentity } from '#app/server/hub.ts';
import { callApp, startTestHub, type TestHub, testSecret } from '#app/testing/hub.ts';
import { authCalls } from '../../contract.ts';
import { ownAccountCalls } from '../../own-account-contract.ts';
import { type Browser, join, openBrowser, password } from '../testing/browser.ts';
import { firstStep, readOutcome, secondStep, setUpSecondFactor } from '../testing/second-factor.ts';
import { fullCost, hashPassword, matchesHash } from './password.ts';

let hub: TestHub;
let oldHash: string;
beforeAll(async () => {
  oldHash = await hashPassword(password, { ...fullCost, memory: 4_096 });
  hub = await startTestHub({ passwordCost: fullCost });
});
afterAll(() => hub.close());

async function joinWithOldHash(email: string, prepare?: (browser: Browser) => Promise<unknown>) {
  const browser = await join(hub, await hub.chapter(), email);
  await prepare?.(browser);
  await sql`
    update auth.account set password_hash = ${oldHash} where email = ${email}`.execute(hub.db);
  return browser;
}

async function readHash(email: string): Promise<string> {
  const found = await sql<{ hash: string }>`
    select password_hash as hash from auth.account where email = ${email}`.execute(hub.db);
  return found.rows[0]?.hash ?? '';
}

async function expectRenewed(email: string): Promise<void> {
  const hash = await readHash(email);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await matchesHash(hash, password)).toBe(true);
}

test('servers and commands hash at the full cost, which no setting changes', () => {
  const { config, db } = hub;
  const publicUrl = () => 'http://localhost';
  expect(createIdentity({ config, db, secret: testSecret, publicUrl }).passwordCost).toBe(fullCost);
});

test('signing in renews an old hash, once', async () => {
  const email = 'renewed@example.org';
  await joinWithOldHash(email);
  expect((await firstStep(openBrowser(hub), email)).status).toBe(200);
  await expectRenewed(email);
  const renewed = await readHash(email);
  expect((await firstStep(openBrowser(hub), email)).status).toBe(200);
  expect(await readHash(email)).toBe(renewed);
});

test('a wrong password does not change an old hash', async () => {
  const email = 'guessed@example.org';
  await joinWithOldHash(email);
  const body = { email, password: 'a wrong password' };
  expect((await openBrowser(hub).call(authCalls.signIn, body)).status).toBe(401);
  expect(await readHash(email)).toBe(oldHash);
});

test('concurrent sign-ins with an old hash all succeed', async () => {
  const email = 'concurrent@example.org';
  await joinWithOldHash(email);
  const replies = await Promise.all([1, 2, 3, 4].map(() => firstStep(openBrowser(hub), email)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await expectRenewed(email);
});

test('the second step follows a sign-in that renewed an old hash', async () => {
  const email = 'two.steps@example.org';
  let code = '';
  await joinWithOldHash(email, async (browser) => {
    code = (await setUpSecondFactor(hub, browser)).code(1);
  });
  const browser = openBrowser(hub);
  expect(readOutcome(await firstStep(browser, email))).toBe('401 second_factor_required');
  expect((await secondStep(browser, code)).status).toBe(200);
  await expectRenewed(email);
});

test('a password with an old hash can be changed', async () => {
  const email = 'changed@example.org';
  const browser = await joinWithOldHash(email);
  const newPassword = 'a longer and better one';
  const body = { currentPassword: password, newPassword };
  const changed = await callApp(hub.app, ownAccountCalls.changePassword, await browser.bearer(), {
    body,
  });
  expect(changed.status).toBe(204);
  expect(await matchesHash(await readHash(email), newPassword)).toBe(true);
});
