import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { authCalls } from '../../contract.ts';
import { factorCalls } from '../../factor-contract.ts';
import { join, openBrowser, password } from '../testing/browser.ts';
import {
  firstStep,
  isSignedIn,
  joinWithSecondFactor,
  readOutcome,
  secondStep,
  setUpSecondFactor,
} from '../testing/second-factor.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.close());

const joinSomeone = () => joinWithSecondFactor(hub);
const forgetUsedSteps = (email: string) =>
  sql`update auth.second_factor f set last_step = 0, attempts = 0, rests_until = null
    from auth.account a where a.id = f.account_id and a.email = ${email}`.execute(hub.db);

test('a right password starts no session, but sets a cookie for the second step only', async () => {
  const { email, app, elsewhere } = await joinSomeone();
  const first = await firstStep(elsewhere, email);
  expect(first.refusal()).toEqual({
    code: 'second_factor_required',
    message: 'Enter a code from your authenticator app',
    details: { secondFactor: 'required' },
  });
  expect(first.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^hub_second_factor=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/,
    ),
  ]);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect((await elsewhere.call(authCalls.token)).status).toBe(401);
  const left = await sql`select 1 from auth.session s join auth.account a on a.id = s.account_id
    where a.email = ${email}`.execute(hub.db);
  expect(left.rows).toHaveLength(1);

  const done = await secondStep(elsewhere, app.code(1));
  expect(done.value()).toMatchObject({ signedIn: true, email });
  expect(elsewhere.cookie).toMatch(/^hub_session=[^;]+; hub_device_[^;]+$/);
  expect(await isSignedIn(elsewhere)).toBe(true);
  await elsewhere.bearer();
});

test('a wrong password gets the same refusal with and without a second factor', async () => {
  const { email, elsewhere } = await joinSomeone();
  const reply = await elsewhere.call(authCalls.signIn, { email, password: 'a wrong password' });
  expect(readOutcome(reply)).toBe('401 wrong_credentials');
  expect(reply.headers['set-cookie']).toBeUndefined();
});

test('a code works once, also in another sign-in, and invalidates earlier ones', async () => {
  const { email, app, elsewhere } = await joinSomeone();
  await firstStep(elsewhere, email);
  // The current code was used to confirm.
  expect(readOutcome(await secondStep(elsewhere, app.code()))).toBe('422 wrong_code');
  expect(readOutcome(await secondStep(elsewhere, app.code(-1)))).toBe('422 wrong_code');
  const next = app.code(1);
  expect(readOutcome(await secondStep(elsewhere, next))).toBe(200);
  const again = openBrowser(hub);
  await firstStep(again, email);
  expect(readOutcome(await secondStep(again, next))).toBe('422 wrong_code');
  expect(await isSignedIn(again)).toBe(false);
});

test('concurrent sign-ins with one code or one recovery code: exactly one succeeds', async () => {
  const { email, app } = await joinSomeone();
  const browsers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const browser = openBrowser(hub);
      await firstStep(browser, email);
      return browser;
    }),
  );
  const code = app.code(1);
  const byApp = await Promise.all(browsers.map((browser) => secondStep(browser, code)));
  expect(byApp.filter(({ status }) => status === 200)).toHaveLength(1);
  await forgetUsedSteps(email);
  const others = browsers.filter((_, index) => byApp[index]?.status !== 200);
  const [recovery = ''] = app.recoveryCodes;
  const byRecovery = await Promise.all(others.map((browser) => secondStep(browser, recovery)));
  expect(byRecovery.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a challenge is consumed by the session it started', async () => {
  const { email, app, elsewhere } = await joinSomeone();
  await firstStep(elsewhere, email);
  const { cookie } = elsewhere;
  expect(readOutcome(await secondStep(elsewhere, app.recoveryCodes[0] ?? ''))).toBe(200);
  elsewhere.cookie = cookie;
  expect(readOutcome(await secondStep(elsewhere, app.code(1)))).toBe('401 challenge_over');

  const both = openBrowser(hub);
  await firstStep(both, email);
  const replies = await Promise.all([
    secondStep(both, app.recoveryCodes[1] ?? ''),
    secondStep(both, app.recoveryCodes[2] ?? ''),
  ]);
  expect(replies.map(readOutcome).sort()).toEqual([200, '401 challenge_over']);
});

test('a challenge belongs to one browser, expires after five minutes and cannot be forged', async () => {
  const [ida, otto] = [await joinSomeone(), await joinSomeone()];
  await firstStep(ida.elsewhere, ida.email);
  // Otto's code for Ida's challenge, and Ida's for Otto's.
  expect(readOutcome(await secondStep(ida.elsewhere, otto.app.code(1)))).toBe('422 wrong_code');
  expect(readOutcome(await secondStep(ida.elsewhere, otto.app.recoveryCodes[0] ?? ''))).toBe(
    '422 wrong_code',
  );
  const forged = openBrowser(hub);
  for (const cookie of [undefined, 'hub_second_factor=', `hub_second_factor=${'A'.repeat(43)}`]) {
    forged.cookie = cookie;
    expect(readOutcome(await secondStep(forged, ida.app.code(1)))).toBe('401 challenge_over');
  }
  // A passkey challenge is not a second-factor challenge.
  await forged.call(factorCalls.beginPasskeySignIn);
  forged.cookie = forged.cookie?.replace('hub_passkey', 'hub_second_factor');
  expect(readOutcome(await secondStep(forged, ida.app.code(1)))).toBe('401 challenge_over');

  await sql`update auth.challenge set expires_at = now()`.execute(hub.db);
  expect(readOutcome(await secondStep(ida.elsewhere, ida.app.code(1)))).toBe('401 challenge_over');
  expect(await isSignedIn(ida.elsewhere)).toBe(false);
});

test('five wrong codes in a row lock the account, longer each time, even if concurrent', async () => {
  const { email, app } = await joinSomeone();
  const browsers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const browser = openBrowser(hub);
      await firstStep(browser, email);
      return browser;
    }),
  );
  const replies = await Promise.all(browsers.map((browser) => secondStep(browser, '000000')));
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(7);
  const [browser = openBrowser(hub)] = browsers;
  const resting = await secondStep(browser, app.code(1));
  expect(readOutcome(resting)).toBe('429 too_many_attempts');
  expect(Number(resting.headers['retry-after'])).toBeGreaterThan(50);
  expect(Number(resting.headers['retry-after'])).toBeLessThanOrEqual(60);

  const pass = () =>
    sql`update auth.second_factor f set rests_until = now()
      from auth.account a where a.id = f.account_id and a.email = ${email}`.execute(hub.db);
  await pass();
  for (let attempt = 0; attempt < 5; attempt += 1) await secondStep(browser, '000000');
  const longer = await secondStep(browser, app.code(1));
  expect(Number(longer.headers['retry-after'])).toBeGreaterThan(110);
  await pass();
  expect(readOutcome(await secondStep(browser, app.code(1)))).toBe(200);
  const fresh = openBrowser(hub);
  await firstStep(fresh, email);
  for (let attempt = 0; attempt < 4; attempt += 1)
    expect(readOutcome(await secondStep(fresh, '000000'))).toBe('422 wrong_code');
});

test('setting up a second factor requires the password and a code, and ends other sessions', async () => {
  const chapter = await hub.chapter();
  const email = 'set.up@example.org';
  const browser = await join(hub, chapter, email);
  const there = openBrowser(hub);
  await firstStep(there, email);
  const mine = await browser.bearer();
  const begin = (currentPassword: string) =>
    callApp(hub.app, factorCalls.beginSecondFactor, mine, { body: { currentPassword } });
  const confirm = (code: string) =>
    callApp(hub.app, factorCalls.confirmSecondFactor, mine, { body: { code } });
  expect(readOutcome(await confirm('000000'))).toBe('409 second_factor_off');
  expect(readOutcome(await begin('another password'))).toBe('422 wrong_password');
  (await begin(password)).value();
  // Until confirmed, it is not required.
  expect(readOutcome(await confirm('000000'))).toBe('422 wrong_code');
  expect(readOutcome(await firstStep(openBrowser(hub), email))).toBe(200);

  const app = await setUpSecondFactor(hub, browser);
  expect(app.recoveryCodes).toHaveLength(10);
  expect(await isSignedIn(there)).toBe(false);
  expect(await isSignedIn(browser)).toBe(true);
  expect(readOutcome(await begin(password))).toBe('409 second_factor_on');
  expect(readOutcome(await confirm(app.code(1)))).toBe('409 second_factor_on');
  const view = await callApp(hub.app, factorCalls.secondFactor, mine);
  expect(view.value()).toEqual({
    since: expect.any(String),
    recoveryCodesLeft: 10,
    hasPassword: true,
  });
});

test('five wrong codes stop guesses at an unfinished setup, also after starting over', async () => {
  const browser = await join(hub, await hub.chapter(), 'left.unfinished@example.org');
  const mine = await browser.bearer();
  const begin = () =>
    callApp(hub.app, factorCalls.beginSecondFactor, mine, { body: { currentPassword: password } });
  const confirm = (code: string) =>
    callApp(hub.app, factorCalls.confirmSecondFactor, mine, { body: { code } });
  (await begin()).value();
  const replies = await Promise.all(Array.from({ length: 8 }, () => confirm('000000')));
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(3);
  (await begin()).value();
  const resting = await confirm('000000');
  expect(readOutcome(resting)).toBe('429 too_many_attempts');
  expect(Number(resting.headers['retry-after'])).toBeGreaterThan(50);
});

test('the stored secret and codes are unreadable without the server’s secret', async () => {
  const { email, app } = await joinSomeone();
  const kept = await sql<{ text: string }>`
    select concat(f.secret, ' ', (select string_agg(hash, ' ') from auth.recovery_code r
      where r.account_id = f.account_id)) as text
    from auth.second_factor f join auth.account a on a.id = f.account_id
    where a.email = ${email}`.execute(hub.db);
  const text = kept.rows[0]?.text ?? '';
  expect(text.length).toBeGreaterThan(400);
  for (const code of app.recoveryCodes) expect(text).not.toContain(code.replaceAll('-', ''));
});

test('turning it off and renewing recovery codes require the password and a code', async () => {
  const { email, app, browser } = await joinSomeone();
  const mine = await browser.bearer();
  const off = (body: { currentPassword: string; code?: string }) =>
    callApp(hub.app, factorCalls.removeSecondFactor, mine, { body });
  const renew = (body: { currentPassword: string; code?: string }) =>
    callApp(hub.app, factorCalls.replaceRecoveryCodes, mine, { body });
  for (const ask of [off, renew]) {
    expect(readOutcome(await ask({ currentPassword: 'another', code: app.code(1) }))).toBe(
      '422 wrong_password',
    );
    expect(readOutcome(await ask({ currentPassword: password }))).toBe('422 code_required');
    expect(readOutcome(await ask({ currentPassword: password, code: '000000' }))).toBe(
      '422 wrong_code',
    );
  }
  await forgetUsedSteps(email);
  const renewed = await renew({ currentPassword: password, code: app.recoveryCodes[0] ?? '' });
  const { recoveryCodes } = renewed.value();
  expect(new Set([...recoveryCodes, ...app.recoveryCodes]).size).toBe(20);
  // The earlier ones are gone.
  const old = await off({ currentPassword: password, code: app.recoveryCodes[1] ?? '' });
  expect(readOutcome(old)).toBe('422 wrong_code');
  expect(readOutcome(await off({ currentPassword: password, code: recoveryCodes[0] ?? '' }))).toBe(
    204,
  );
  expect(readOutcome(await off({ currentPassword: password }))).toBe('409 second_factor_off');
  expect(readOutcome(await firstStep(openBrowser(hub), email))).toBe(200);
});
