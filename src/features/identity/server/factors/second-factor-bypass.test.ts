/** Attempts to bypass a second factor: only the operator can. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { joiningCalls } from '#features/chapters/joining-contract.ts';
import { toInstant } from '#kit/day.ts';
import { newId } from '#server/database/ids.ts';
import { authCalls } from '../../contract.ts';
import { ownAccountCalls } from '../../own-account-contract.ts';
import { resetCalls } from '../../reset-contract.ts';
import { createResetLink } from '../accounts/password-reset.ts';
import { type Browser, inviteTo, openBrowser, password, readToken } from '../testing/browser.ts';
import {
  firstStep,
  isSignedIn,
  joinWithSecondFactor,
  readOutcome,
  secondStep,
} from '../testing/second-factor.ts';
import { resetFactors } from './reset-factors.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.close());

const joinSomeone = () => joinWithSecondFactor(hub);

test('a new password invalidates a challenge started with the old one', async () => {
  const { email, app, browser, elsewhere } = await joinSomeone();
  await firstStep(elsewhere, email);
  const changed = await callApp(hub.app, ownAccountCalls.changePassword, await browser.bearer(), {
    body: { currentPassword: password, newPassword: 'a longer and better one' },
  });
  expect(changed.status).toBe(204);
  expect(readOutcome(await secondStep(elsewhere, app.code(1)))).toBe('401 challenge_over');
});

test('a password reset does not bypass the second factor, and invalidates earlier challenges', async () => {
  const { email, app, elsewhere } = await joinSomeone();
  await firstStep(elsewhere, email);
  await sql`update auth.account set is_email_verified = true where email = ${email}`.execute(
    hub.db,
  );
  const context = { now: toInstant(Temporal.Now.instant()), newId };
  const link = await createResetLink(hub.identity, email, context);
  const newPassword = 'chosen by a mailed link';
  const body = { token: readToken(link.ok ? link.value : ''), newPassword };
  const thief = openBrowser(hub);
  expect((await thief.call(resetCalls.reset, body)).status).toBe(204);
  expect(await isSignedIn(thief)).toBe(false);
  expect(readOutcome(await secondStep(elsewhere, app.code(1)))).toBe('401 challenge_over');
  const signIn = await thief.call(authCalls.signIn, { email, password: newPassword });
  expect(readOutcome(signIn)).toBe('401 second_factor_required');
  expect(readOutcome(await secondStep(thief, app.code(1)))).toBe(200);
});

test('an invitation does not bypass the second factor: the account joins after both steps', async () => {
  const { email, app, elsewhere } = await joinSomeone();
  const second = await hub.chapter('Second');
  const token = await inviteTo(second, email);
  const accept = (browser: Browser) =>
    browser.call(joiningCalls.acceptInvitation, { token, password });
  const first = await accept(elsewhere);
  expect(readOutcome(first)).toBe('401 second_factor_required');
  expect(await isSignedIn(elsewhere)).toBe(false);
  // Someone else's session and second factor do not count.
  const other = await joinSomeone();
  expect(readOutcome(await accept(other.browser))).toBe('401 second_factor_required');
  const members = await hub.db
    .selectFrom('member')
    .select('id')
    .where('chapter_id', '=', second.id)
    .where('email', '=', email)
    .execute();
  expect(members).toEqual([]);

  (await secondStep(elsewhere, app.code(1))).value();
  expect((await accept(elsewhere)).value().chapter).toMatchObject({ id: second.id });
  await elsewhere.bearer();
});

test('a disabled account is refused before the second step and during it', async () => {
  const { email, app, elsewhere } = await joinSomeone();
  await firstStep(elsewhere, email);
  await sql`update auth.account set disabled_at = now() where email = ${email}`.execute(hub.db);
  expect(readOutcome(await secondStep(elsewhere, app.code(1)))).toBe('401 wrong_credentials');
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect(readOutcome(await firstStep(openBrowser(hub), email))).toBe('401 wrong_credentials');
});

test('the operator resets the factors of a lost phone, and it is audited', async () => {
  const { email, app, elsewhere, browser, chapter } = await joinSomeone();
  await firstStep(elsewhere, email);
  await secondStep(elsewhere, app.recoveryCodes[0] ?? '');
  const context = { now: toInstant(Temporal.Now.instant()), newId };
  const reset = await resetFactors(hub.identity, email, context);
  expect(reset).toEqual({
    ok: true,
    value: { hadSecondFactor: true, passkeys: 0, issuers: [], sessions: 2 },
  });
  expect(await isSignedIn(browser)).toBe(false);
  expect(readOutcome(await firstStep(openBrowser(hub), email))).toBe(200);
  const nobody = await resetFactors(hub.identity, 'nobody@example.org', context);
  expect(nobody.ok).toBe(false);
  const recorded = await hub.db
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where('chapter_id', '=', chapter.id)
    .where('entity_kind', '=', 'member')
    .where('action', 'like', 'account.%factor%')
    .orderBy('id')
    .execute();
  expect(recorded.map(({ action, actor_id }) => [action, actor_id === null])).toEqual([
    ['account.second-factor-on', false],
    ['account.factors-reset', true],
  ]);
  const used = await hub.db
    .selectFrom('audit')
    .select('after')
    .where('chapter_id', '=', chapter.id)
    .where('action', '=', 'account.recovery-code-used')
    .execute();
  expect(used).toEqual([{ after: { left: 9 } }]);
});
