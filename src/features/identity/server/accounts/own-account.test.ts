import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { authCalls } from '../../contract.ts';
import { ownAccountCalls } from '../../own-account-contract.ts';
import { join, openBrowser, password } from '../testing/browser.ts';
import { whileUncommitted } from '../testing/concurrent-changes.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.close());

const newPassword = 'a longer and better one';

async function signIn(email: string, with_: string): Promise<number> {
  const body = { email, password: with_ };
  return (await openBrowser(hub).call(authCalls.signIn, body)).status;
}

test('a new password replaces the old one and ends every other session', async () => {
  const email = 'own@example.org';
  const here = await join(hub, await hub.chapter(), email);
  const there = openBrowser(hub);
  await there.call(authCalls.signIn, { email, password });
  const [mine, theirs] = [await here.bearer(), await there.bearer()];

  const change = { currentPassword: password, newPassword };
  const wrong = { ...change, currentPassword: 'not this one' };
  const refused = await callApp(hub.app, ownAccountCalls.changePassword, mine, { body: wrong });
  expect([refused.status, refused.refusal().code]).toEqual([422, 'wrong_password']);
  const raw = JSON.stringify({ ...change, newPassword: 'short' });
  const short = await callApp(hub.app, ownAccountCalls.changePassword, mine, { raw });
  expect([short.status, short.refusal().field]).toEqual([422, 'newPassword']);
  expect((await callApp(hub.app, ownAccountCalls.sessions, theirs)).status).toBe(200);

  expect(
    (await callApp(hub.app, ownAccountCalls.changePassword, mine, { body: change })).status,
  ).toBe(204);
  expect((await callApp(hub.app, ownAccountCalls.sessions, mine)).status).toBe(200);
  expect((await callApp(hub.app, ownAccountCalls.sessions, theirs)).status).toBe(401);
  expect(await signIn(email, password)).toBe(401);
  expect(await signIn(email, newPassword)).toBe(200);
  // Repeating it, as after a lost reply, changes nothing.
  expect(
    (await callApp(hub.app, ownAccountCalls.changePassword, mine, { body: change })).status,
  ).toBe(422);
});

test('two concurrent changes with the same old password: exactly one succeeds', async () => {
  const email = 'twice@example.org';
  const browser = await join(hub, await hub.chapter(), email);
  const mine = await browser.bearer();
  const chosen = ['the first of the two', 'the second of the two'];
  const replies = await Promise.all(
    chosen.map((newPassword) =>
      callApp(hub.app, ownAccountCalls.changePassword, mine, {
        body: { currentPassword: password, newPassword },
      }),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 422]);
  const signIns = await Promise.all(chosen.map((each) => signIn(email, each)));
  expect(signIns.sort()).toEqual([200, 401]);
});

test('a sign-in concurrent with a password change does not survive the change', async () => {
  const email = 'under.way@example.org';
  const owner = await join(hub, await hub.chapter(), email);
  const mine = await owner.bearer();
  const browser = openBrowser(hub);
  const body = { currentPassword: password, newPassword: 'quite another password' };
  const [changed, signedIn] = await whileUncommitted(
    hub,
    () => callApp(hub.app, ownAccountCalls.changePassword, mine, { body }),
    () => browser.call(authCalls.signIn, { email, password }),
  );
  expect([changed.status, signedIn.status]).toEqual([204, 401]);
  expect(browser.cookie).toBeUndefined();
  const left = await sql`
    select from auth.session s join auth.account a on a.id = s.account_id where a.email = ${email}
  `.execute(hub.db);
  expect(left.rows).toHaveLength(1);
  expect((await owner.call(authCalls.session)).value().signedIn).toBe(true);
});

test('people list their sessions and end one of them, or all others', async () => {
  const email = 'places@example.org';
  const here = await join(hub, await hub.chapter(), email);
  const [second, third] = [openBrowser(hub), openBrowser(hub)];
  for (const browser of [second, third]) await browser.call(authCalls.signIn, { email, password });
  const mine = await here.bearer();
  const listed = (await callApp(hub.app, ownAccountCalls.sessions, mine)).value().items;
  expect(listed).toHaveLength(3);
  expect(listed.filter(({ isThis }) => isThis)).toHaveLength(1);

  const theirs = await second.bearer();
  const own = (await callApp(hub.app, ownAccountCalls.sessions, theirs)).value().items;
  const sessionId = own.find(({ isThis }) => isThis)?.id ?? '';
  const end = (headers: { authorization: string }) =>
    hub.request({ method: 'DELETE', url: `/api/auth/sessions/${sessionId}`, headers });
  const stranger = await (await hub.chapter()).person('Eve Else');
  expect((await end({ authorization: `Bearer ${stranger.token}` })).statusCode).toBe(404);
  expect((await end(mine)).statusCode).toBe(204);
  expect((await callApp(hub.app, ownAccountCalls.sessions, theirs)).status).toBe(401);
  expect((await end(mine)).statusCode).toBe(404);
  const headers = mine;
  for (const id of ['%00', '%F0', "a'b", 'x'.repeat(101)]) {
    const url = `/api/auth/sessions/${id}`;
    const reply = await hub.request({ method: 'DELETE', url, headers });
    expect(reply.statusCode, id).toBeOneOf([400, 404]);
  }

  expect((await callApp(hub.app, ownAccountCalls.endOtherSessions, mine)).value()).toEqual({
    ended: 1,
  });
  expect((await third.call(authCalls.session)).value().signedIn).toBe(false);
  expect((await here.call(authCalls.session)).value().signedIn).toBe(true);
});
