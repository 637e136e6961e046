import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApp, startTestHub, type TestChapter } from '#app/testing/hub.ts';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { joiningCalls } from '#features/chapters/joining-contract.ts';
import { toInstant } from '#kit/day.ts';
import { newId } from '#server/database/ids.ts';
import { authCalls } from '../../contract.ts';
import { ownAccountCalls } from '../../own-account-contract.ts';
import { resetCalls } from '../../reset-contract.ts';
import { resetFactors } from '../factors/reset-factors.ts';
import { type Browser, join, openBrowser, password, readToken } from '../testing/browser.ts';
import { type MailingHub, startMailingHub } from '../testing/mailing-hub.ts';
import { setUpSecondFactor } from '../testing/second-factor.ts';
import { createResetLink } from './password-reset.ts';
import { claimReset } from './password-reset-store.ts';

let hub: MailingHub;
let chapter: TestChapter;
beforeAll(async () => {
  hub = await startMailingHub();
  hub.startSending();
  chapter = await hub.chapter();
});
afterAll(() => hub.close());

const newPassword = 'a longer and better one';

/** Joins by a mailed invitation. */
async function joinByMail(email: string) {
  const admin = await chapter.person('Ada Admin', 'admin');
  await admin.call(invitationCalls.invite, { body: { email, role: 'member' } });
  const token = readToken((await hub.smtp.mailTo(email)).link);
  const browser = openBrowser(hub);
  const names = { firstName: 'Max', lastName: 'Muster' };
  (await browser.call(joiningCalls.acceptInvitation, { token, password, ...names })).value();
  return browser;
}

const request = (email: string) => openBrowser(hub).call(resetCalls.request, { email });
const finish = (token: string, chosen = newPassword) =>
  openBrowser(hub).call(resetCalls.reset, { token, newPassword: chosen });
const signIn = async (email: string, with_: string) =>
  (await openBrowser(hub).call(authCalls.signIn, { email, password: with_ })).status;

test('a mailed link resets the password once, ends every session and notifies the owner', async () => {
  const email = 'forgot@example.org';
  const here = await joinByMail(email);
  const token = await here.bearer();
  expect((await openBrowser(hub).call(resetCalls.offer)).value()).toEqual({ isByMail: true });
  expect((await request('Forgot@Example.org')).status).toBe(204);
  const mail = await hub.smtp.mailTo(email, 1);
  expect(mail.link).toMatch(/^http:\/\/localhost\/reset#[\w-]{64}$/);
  const link = readToken(mail.link);
  expect((await openBrowser(hub).call(resetCalls.preview, { token: link })).value()).toEqual({
    email,
  });
  // The link alone changes nothing.
  expect((await here.call(authCalls.session)).value().signedIn).toBe(true);

  const short = await callApp(
    hub.app,
    resetCalls.reset,
    {},
    {
      raw: JSON.stringify({ token: link, newPassword: 'short' }),
    },
  );
  expect([short.status, short.refusal().field]).toEqual([422, 'newPassword']);
  const done = await finish(link);
  expect(done.status).toBe(204);
  expect(done.headers['set-cookie']).toBeUndefined();
  expect((await here.call(authCalls.session)).value().signedIn).toBe(false);
  expect((await callApp(hub.app, ownAccountCalls.sessions, token)).status).toBe(401);
  expect(await signIn(email, password)).toBe(401);
  expect(await signIn(email, newPassword)).toBe(200);

  const again = await finish(link, 'yet another password');
  expect([again.status, again.refusal().code]).toEqual([404, 'reset_unusable']);
  expect((await openBrowser(hub).call(resetCalls.preview, { token: link })).status).toBe(404);
  expect(await signIn(email, newPassword)).toBe(200);
  const notice = await hub.smtp.mailTo(email, 2);
  expect(notice.subject).toBe('Your password was reset');
  expect(notice.text).not.toContain('#');
  const member = await hub.db
    .selectFrom('member')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const audited = await hub.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'account.password-reset')
    .where('entity_id', '=', member.id)
    .execute();
  expect(audited).toHaveLength(1);
  expect(JSON.stringify(audited)).not.toContain(link);
});

test('neither the reply nor the work reveals whether an address has an account', async () => {
  const email = 'exists@example.org';
  await joinByMail(email);
  const before = hub.smtp.mails.length;
  const [known, unknown] = [await request(email), await request('unknown@example.org')];
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  const { date: _, ...headers } = known.headers;
  expect(unknown.headers).toMatchObject(headers);
  const jobs = await sql<{ email: string }>`
    select data ->> 'email' as email from jobs.job
    where data ->> 'email' = any(${[email, 'unknown@example.org']})`.execute(hub.db);
  expect(jobs.rows).toHaveLength(2);
  await hub.smtp.mailTo(email, 1);
  const open = sql`select from jobs.job where state < 'completed' and name = 'send-mail'`;
  await expect.poll(async () => (await open.execute(hub.db)).rows.length).toBe(0);
  expect(hub.smtp.mails).toHaveLength(before + 1);
});

test('a newer request replaces an older one, and a link expires after an hour', async () => {
  const email = 'newer@example.org';
  await joinByMail(email);
  await request(email);
  const first = readToken((await hub.smtp.mailTo(email, 1)).link);
  await request(email);
  const second = readToken((await hub.smtp.mailTo(email, 2)).link);
  expect((await finish(first)).status).toBe(404);
  const age = (minutes: number) =>
    sql`update auth.password_reset r set expires_at = r.requested_at + interval '1 hour' - make_interval(mins => ${minutes})
      from auth.account a where a.id = r.account_id and a.email = ${email}`.execute(hub.db);
  await age(60);
  expect((await finish(second)).status).toBe(404);
  await age(59);
  expect((await finish(second)).status).toBe(204);
});

test('twenty concurrent uses of one link: exactly one succeeds', async () => {
  const email = 'twenty@example.org';
  await joinByMail(email);
  await request(email);
  const token = readToken((await hub.smtp.mailTo(email, 1)).link);
  const statuses = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, n) => (await finish(token, `password number ${n}`)).status,
    ),
  );
  expect(statuses.sort()).toEqual([204, ...Array.from({ length: 19 }, () => 404)]);
});

test('a mail sent twice does not reactivate a used link', async () => {
  const email = 'alive@example.org';
  await joinByMail(email);
  await request(email);
  const token = readToken((await hub.smtp.mailTo(email, 1)).link);
  expect((await finish(token)).status).toBe(204);
  await hub.smtp.mailTo(email, 2);
  const known = hub.smtp.mails.length;
  const open = sql`select from jobs.job where state < 'completed' and name = 'send-mail'`;
  const noneIsOpen = () =>
    expect.poll(async () => (await open.execute(hub.db)).rows.length).toBe(0);
  // Or the queue would complete the job after it was put back.
  await noneIsOpen();
  // As after a kill -9 between sending the mail and completing its job.
  const again = await sql`
    update jobs.job set state = 'created', completed_on = null, start_after = now()
    where data ->> 'email' = ${email} returning id`.execute(hub.db);
  expect(again.rows).toHaveLength(1);
  await noneIsOpen();
  expect(hub.smtp.mails).toHaveLength(known);
  expect((await finish(token)).status).toBe(404);
});

test('unknown and altered links and those of disabled accounts are refused alike', async () => {
  const email = 'off@example.org';
  await joinByMail(email);
  await request(email);
  const token = readToken((await hub.smtp.mailTo(email, 1)).link);
  const altered = token.slice(0, 40) + (token[40] === 'A' ? 'B' : 'A') + token.slice(41);
  for (const wrong of [altered, 'A'.repeat(64), 'x', token.slice(1)]) {
    const reply = await finish(wrong);
    expect([reply.status, reply.refusal().code]).toEqual([404, 'reset_unusable']);
  }
  await sql`update auth.account set disabled_at = now() where email = ${email}`.execute(hub.db);
  expect((await finish(token)).status).toBe(404);
});

async function changeInSettings(browser: Browser) {
  const body = { currentPassword: password, newPassword };
  const bearer = await browser.bearer();
  const reply = await callApp(hub.app, ownAccountCalls.changePassword, bearer, { body });
  expect(reply.status).toBe(204);
}

test('changing the password in settings notifies the owner by mail', async () => {
  const email = 'settings@example.org';
  const browser = await joinByMail(email);
  await changeInSettings(browser);
  expect((await hub.smtp.mailTo(email, 1)).subject).toBe('Your password was changed');
});

test('changing the password in settings invalidates an earlier reset link', {
  tags: ['all'],
}, async () => {
  const email = 'thought.again@example.org';
  const browser = await joinByMail(email);
  await request(email);
  const token = readToken((await hub.smtp.mailTo(email, 1)).link);
  await changeInSettings(browser);
  const late = await finish(token, 'chosen by someone else');
  expect([late.status, late.refusal().code]).toEqual([404, 'reset_unusable']);
  expect(await signIn(email, newPassword)).toBe(200);
  // A later request works again. Mails queued at once may arrive in any order.
  await hub.smtp.mailTo(email, 2);
  await request(email);
  const next = readToken((await hub.smtp.mailTo(email, 3)).link);
  expect((await finish(next, 'remembered at last')).status).toBe(204);
});

test('changing the password in settings invalidates a link whose mail is still queued', async () => {
  const email = 'still.queued@example.org';
  const browser = await joinByMail(email);
  const requestedAt = toInstant(Temporal.Now.instant());
  await changeInSettings(browser);
  await hub.smtp.mailTo(email, 1);
  const id = newId<'reset'>();
  const expiresAt = toInstant(Temporal.Now.instant().add({ hours: 1 }));
  const queued = { id, email, hash: 'hash', requestedAt, expiresAt, isMailed: true };
  expect(await claimReset(hub.db, queued, requestedAt)).toBe(false);
  const now = toInstant(Temporal.Now.instant());
  expect(await claimReset(hub.db, { ...queued, requestedAt: now }, now)).toBe(true);
});

test('changes of the second factor notify the owner by mail', { tags: ['all'] }, async () => {
  const email = 'factors@example.org';
  const browser = await joinByMail(email);
  await setUpSecondFactor(hub, browser);
  expect((await hub.smtp.mailTo(email, 1)).subject).toBe('Two-step verification was turned on');
  const context = { now: toInstant(Temporal.Now.instant()), newId };
  expect((await resetFactors(hub.identity, email, context)).ok).toBe(true);
  expect((await hub.smtp.mailTo(email, 2)).subject).toBe('Two-step verification was turned off');
});

test('a reset keeps the second factor', async () => {
  const email = 'both.steps@example.org';
  await setUpSecondFactor(hub, await joinByMail(email));
  await hub.smtp.mailTo(email, 1);
  await request(email);
  const { link } = await hub.smtp.mailTo(email, 2);
  expect((await finish(readToken(link))).status).toBe(204);
  const body = { email, password: newPassword };
  const reply = await openBrowser(hub).call(authCalls.signIn, body);
  expect([reply.status, reply.refusal().code]).toEqual([401, 'second_factor_required']);
});

test('the operator’s link works without mail, even from a command with another secret', async () => {
  const silent = await startTestHub();
  try {
    await join(silent, await silent.chapter(), 'help@example.org');
    const refused = await openBrowser(silent).call(resetCalls.request, {
      email: 'help@example.org',
    });
    expect([refused.status, refused.refusal().code]).toEqual([409, 'no_mail']);
    const context = { now: toInstant(Temporal.Now.instant()), newId };
    const other = { ...silent.identity, secret: 'another secret, of a data folder' };
    const made = await createResetLink(other, 'help@example.org', context);
    if (!made.ok) throw new Error(made.refusal.message);
    const body = { token: readToken(made.value), newPassword };
    expect((await openBrowser(silent).call(resetCalls.reset, body)).status).toBe(204);
    const nobody = await createResetLink(other, 'nobody@example.org', context);
    expect(nobody).toMatchObject({ ok: false, refusal: { code: 'no_account' } });
  } finally {
    await silent.close();
  }
});

test('requests are limited per hour: five for an account, twenty from an IP address', {
  tags: ['all'],
}, async () => {
  const limited = await startTestHub({
    config: { isRateLimited: true, smtpUrl: 'smtp://127.0.0.1:9' },
  });
  try {
    const ask = async (emails: readonly string[]) => {
      const statuses: number[] = [];
      for (const email of emails) {
        const reply = await openBrowser(limited).call(resetCalls.request, { email });
        statuses.push(reply.status);
      }
      return statuses;
    };
    const five = Array<number>(5).fill(204);
    expect(await ask(Array<string>(6).fill('one@example.org'))).toEqual([...five, 429]);
    const others = Array.from({ length: 15 }, (_, n) => `n${n}@example.org`);
    expect(await ask(others)).toEqual([...Array<number>(14).fill(204), 429]);
    const reply = await openBrowser(limited).call(resetCalls.request, { email: 'z@example.org' });
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(60);
  } finally {
    await limited.close();
  }
});
