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
  const look = (await browser.call(joiningCalls.lookAtInvitation, { token })).value();
  expect(look).toMatchObject({
    chapterName: 'Lyon',
    email: 'anna@example.org',
    role: 'treasurer',
    hasAccount: false,
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
  const lookAgain = await browser.call(joiningCalls.lookAtInvitation, { token });
  expect(lookAgain.status).toBe(404);
});

test('of twenty acceptances of one invitation at once exactly one joins', async () => {
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

test('an address with an account joins another chapter by its own password alone', async () => {
  await join(hub, await hub.chapter(), 'hugo@example.org');
  const second = await hub.chapter();
  const token = await inviteTo(second, 'hugo@example.org');
  const browser = openBrowser(hub);
  const look = await browser.call(joiningCalls.lookAtInvitation, { token });
  expect(look.value().hasAccount).toBe(true);
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

test('a member on record without an account becomes the person who accepts', async () => {
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
])('accepting names the missing or unfit field: %s', async (field, wish) => {
  const token = await inviteTo(await hub.chapter(), 'kira@example.org');
  const body = { token, ...wish };
  const reply = await openBrowser(hub).call(joiningCalls.acceptInvitation, body);
  expect(reply.status).toBe(422);
  expect(reply.refusal().field).toBe(field);
  const look = await openBrowser(hub).call(joiningCalls.lookAtInvitation, { token });
  expect(look.status).toBe(200);
});

test('guesses at a password by a link count with those at the sign-in, wherever they come from', async () => {
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
