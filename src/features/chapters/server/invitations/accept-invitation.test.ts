import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { authCalls } from '#features/identity/contract.ts';
import {
  inviteTo,
  join,
  openBrowser,
  password,
} from '#features/identity/server/testing/browser.ts';
import { testId } from '#kit/testing/test-id.ts';
import { joiningCalls } from '../../joining-contract.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.close());

const names = { firstName: 'New', lastName: 'Comer' };

test('an invited person joins with a name and a password, once', async () => {
  const chapter = await hub.chapter('Lyon');
  const token = await inviteTo(chapter, 'anna@example.org', 'treasurer');
  const browser = openBrowser(hub);
  const preview = (await browser.call(joiningCalls.previewInvitation, { token })).value();
  expect(preview).toMatchObject({
    chapterName: 'Lyon',
    email: 'anna@example.org',
    role: 'treasurer',
    hasAccount: null,
  });
  const accepted = await browser.call(joiningCalls.acceptInvitation, { token, password, ...names });
  expect(accepted.status).toBe(201);
  expect(accepted.value()).toMatchObject({
    displayName: 'New Comer',
    chapter: { id: chapter.id, role: 'treasurer' },
  });
  expect((await browser.call(authCalls.session)).value().signedIn).toBe(true);

  const again = await openBrowser(hub).call(joiningCalls.acceptInvitation, {
    token,
    password,
    ...names,
  });
  expect(again.status).toBe(404);
  expect(again.refusal().code).toBe('invitation_unusable');
  const previewAgain = await browser.call(joiningCalls.previewInvitation, { token });
  expect(previewAgain.status).toBe(404);
});

test('twenty concurrent acceptances of one invitation: exactly one succeeds', async () => {
  const chapter = await hub.chapter();
  const token = await inviteTo(chapter, 'bert@example.org');
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      openBrowser(hub).call(joiningCalls.acceptInvitation, { token, password, ...names }),
    ),
  );
  const statuses = replies.map((reply) => reply.status).sort((a, b) => a - b);
  expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 404)]);
  const members = await hub.db
    .selectFrom('member')
    .select('id')
    .where('chapter_id', '=', chapter.id)
    .where('email', '=', 'bert@example.org')
    .execute();
  expect(members).toHaveLength(1);
});

test('a link that was not emailed does not reveal whether the address has an account', async () => {
  await join(hub, await hub.chapter(), 'paul@example.org');
  const chapter = await hub.chapter();
  const look = async (email: string) => {
    const token = await inviteTo(chapter, email);
    const browser = openBrowser(hub);
    const seen = (await browser.call(joiningCalls.previewInvitation, { token })).value();
    const attempt = async (sent: object) => {
      const reply = await browser.call(joiningCalls.acceptInvitation, { token, ...sent } as never);
      return [reply.status, reply.refusal()];
    };
    return [
      { ...seen, email: '', expiresAt: '' },
      await attempt({ password: 'a password by guess' }),
      await attempt({ password: 'short' }),
      await attempt({ password: 'short', ...names }),
      await attempt({ password: 'a password by guess', firstName: 'Only' }),
    ];
  };
  expect(await look('paul@example.org')).toEqual(await look('paula@example.org'));
});

test('an existing account joins another chapter only with its own password', async () => {
  await join(hub, await hub.chapter(), 'hugo@example.org');
  const second = await hub.chapter();
  const token = await inviteTo(second, 'hugo@example.org');
  const browser = openBrowser(hub);
  const preview = await browser.call(joiningCalls.previewInvitation, { token });
  expect(preview.value().hasAccount).toBe(null);
  const wrong = await browser.call(joiningCalls.acceptInvitation, {
    token,
    password: 'a password of an attacker',
    ...names,
  });
  expect(wrong.status).toBe(401);
  expect(wrong.refusal().code).toBe('wrong_credentials');
  const right = await browser.call(joiningCalls.acceptInvitation, { token, password });
  expect(right.value()).toMatchObject({ displayName: 'hugo Muster', chapter: { id: second.id } });
  expect(right.value().chapters).toHaveLength(2);
});

test('accepting links an existing member without an account', async () => {
  const chapter = await hub.chapter();
  const id = testId<'member'>(crypto.randomUUID());
  await hub.db
    .insertInto('member')
    .values({
      chapter_id: chapter.id,
      id,
      account_id: null,
      external_user_identifier: null,
      display_name: 'Jonas on Record',
      first_name: 'Jonas',
      last_name: 'Record',
      email: 'Jonas@example.org',
      primary_phone: '+1 555 0100',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    })
    .execute();
  const token = await inviteTo(chapter, 'jonas@example.org');
  const body = { token, password, ...names };
  const view = (await openBrowser(hub).call(joiningCalls.acceptInvitation, body)).value();
  expect(view).toMatchObject({ displayName: 'Jonas on Record', chapter: { memberId: id } });
});

test.each([
  ['firstName', { password, lastName: 'Comer' }],
  ['lastName', { password, firstName: 'New' }],
  ['password', { password: 'too short', ...names }],
])('accepting reports the missing or invalid field: %s', async (field, fields) => {
  const token = await inviteTo(await hub.chapter(), 'kira@example.org');
  const body = { token, ...fields };
  const reply = await openBrowser(hub).call(joiningCalls.acceptInvitation, body);
  expect(reply.status).toBe(422);
  expect(reply.refusal().field).toBe(field);
  const preview = await openBrowser(hub).call(joiningCalls.previewInvitation, { token });
  expect(preview.status).toBe(200);
});

test('password attempts with an invitation share the limit of sign-in, from any IP address', {
  tags: ['all'],
}, async () => {
  const limited = await startTestHub({ config: { isRateLimited: true } });
  try {
    await join(limited, await limited.chapter(), 'vera@example.org');
    const token = await inviteTo(await limited.chapter(), 'vera@example.org');
    const post = (url: string, from: string, payload: object) =>
      limited.request({ method: 'POST', url, remoteAddress: from, payload });
    const guess = (n: number) =>
      post('/api/auth/invitation/accept', `10.0.0.${n}`, { token, password: `wrong guess ${n}` });
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n++) statuses.push((await guess(n)).statusCode);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const right = await post('/api/auth/invitation/accept', '10.0.1.1', { token, password });
    expect([right.statusCode, right.json().code]).toEqual([429, 'too_many_requests']);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    const signIn = { email: 'Vera@example.org', password };
    expect((await post('/api/auth/sign-in', '10.0.1.2', signIn)).statusCode).toBe(429);
  } finally {
    await limited.close();
  }
});
