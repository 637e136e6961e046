import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { tier } from '#app/testing/amounts.ts';
import type { TestChapter, TestPerson } from '#app/testing/hub.ts';
import { pngOf } from '#app/testing/pictures.ts';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { joiningCalls } from '#features/chapters/joining-contract.ts';
import { logoCalls } from '#features/chapters/logo-contract.ts';
import { invite as inviteByCommand } from '#features/chapters/server/invitations/invite.ts';
import { openBrowser, password, readToken } from '#features/identity/server/testing/browser.ts';
import {
  repeat,
  startHostileMailServer,
} from '#features/identity/server/testing/hostile-mail-server.ts';
import { type MailingHub, startMailingHub } from '#features/identity/server/testing/mailing-hub.ts';
import { toInstant } from '#kit/day.ts';
import { ok } from '#kit/result.ts';
import { inTransaction } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { bossOptions } from '#server/jobs/jobs.ts';
import { maxMailMilliseconds } from './mail.ts';
import { type QueuedMail, queueMails } from './mail-queue.ts';

let hub: MailingHub;
let owner: pg.Client;
let chapter: TestChapter;
let admin: TestPerson;
let stopSending: () => Promise<void>;

beforeAll(async () => {
  hub = await startMailingHub();
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  chapter = await hub.chapter('Nice');
  admin = await chapter.person('Mel Mailer', 'admin');
  stopSending = hub.startSending();
});
afterAll(async () => {
  await owner.end();
  await hub.close();
});

async function invite(email: string) {
  return (await admin.call(invitationCalls.invite, { body: { email, role: 'member' } })).value();
}

async function listed(email: string) {
  const { items } = (await admin.call(invitationCalls.list, { query: { take: 200 } })).value();
  return items.find((each) => each.email === email);
}

const jobOf = async (id: string) =>
  (await owner.query(`select * from jobs.job where data ->> 'id' = $1`, [id])).rows[0];

/** As if the time to try again had come. */
const hurry = () => owner.query(`update jobs.job set start_after = now() where name = 'send-mail'`);

const isMailed = (email: string) => expect.poll(async () => (await listed(email))?.mail);

test('a mailed invitation shows no link and verifies the address', async () => {
  const sent = await invite('olga@example.org');
  expect(sent).toMatchObject({ mail: 'queued', link: null, invitation: { mail: 'queued' } });
  const mail = await hub.smtp.mailTo('olga@example.org');
  expect(mail.subject).toBe("You're invited to the Nice chapter");
  await isMailed('olga@example.org').toBe('sent');
  expect((await listed('olga@example.org'))?.link).toBeNull();

  const accept = { token: readToken(mail.link), password, firstName: 'Olga', lastName: 'New' };
  const accepted = await openBrowser(hub).call(joiningCalls.acceptInvitation, accept);
  expect(accepted.status).toBe(201);
  const { rows } = await owner.query(
    `select is_email_verified as "emailVerified" from auth.account where email = 'olga@example.org'`,
  );
  expect(rows).toEqual([{ emailVerified: true }]);
});

test('an invitation shows the chapter and is answered by who sent it, unless they hide their address', async () => {
  const logo = pngOf(16, 16);
  (await admin.call(logoCalls.change, { body: logo })).value();
  const setPrivacy = (email: string) =>
    owner.query(
      `update hub.member set privacy = jsonb_build_object('email', $1::text) where id = $2`,
      [email, admin.memberId],
    );
  await invite('shown@example.org');
  const mail = await hub.smtp.mailTo('shown@example.org');
  expect(mail.text).toMatch(/^Mel Mailer invited you to join the Nice chapter on Chapter Hub\.$/m);
  expect(mail.text).toMatch(/It expires on .* [AP]M \(America\/Los_Angeles\)\.$/m);
  expect(mail.text).toContain(`Join the Chapter:\n${mail.link}\n`);
  expect(mail.html).toContain('src="cid:logo@chapter-hub"');
  expect(mail.raw).toContain(logo.toString('base64').slice(0, 60));
  const [address] = (
    await owner.query('select email from hub.member where id = $1', [admin.memberId])
  ).rows;
  expect(mail.replyTo).toBe(address.email);

  for (const audience of ['admins', 'me']) {
    await setPrivacy(audience);
    await invite(`${audience}@example.org`);
    const hidden = await hub.smtp.mailTo(`${audience}@example.org`);
    expect(hidden.replyTo).toBe('');
    expect(hidden.raw).not.toContain(address.email);
  }
  await setPrivacy('members');
});

test('an invitation by command says who runs the hub, and has no one else to answer', async () => {
  const by = {
    chapterId: admin.chapterId,
    memberId: null,
    now: toInstant(Temporal.Now.instant()),
    newId,
  };
  await inviteByCommand(hub.identity, by, { email: 'by.command@example.org', role: 'member' });
  const mail = await hub.smtp.mailTo('by.command@example.org');
  const host = new URL(mail.link).host;
  expect(mail.text).toContain(
    `The operator of Chapter Hub at ${host} invited you to join the Nice chapter.\n`,
  );
  expect(mail.replyTo).toBe('');
});

test('mails about an account show its chapter; only those without a secret are answered by an admin', async () => {
  const [account] = (
    await owner.query('select id, email from auth.account where id = $1', [admin.accountId])
  ).rows;
  const setChapter = (chapterId: string | null) =>
    owner.query('update auth.account set last_chapter_id = $1 where id = $2', [
      chapterId,
      account.id,
    ]);
  const compose = async (kind: object) => {
    const known = hub.smtp.mails.filter(({ to }) => to === account.email).length;
    await inTransaction(hub.db, async (tx) => {
      await queueMails(tx, [kind as QueuedMail], newId);
      return ok(undefined);
    });
    return hub.smtp.mailTo(account.email, known);
  };
  const at = toInstant(Temporal.Now.instant());
  const change = { kind: 'change', accountId: account.id, change: 'password-changed', at };
  await setChapter(admin.chapterId);
  // Only accounts with a password have one to reset.
  await owner.query(`update auth.account set password_hash = 'any' where id = $1`, [account.id]);
  await chapter.person('Ann Other', 'admin');
  const sent = await compose(change);
  expect(sent.text).toContain('for the Nice chapter.');
  expect(sent.replyTo).toMatch(/^ann\.other\./);
  const reset = await compose({ kind: 'reset', email: account.email, requestedAt: at });
  expect(reset.text).toContain('for the Nice chapter.');
  expect(reset.replyTo).toBe('');

  // Of a chapter that they have left, a mail says nothing.
  await owner.query(`update hub.member set status = 'removed' where id = $1`, [admin.memberId]);
  const left = await compose(change);
  expect(left.raw).not.toContain('Nice');
  await owner.query(`update hub.member set status = 'active' where id = $1`, [admin.memberId]);
});

test('a rolled back change sends no mail, and a committed one always does', async () => {
  const sent = await invite('twice@example.org');
  expect(await jobOf(sent.invitation.id)).toMatchObject({ name: 'send-mail' });
  const before = (await owner.query('select count(*) from jobs.job')).rows;
  await owner.query('alter table hub.audit add constraint never check (false) not valid');
  try {
    const body = { email: 'never@example.org', role: 'member' as const };
    expect((await admin.call(invitationCalls.invite, { body })).status).toBe(500);
  } finally {
    await owner.query('alter table hub.audit drop constraint never');
  }
  expect((await owner.query('select count(*) from jobs.job')).rows).toEqual(before);
  expect(await listed('never@example.org')).toBeUndefined();
});

test('neither jobs nor other tables contain links', async () => {
  const { invitation } = await invite('secret@example.org');
  const mail = await hub.smtp.mailTo('secret@example.org');
  const token = readToken(mail.link);
  const job = await jobOf(invitation.id);
  expect(job?.data).toEqual({
    kind: 'invitation',
    chapterId: admin.chapterId,
    id: invitation.id,
    linkNumber: 1,
  });
  const tables = ['hub.invitation', 'hub.audit', 'hub.idempotency_key', 'jobs.job'];
  for (const table of tables) {
    const { rows } = await owner.query(`select t::text as row from ${table} t`);
    expect(rows.filter(({ row }) => row.includes(token.slice(-40)))).toEqual([]);
  }
});

test('a permanently refused mail shows the admin the reason and the link', async () => {
  hub.smtp.behavior = { refusesWith: 550 };
  const { invitation } = await invite('refused@example.org');
  await isMailed('refused@example.org').toBe('failed');
  hub.smtp.behavior = {};
  const now = await listed('refused@example.org');
  expect(now).toMatchObject({ state: 'open', mailFailure: 'refused' });
  await expect.poll(async () => (await jobOf(invitation.id))?.state).toBe('completed');
  // Passed on by hand it joins, and proves no address.
  const token = readToken(now?.link);
  const accept = { token, password, firstName: 'Re', lastName: 'Fused' };
  const accepted = await openBrowser(hub).call(joiningCalls.acceptInvitation, accept);
  expect(accepted.status).toBe(201);
  const { rows } = await owner.query(
    `select is_email_verified as "emailVerified" from auth.account where email = 'refused@example.org'`,
  );
  expect(rows).toEqual([{ emailVerified: false }]);
});

test('a deferred mail is retried with increasing delay and arrives once', async () => {
  hub.smtp.behavior = { refusesWith: 451 };
  const { invitation } = await invite('later@example.org');
  await expect.poll(async () => (await listed('later@example.org'))?.mailFailure).toBe('put-off');
  expect(await listed('later@example.org')).toMatchObject({ mail: 'queued', link: null });
  await expect.poll(async () => (await jobOf(invitation.id))?.state).toBe('retry');
  const waiting = await jobOf(invitation.id);
  expect(Number(waiting?.start_after) - Number(waiting?.started_on)).toBeGreaterThan(5_000);
  hub.smtp.behavior = {};
  await hurry();
  await hub.smtp.mailTo('later@example.org');
  await isMailed('later@example.org').toBe('sent');
  expect(await listed('later@example.org')).toMatchObject({ mailFailure: null });
  expect(hub.smtp.mails.filter(({ to }) => to === 'later@example.org')).toHaveLength(1);
});

test('a mail server that cannot be reached is warned of once, not for each mail', async () => {
  const reached = hub.config.smtpUrl;
  // Nothing listens there.
  hub.config.smtpUrl = 'smtp://127.0.0.1:1';
  await stopSending();
  hub.lines.length = 0;
  stopSending = hub.startSending();
  const emails = ['one.waits@example.org', 'two.waits@example.org'];
  for (const email of emails) await invite(email);
  for (const email of emails) {
    await expect.poll(async () => (await listed(email))?.mailFailure).toBe('unreachable');
  }
  const logged = () =>
    hub.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'An email could not be sent yet');
  await expect.poll(() => logged().length).toBeGreaterThanOrEqual(2);
  const warned = logged().filter(({ level }) => level === 40);
  expect(warned).toMatchObject([{ failure: 'unreachable' }]);

  hub.config.smtpUrl = reached;
  await stopSending();
  stopSending = hub.startSending();
  await hurry();
  for (const email of emails) await hub.smtp.mailTo(email);
});

test('a mail that its server holds up or breaks off costs no other, and is sent again as the same', async () => {
  const reached = hub.config.smtpUrl;
  const hostile = await startHostileMailServer();
  onTestFinished(() => hostile.close());
  const sentTo = (name: string) => hostile.received.filter((line) => line.includes(`To: ${name}@`));
  hostile.extensions = ['AUTH PLAIN'];
  hostile.acts = {
    RCPT: (socket, command) => {
      if (command.includes('held@')) return repeat(socket, 'x', 100);
      socket.write(command.includes('bad@') ? '554 no bad@example.org here\r\n' : '250 ok\r\n');
    },
    content: (socket, content) => {
      // Once: taken, and the connection ends before that is reported.
      const isCut = content.includes('To: cut@') && sentTo('cut').length === 1;
      if (isCut) socket.destroy();
      else socket.write('250 taken\r\n');
    },
  };
  await stopSending();
  hub.lines.length = 0;
  hub.config.smtpUrl = `smtp://hub:secret-of-mail@127.0.0.1:${hostile.port}`;
  for (const name of ['held', 'cut', 'bad', 'fine']) await invite(`${name}@example.org`);
  stopSending = hub.startSending();
  await isMailed('fine@example.org').toBe('sent');
  await isMailed('bad@example.org').toBe('failed');
  await expect.poll(async () => (await listed('cut@example.org'))?.mailFailure).toBe('unreachable');
  const { rows } = await owner.query(
    `select from pg_stat_activity where datname = current_database() and state like 'idle in%'
        and state_change < now() - interval '2 seconds'`,
  );
  expect(rows).toEqual([]);
  hostile.acts.RCPT = (socket) => {
    socket.write('250 ok\r\n');
  };
  hostile.endConnections();
  await expect
    .poll(async () => {
      await hurry();
      return [(await listed('held@example.org'))?.mail, (await listed('cut@example.org'))?.mail];
    })
    .toEqual(['sent', 'sent']);
  expect([sentTo('fine').length, sentTo('held').length, sentTo('bad').length]).toEqual([1, 1, 0]);
  const ids = sentTo('cut').map((content) => /^Message-ID: (.*)$/im.exec(content)?.[1]);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect(hub.lines.join('')).not.toMatch(/@example|\/join|here|secret-of-mail|Mel Mailer/);
  hub.config.smtpUrl = reached;
  await stopSending();
  stopSending = hub.startSending();
});

test('a mail ends before the queue takes it for lost, or what was sent beside it would be sent again', async () => {
  const { rows } = await owner.query(
    `select expire_seconds from jobs.queue where name = 'send-mail'`,
  );
  expect(Number(rows[0]?.expire_seconds) * 1_000 - maxMailMilliseconds).toBeGreaterThan(30_000);
});

test('a mail is abandoned after the last retry', async () => {
  hub.smtp.behavior = { refusesWith: 451 };
  const { invitation } = await invite('never.there@example.org');
  // Not the attempt in progress: it already knows whether it is the last.
  const makeLast = () =>
    owner.query(
      `update jobs.job set retry_count = retry_limit, start_after = now(), started_on = now()
        where data ->> 'id' = $1 and state in ('created', 'retry')`,
      [invitation.id],
    );
  await expect
    .poll(async () => {
      await makeLast();
      return (await listed('never.there@example.org'))?.mail;
    })
    .toBe('failed');
  hub.smtp.behavior = {};
  expect(await listed('never.there@example.org')).toMatchObject({ mailFailure: 'put-off' });
});

test('a mail interrupted by a crash is sent again with the same Message-ID', async () => {
  const { invitation } = await invite('cut.off@example.org');
  const first = await hub.smtp.mailTo('cut.off@example.org');
  await isMailed('cut.off@example.org').toBe('sent');
  // Or the queue would complete the job after it was put back.
  await expect.poll(async () => (await jobOf(invitation.id))?.state).toBe('completed');
  // As kill -9 leaves it: taken by the mail server, and nothing of that is kept.
  await owner.query(
    `update jobs.job set state = 'active', completed_on = null, started_on = now() - interval '1 hour'
      where data ->> 'id' = $1`,
    [invitation.id],
  );
  await owner.query(`update hub.invitation set mail_state = 'queued' where id = $1`, [
    invitation.id,
  ]);
  await owner.query('update jobs.queue set monitor_on = null, maintain_on = null');
  const boss = new PgBoss(bossOptions(hub.database.appUrl));
  await boss.start();
  await boss.supervise('send-mail');
  await boss.stop({ graceful: false });
  const sent = () => hub.smtp.mails.filter(({ to }) => to === 'cut.off@example.org');
  await expect
    .poll(async () => {
      await hurry();
      return sent().length;
    })
    .toBe(2);
  const second = await hub.smtp.mailTo('cut.off@example.org', 1);
  expect(second.messageId).toBe(first.messageId);
  expect(second.link).toBe(first.link);
});

test('a mail whose link belongs to another secret is not sent', async () => {
  // As by a command on another machine, which has the database and not the secret.
  const services = { ...hub.identity, secret: 'a secret of another data folder' };
  const now = toInstant(Temporal.Now.instant());
  const by = { chapterId: admin.chapterId, memberId: null, now, newId };
  const sent = await inviteByCommand(services, by, { email: 'moved@example.org', role: 'member' });
  expect(sent).toMatchObject({ ok: true, value: { mail: 'queued' } });
  await isMailed('moved@example.org').toBe('failed');
  expect(await listed('moved@example.org')).toMatchObject({
    mailFailure: 'secret-changed',
    link: null,
  });
});

test('many mails are sent exactly once by several servers', async () => {
  hub.startSending();
  const many = tier === 'gate' ? 60 : 200;
  const invitees = Array.from({ length: many }, (_, n) => ({
    email: `many${n}@example.org`,
    role: 'member' as const,
  }));
  const { results } = (
    await admin.call(invitationCalls.inviteMany, { body: { invitees } })
  ).value();
  expect(results.every(({ outcome }) => outcome === 'invited')).toBe(true);
  const arrived = () => hub.smtp.mails.filter(({ to }) => to.startsWith('many')).length;
  await expect.poll(arrived, { timeout: 60_000 }).toBe(many);
  const pending = async () =>
    (await owner.query(`select from hub.invitation where mail_state = 'queued'`)).rows.length;
  await expect.poll(pending).toBe(0);
  expect(new Set(hub.smtp.mails.map(({ to }) => to)).size).toBeGreaterThanOrEqual(many);
  expect(arrived()).toBe(many);
}, 120_000);

test('the log contains neither addresses nor links', async () => {
  hub.smtp.behavior = { refusesWith: 550 };
  await invite('logged@example.org');
  await isMailed('logged@example.org').toBe('failed');
  hub.smtp.behavior = {};
  const text = hub.lines.join('');
  expect(text).toContain('An email was not delivered');
  expect(text).not.toMatch(/@example|\/join|No such person|Mel Mailer/);
});
