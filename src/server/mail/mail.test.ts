import { expect, onTestFinished, test } from 'vitest';
import { pngOf } from '#app/testing/pictures.ts';
import { composeInvitationMail } from '#features/chapters/server/invitations/invitation-mail.ts';
import { composeChangeMail, composeResetMail } from '#features/identity/server/account-mail.ts';
import { startMailServer } from '#features/identity/server/testing/mail-server.ts';
import { createMailer, readMailDomain } from './mail.ts';

async function mailServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

const from = 'Hub <hub@example.org>';
const timeouts = { connectionTimeout: 500, greetingTimeout: 500, socketTimeout: 500 };
const about = {
  publicUrl: 'https://hub.example.org',
  token: 'abc_-123',
  chapter: { name: 'Lyon', logo: null },
  inviterName: 'Anna Bell',
  replyTo: null,
  expires: 'Nov 27, 2026, 7:30 PM',
};
const mail = { id: 'one', to: 'ben@example.org', ...composeInvitationMail(about) };

test('a mail arrives complete, as plain text and HTML, with a stable Message-ID', async () => {
  const server = await mailServer();
  const mailer = createMailer(server.url, from, 'hub.example.org');
  expect(await mailer.send(mail)).toEqual({ ok: true });
  expect(await mailer.send(mail)).toEqual({ ok: true });
  const [first, second] = server.mails;
  expect(first).toMatchObject({
    to: 'ben@example.org',
    subject: "You're invited to the Lyon chapter",
    messageId: '<one@hub.example.org>',
    link: 'https://hub.example.org/join#abc_-123',
  });
  expect(first?.text).toContain('Anna Bell invited you to join the Lyon chapter on Chapter Hub.');
  expect(first?.html).toContain('<a href="https://hub.example.org/join#abc_-123"');
  expect(first?.raw).toMatch(/^From: Hub <hub@example.org>$/m);
  expect(first?.raw).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(second?.messageId).toBe(first?.messageId);
});

test.each([
  ['another alphabet', 'Zoë Žižek 北京 🎉'],
  ['a very long one', 'x'.repeat(5_000)],
])('a name stays a name: %s', async (_, name) => {
  const server = await mailServer();
  const words = composeInvitationMail({
    ...about,
    chapter: { name, logo: null },
    inviterName: name,
  });
  await createMailer(server.url, from, 'localhost').send({ ...mail, ...words });
  const shown = name.length > 100 ? `${name.slice(0, 99)}…` : name;
  expect(server.mails[0]?.subject).toBe(`You're invited to the ${shown} chapter`);
  expect(server.mails[0]?.text).toContain(`${shown} invited you`);
  expect(server.mails[0]?.html).toContain(`${shown} invited you`);
});

test('a name cannot add headers, lines, markup or bidirectional overrides', async () => {
  const server = await mailServer();
  const name = 'Eve\r\nBcc: all@example.org\r\n\r\n<script>x</script> & \u202egnp.exe';
  const words = composeInvitationMail({
    ...about,
    chapter: { name, logo: null },
    inviterName: name,
  });
  await createMailer(server.url, from, 'localhost').send({ ...mail, ...words });
  const [received] = server.mails;
  expect(received?.to).toBe('ben@example.org');
  const [headers] = received?.raw.split(/\r?\n\r?\n/) ?? [];
  expect(headers).toMatch(/^Subject:/m);
  expect(headers).not.toMatch(/^Bcc:/im);
  expect(received?.subject).toContain('Eve Bcc: all@example.org <script>x</script> & gnp.exe');
  expect(received?.text.split('\n')[0]).toMatch(/^Eve Bcc: .* invited you/);
  expect(received?.html).not.toContain('<script>');
  expect(received?.html).toContain('&lt;script&gt;x&lt;/script&gt; &amp; gnp.exe');
  expect(words.text).not.toContain('\u202e');
});

test('the logo comes with the mail, beside a calendar file, and an answer goes to one address', async () => {
  const server = await mailServer();
  const [event, others] = [
    { name: 'one.ics', method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
    'anna@example.org, all@example.org',
  ] as const;
  const words = composeInvitationMail({
    ...about,
    chapter: { name: 'Lyon', logo: pngOf(16, 16) },
    replyTo: others,
  });
  const sent = { ...mail, ...words, calendarFiles: [event] };
  await createMailer(server.url, from, 'localhost').send(sent);
  const [received] = server.mails;
  expect(received?.html).toContain('src="cid:logo@chapter-hub"');
  expect(received?.raw).toContain('Content-ID: <logo@chapter-hub>');
  expect(received?.raw).toContain('Content-Type: image/png; name=logo.png');
  expect(received?.calendars).toMatchObject([{ method: 'REQUEST' }]);
  expect(received?.replyTo).toBe('<"anna@example.org, all"@example.org>');
});

test.each([
  [550, 'refused', true],
  [450, 'put-off', false],
] as const)('refused with %i: %s', async (refusesWith, failure, isFinal) => {
  const server = await mailServer();
  server.behavior = { refusesWith };
  const sent = await createMailer(server.url, from, 'localhost').send(mail);
  expect(sent).toEqual({ ok: false, failure, isFinal });
});

test('unreachable, silent and refusing servers are distinguished from refused mails', async () => {
  const gone = await startMailServer();
  await gone.close();
  const away = { ok: false, failure: 'unreachable', isFinal: false };
  expect(await createMailer(gone.url, from, 'localhost').send(mail)).toEqual(away);

  const slow = await mailServer();
  slow.behavior = { milliseconds: 2_000 };
  expect(await createMailer(slow.url, from, 'localhost', timeouts).send(mail)).toEqual(away);

  const strict = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  });
  const url = strict.url.replace('//', '//user:wrong@');
  expect(await createMailer(url, from, 'localhost').send(mail)).toEqual({
    ok: false,
    failure: 'sign-in',
    isFinal: false,
  });
});

test('a mail is sent over TLS only to a trusted certificate', async () => {
  const server = await mailServer({ isSecure: true });
  expect(await createMailer(server.url, from, 'localhost').send(mail)).toEqual({
    ok: false,
    failure: 'not-trusted',
    isFinal: false,
  });
  const url = `${server.url}?tls.rejectUnauthorized=false`;
  expect(await createMailer(url, from, 'localhost').send(mail)).toEqual({ ok: true });
  expect(server.mails).toHaveLength(1);
});

test('tokens in links follow #, so that no server sees them', () => {
  const { publicUrl, token } = about;
  expect(composeResetMail({ publicUrl, token, chapter: null }).text).toContain(
    'https://hub.example.org/reset#abc_-123',
  );
  const change = { publicUrl, change: 'password-changed', at: 'now' } as const;
  const sender = { chapter: null, replyTo: null };
  expect(composeChangeMail({ ...change, ...sender }).text).toContain(
    'https://hub.example.org/reset\n',
  );
});

test.for([
  ['https://hub.example.org:8443/', 'hub.example.org'],
  ['', 'localhost'],
  [undefined, 'localhost'],
])('the ids of mails of a hub at %s are of %s', ([publicUrl, domain]) => {
  expect(readMailDomain(publicUrl)).toBe(domain);
});
