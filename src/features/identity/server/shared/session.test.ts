import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { joiningCalls } from '#features/chapters/joining-contract.ts';
import { endpoint } from '#kit/endpoint.ts';
import type { Id } from '#kit/id.ts';
import { authCalls } from '../../contract.ts';
import { inviteTo, join, openBrowser, password } from '../testing/browser.ts';
import { fullCost } from './password.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.close());

/** Any call that requires a member's token. */
const wallets = endpoint({
  method: 'GET',
  path: '/wallets',
  tag: 'Test',
  summary: '',
  policy: 'member',
});

test('signing in returns the person, their chapters and the active chapter', async () => {
  const chapter = await hub.chapter('San Diego');
  await join(hub, chapter, 'ida@example.org', 'treasurer');
  const browser = openBrowser(hub);
  const body = { email: 'ida@example.org', password };
  const view = (await browser.call(authCalls.signIn, body)).value();
  expect(view).toMatchObject({
    signedIn: true,
    email: 'ida@example.org',
    displayName: 'ida Muster',
    chapters: [{ id: chapter.id, name: 'San Diego', role: 'treasurer' }],
    chapter: { id: chapter.id, timeZone: 'America/Los_Angeles', policy: 'open', role: 'treasurer' },
  });
  // The browser's first request includes its first token.
  const { token, chapterId } = (await browser.call(authCalls.token)).value();
  const seen = (await browser.call(authCalls.session)).value();
  expect(seen).toEqual({
    ...view,
    bearer: { token: expect.any(String), expiresAt: expect.any(String), chapterId },
  });
  const bearer = seen.signedIn ? seen.bearer?.token : undefined;
  for (const each of [token, bearer]) {
    const headers = { authorization: `Bearer ${each}` };
    expect((await callApp(hub.app, wallets, {}, { headers })).status).toBe(200);
  }
});

test('addresses are compared without regard to case or spaces around', async () => {
  await join(hub, await hub.chapter(), 'karl@example.org');
  const raw = JSON.stringify({ email: '  Karl@Example.ORG ', password });
  const reply = await callApp(hub.app, authCalls.signIn, {}, { raw });
  expect(reply.status).toBe(200);
});

test('without TLS the cookie is HttpOnly, Strict and for the whole host', async () => {
  await join(hub, await hub.chapter(), 'lena@example.org');
  const body = { email: 'lena@example.org', password };
  const reply = await openBrowser(hub).call(authCalls.signIn, body);
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^hub_session=[^;]{40,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    ),
    expect.stringMatching(
      /^hub_device_[\w-]{12}=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/,
    ),
  ]);
});

test('under TLS the cookie is Secure and bound to the host by its name', async () => {
  const secure = await startTestHub({ config: { publicUrl: 'https://hub.example.org' } });
  const browser = await join(secure, await secure.chapter(), 'mia@example.org');
  const body = { email: 'mia@example.org', password };
  const reply = await openBrowser(secure).call(authCalls.signIn, body);
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Host-hub_session=[^;]{40,}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ),
    expect.stringMatching(
      /^__Host-hub_device_[\w-]{12}=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ),
  ]);
  expect((await browser.call(authCalls.session)).value().signedIn).toBe(true);
  const out = await browser.call(authCalls.signOut);
  expect(out.headers['set-cookie']).toEqual([
    '__Host-hub_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
  ]);
  await secure.close();
});

test('a wrong password, an unknown address and a disabled account get the same refusal', async () => {
  await join(hub, await hub.chapter(), 'nora@example.org');
  await join(hub, await hub.chapter(), 'otto@example.org');
  await sql`update auth.account set disabled_at = now() where email = 'otto@example.org'`.execute(
    hub.db,
  );
  const attempts = [
    { email: 'nora@example.org', password: 'a wrong password' },
    { email: 'nobody@example.org', password },
    { email: 'otto@example.org', password },
  ];
  for (const body of attempts) {
    const reply = await openBrowser(hub).call(authCalls.signIn, body);
    expect(reply.status).toBe(401);
    expect(reply.refusal()).toEqual({
      code: 'wrong_credentials',
      message: 'Wrong email or password.',
    });
    expect(reply.headers['set-cookie']).toBeUndefined();
  }
  const left = await sql`
    select 1 from auth.session s join auth.account a on a.id = s.account_id
    where a.email = 'otto@example.org' and s.created_at > a.disabled_at`.execute(hub.db);
  expect(left.rows).toEqual([]);
});

test('an unknown address takes as long as a wrong password', {
  tags: ['all'],
  timeout: 120_000,
}, async () => {
  const hashing = await startTestHub({ passwordCost: fullCost });
  onTestFinished(() => hashing.close());
  await join(hashing, await hashing.chapter(), 'paul@example.org');
  async function measureSignIn(email: string): Promise<number> {
    const start = performance.now();
    await openBrowser(hashing).call(authCalls.signIn, { email, password: 'a wrong password' });
    return performance.now() - start;
  }
  // The fastest of each is the least disturbed, and a busy machine leaves some of many alone.
  // Without the password hashing, an unknown address would answer twenty times as fast in every
  // round.
  const never = Number.POSITIVE_INFINITY;
  const fastest = { known: never, unknown: never };
  const isAlike = () => {
    const times = Object.values(fastest);
    return Math.max(...times) < 2 * Math.min(...times);
  };
  for (let round = 0; round < 5 || (round < 60 && !isAlike()); round += 1) {
    fastest.known = Math.min(fastest.known, await measureSignIn('paul@example.org'));
    fastest.unknown = Math.min(fastest.unknown, await measureSignIn('nobody@example.org'));
  }
  expect(fastest).toSatisfy(isAlike);
});

test('signing out ends the session and its tokens immediately and clears the browser', async () => {
  const browser = await join(hub, await hub.chapter(), 'rosa@example.org');
  const bearer = await browser.bearer();
  const { cookie } = browser;
  expect((await callApp(hub.app, wallets, bearer)).status).toBe(200);

  const out = await browser.call(authCalls.signOut);
  expect(out.status).toBe(204);
  expect(out.headers['clear-site-data']).toBe('"cache", "storage"');
  expect(out.headers['set-cookie']).toEqual([
    'hub_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
  ]);
  expect((await callApp(hub.app, wallets, bearer)).status).toBe(401);
  browser.cookie = cookie;
  expect((await browser.call(authCalls.token)).status).toBe(401);
  expect((await browser.call(authCalls.session)).value().signedIn).toBe(false);
  expect((await browser.call(authCalls.signOut)).status).toBe(204);
});

test('signing in again replaces the session the browser had', async () => {
  const browser = await join(hub, await hub.chapter(), 'sara@example.org');
  const earlier = openBrowser(hub);
  earlier.cookie = browser.cookie;
  (await browser.call(authCalls.signIn, { email: 'sara@example.org', password })).value();
  expect((await browser.call(authCalls.session)).value().signedIn).toBe(true);
  expect((await earlier.call(authCalls.session)).value().signedIn).toBe(false);
});

test('a forged, altered or expired session cookie identifies no one', async () => {
  const browser = await join(hub, await hub.chapter(), 'tina@example.org');
  const genuine = browser.cookie ?? '';
  const token = decodeURIComponent(genuine).split('=')[1]?.split('.')[0] ?? '';
  const forged = [
    `hub_session=${token}`,
    `hub_session=${token}.`,
    `hub_session=${token}.${'A'.repeat(43)}%3D`,
    genuine.replace('=', '=x'),
    `__Host-${genuine}`,
    'hub_session=%00.%00',
    'hub_session=',
  ];
  for (const cookie of forged) {
    browser.cookie = cookie;
    expect((await browser.call(authCalls.token)).status).toBe(401);
  }
  browser.cookie = genuine;
  expect((await browser.call(authCalls.token)).status).toBe(200);
  await sql`update auth.session set expires_at = now() where token = ${token}`.execute(hub.db);
  expect((await browser.call(authCalls.token)).status).toBe(401);
});

test('a session in use is extended, but never beyond thirty days', async () => {
  const browser = await join(hub, await hub.chapter(), 'uwe@example.org');
  const setAges = (created: string, updated: string) =>
    sql`update auth.session s
      set created_at = now() - ${created}::interval, last_used_at = now() - ${updated}::interval,
        expires_at = now() + interval '1 hour'
      from auth.account a where a.id = s.account_id and a.email = 'uwe@example.org'`.execute(
      hub.db,
    );
  const hoursLeft = async () => {
    const found = await sql<{ hours: number }>`
      select round(extract(epoch from s.expires_at - now()) / 3600)::int as hours
      from auth.session s join auth.account a on a.id = s.account_id
      where a.email = 'uwe@example.org'`.execute(hub.db);
    return found.rows[0]?.hours;
  };
  await setAges('2 days', '2 days');
  await browser.bearer();
  expect(await hoursLeft()).toBe(7 * 24);
  await setAges('29 days', '2 days');
  await browser.bearer();
  expect(await hoursLeft()).toBe(24);
  await setAges('2 days', '1 minute');
  await browser.bearer();
  expect(await hoursLeft()).toBe(1);
});

test('a token is for the active chapter, and switching requires a membership', async () => {
  const [first, second, foreign] = [
    await hub.chapter('Aachen'),
    await hub.chapter('Bonn'),
    await hub.chapter('Celle'),
  ];
  const browser = await join(hub, first, 'vera@example.org', 'admin');
  const token = await inviteTo(second, 'vera@example.org', 'member');
  (await browser.call(joiningCalls.acceptInvitation, { token, password })).value();

  const joined = (await browser.call(authCalls.session)).value();
  expect(joined).toMatchObject({
    chapters: [
      { name: 'Aachen', role: 'admin' },
      { name: 'Bonn', role: 'member' },
    ],
    chapter: { id: second.id, role: 'member' },
  });
  expect((await browser.call(authCalls.token)).value().chapterId).toBe(second.id);

  const refused = await browser.call(authCalls.switchChapter, { chapterId: foreign.id });
  expect(refused.status).toBe(404);
  const switched = await browser.call(authCalls.switchChapter, { chapterId: first.id });
  expect(switched.value().chapter).toMatchObject({ id: first.id, role: 'admin' });
  expect((await browser.call(authCalls.token)).value().chapterId).toBe(first.id);

  const later = openBrowser(hub);
  const again = await later.call(authCalls.signIn, { email: 'vera@example.org', password });
  expect(again.value().chapter?.id).toBe(first.id);
});

test('a member removed from the active chapter is moved to another one, or to none', async () => {
  const [first, second] = [await hub.chapter('Dresden'), await hub.chapter('Essen')];
  const browser = await join(hub, first, 'walt@example.org');
  const token = await inviteTo(second, 'walt@example.org');
  (await browser.call(joiningCalls.acceptInvitation, { token, password })).value();
  const remove = (chapterId: Id<'chapter'>) =>
    hub.db
      .updateTable('member')
      .set({ status: 'removed' })
      .where('chapter_id', '=', chapterId)
      .where('email', '=', 'walt@example.org')
      .execute();

  await remove(second.id);
  expect((await browser.call(authCalls.session)).value()).toMatchObject({
    chapters: [{ id: first.id }],
    chapter: { id: first.id },
  });
  await remove(first.id);
  expect((await browser.call(authCalls.session)).value()).toMatchObject({
    chapters: [],
    chapter: null,
  });
  expect((await browser.call(authCalls.token)).refusal().code).toBe('no_chapter');
});

test('the signed-out view has the chapter’s links and no demo sign-ins', async () => {
  const view = (await openBrowser(hub).call(authCalls.session)).value();
  expect(view).toEqual({
    signedIn: false,
    links: {
      chapterSiteUrl: 'https://chapter.example.org',
      networkHubUrl: 'https://hub.example.org',
      learningCentreUrl: 'https://learn.example.org',
      localPlatformUrl: 'https://platform.example.org',
    },
    setUp: null,
    hostedName: null,
    demoSignIns: [],
  });
});

test('signing in from another site is refused', async () => {
  await join(hub, await hub.chapter(), 'xena@example.org');
  const body = { email: 'xena@example.org', password };
  const crossSite = { 'sec-fetch-site': 'cross-site' };
  const reply = await callApp(hub.app, authCalls.signIn, crossSite, { body });
  expect(reply.status).toBe(403);
  const foreign = { origin: 'https://evil.example.org' };
  expect((await callApp(hub.app, authCalls.signIn, foreign, { body })).status).toBe(403);
});
