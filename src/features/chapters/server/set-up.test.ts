import { afterEach, beforeEach, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { authCalls } from '#features/identity/contract.ts';
import { openBrowser, password, readToken } from '#features/identity/server/testing/browser.ts';
import { readConfig } from '#server/config/config.ts';
import { invitationCalls } from '../invitation-contract.ts';
import { joiningCalls } from '../joining-contract.ts';
import { ensureSetUpLink, viewSetUp } from './set-up.ts';

let hub: TestHub;
beforeEach(async () => {
  hub = await startTestHub();
});
afterEach(() => hub.close());

const person = { email: 'first@example.org', password, firstName: 'First', lastName: 'Admin' };

test('the setup link creates the San Diego chapter and its signed-in admin, once', async () => {
  const before = (await openBrowser(hub).call(authCalls.session)).value();
  const setUp = { chapterName: 'San Diego', timeZone: null };
  expect(before).toMatchObject({ signedIn: false, setUp });

  const link = await ensureSetUpLink(hub.identity);
  expect(link).toMatch(/^http:\/\/localhost\/setup#[\w-]{43}$/);
  const token = readToken(link);
  const browser = openBrowser(hub);
  const made = await browser.call(joiningCalls.setUp, { ...person, token });
  expect(made.status).toBe(201);
  expect(made.value()).toMatchObject({
    displayName: 'First Admin',
    chapter: { name: 'San Diego', timeZone: 'America/Los_Angeles', policy: 'open', role: 'admin' },
  });
  // What members owe is theirs to share, unless the chapter chooses otherwise.
  expect(made.value()).toMatchObject({ chapter: { membersSeeWallets: false } });
  expect((await browser.call(authCalls.token)).status).toBe(200);
  expect((await browser.call(invitationCalls.list)).status).toBe(401);
  const bearer = await browser.bearer();
  const listed = await hub.request({ method: 'GET', url: '/api/invitations', headers: bearer });
  expect(listed.statusCode).toBe(200);

  const other = { ...person, email: 'second@example.org', token };
  const again = await openBrowser(hub).call(joiningCalls.setUp, other);
  expect(again.status).toBe(404);
  expect(again.refusal()).toMatchObject({
    code: 'set_up_unusable',
    message: expect.stringContaining('otherwise, sign in'),
  });
  expect(await ensureSetUpLink(hub.identity)).toBeUndefined();
});

test('ten concurrent set-ups: exactly one creates a chapter', async () => {
  const token = readToken(await ensureSetUpLink(hub.identity));
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      openBrowser(hub).call(joiningCalls.setUp, {
        ...person,
        email: `admin${index}@example.org`,
        token,
      }),
    ),
  );
  const statuses = replies.map(({ status }) => status).sort((a, b) => a - b);
  expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 404)]);
  expect(await hub.db.selectFrom('chapter').select('id').execute()).toHaveLength(1);
  expect(await hub.db.selectFrom('member').select('id').execute()).toHaveLength(1);
});

test('the first chapter can have another name, time zone and policy', async () => {
  const token = readToken(await ensureSetUpLink(hub.identity));
  const entered = {
    timeZone: 'Asia/Kathmandu',
    policy: 'treasurer',
    eventPolicy: 'creator',
    membersSeeWallets: true,
  } as const;
  const body = { ...person, token, chapterName: 'Kathmandu', ...entered };
  const made = (await openBrowser(hub).call(joiningCalls.setUp, body)).value();
  expect(made.chapter).toMatchObject({ name: 'Kathmandu', ...entered });
});

test('a wrong, replaced or expired link creates nothing', async () => {
  const replaced = readToken(await ensureSetUpLink(hub.identity));
  const current = readToken(await ensureSetUpLink(hub.identity));
  const tryWith = (token: string) =>
    openBrowser(hub).call(joiningCalls.setUp, { ...person, token });
  expect((await tryWith('A'.repeat(43))).status).toBe(404);
  expect((await tryWith(replaced)).status).toBe(404);
  await hub.db.updateTable('setup_link').set({ expires_at: '2026-01-01T00:00:00.000Z' }).execute();
  expect((await tryWith(current)).status).toBe(404);
  expect(await hub.db.selectFrom('chapter').select('id').execute()).toEqual([]);
});

test('a short password is refused, and the link still works', async () => {
  const token = readToken(await ensureSetUpLink(hub.identity));
  const raw = JSON.stringify({ ...person, token, password: 'too short' });
  const refused = await callApp(hub.app, joiningCalls.setUp, {}, { raw });
  expect(refused.status).toBe(422);
  expect(refused.refusal().field).toBe('password');
  const made = await openBrowser(hub).call(joiningCalls.setUp, { ...person, token });
  expect(made.status).toBe(201);
});

test('the time zone of the operator is proposed; without one, the browser proposes its own', async () => {
  const given = readConfig({ CHAPTER_TIME_ZONE: 'Europe/Berlin' }).chapter;
  const propose = async (defaults: typeof given) =>
    (await viewSetUp(hub.db, defaults)).setUp?.timeZone;
  expect(await propose(given)).toBe('Europe/Berlin');
  expect(await propose(readConfig({}).chapter)).toBeNull();
});
