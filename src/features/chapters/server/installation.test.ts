import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { eventCalls } from '#features/events/contract.ts';
import { authCalls } from '#features/identity/contract.ts';
import {
  type Browser,
  openBrowser,
  password,
  readToken,
} from '#features/identity/server/testing/browser.ts';
import { memberCalls } from '#features/members/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toInstant } from '#kit/day.ts';
import { newId } from '#server/database/ids.ts';
import { chapterCalls } from '../chapter-contract.ts';
import { installationCalls } from '../installation-contract.ts';
import { joiningCalls } from '../joining-contract.ts';
import { invite } from './invitations/invite.ts';
import { ensureSetUpLink } from './set-up.ts';

let hub: TestHub;
let first: Browser;
beforeAll(async () => {
  hub = await startTestHub();
  first = openBrowser(hub);
  const token = readToken(await ensureSetUpLink(hub.identity));
  const person = { email: 'first@example.org', firstName: 'First', lastName: 'Admin' };
  (await first.call(joiningCalls.setUp, { ...person, password, token })).value();
});
afterAll(() => hub.close());

const links = {
  chapterSiteUrl: 'https://oslo.example.org/',
  networkHubUrl: 'https://hub.example.org/',
  learningCentreUrl: '',
  localPlatformUrl: '',
};
const oslo = { name: 'Oslo', timeZone: 'Europe/Oslo', policy: 'treasurer' as const, links };

async function create(body: object, browser = first) {
  const endpoint = installationCalls.createChapter;
  return callApp(hub.app, endpoint, await browser.bearer(), { raw: JSON.stringify(body) });
}

async function chapters(browser = first) {
  return callApp(hub.app, installationCalls.chapters, await browser.bearer());
}

test('an installation admin creates a chapter, becomes its admin and switches to it', async () => {
  expect((await first.call(authCalls.session)).value()).toMatchObject({
    isInstallationAdmin: true,
  });
  const made = (await create({ ...oslo, adminEmail: null })).value();
  expect(made).toMatchObject({
    chapter: { name: 'Oslo', memberCount: 1, hasAdmin: true },
    invitation: null,
  });
  const chapterId = made.chapter.id;
  const before = await first.bearer();
  const view = (await first.call(authCalls.switchChapter, { chapterId })).value();
  expect(view).toMatchObject({ chapter: { name: 'Oslo', role: 'admin', policy: 'treasurer' } });
  const headers = await first.bearer();
  expect((await callApp(hub.app, chapterCalls.detail, headers)).value()).toMatchObject(oslo);
  const calendars = (await callApp(hub.app, eventCalls.calendars, headers)).value().items;
  expect(calendars).toMatchObject([{ isMain: true, timeZone: 'Europe/Oslo' }]);
  const wallet = { name: 'Dues', ownerId: view.chapter?.memberId ?? '', currencyCode: 'USD' };
  const sent = { raw: JSON.stringify(wallet) };
  expect((await callApp(hub.app, walletCalls.create, headers, sent)).status).toBe(201);
  // The session has switched; a screen that shows the old chapter is refused.
  const cookie = first.cookie ?? '';
  const asked = (readLogoHash: string) =>
    callApp(hub.app, memberCalls.list, { cookie, 'x-chapter': readLogoHash });
  expect((await asked(chapterId)).value().totalCount).toBe(1);
  expect(
    (await asked(view.chapters.find(({ name }) => name === 'San Diego')?.id ?? '')).status,
  ).toBe(401);
  // A token names its chapter: an old one still acts in the old chapter only.
  expect((await callApp(hub.app, chapterCalls.detail, before)).value().name).toBe('San Diego');
  const audit = await hub.db
    .selectFrom('audit')
    .select('actor_id')
    .where('chapter_id', '=', chapterId)
    .where('action', '=', 'chapter.create')
    .execute();
  expect(audit).toEqual([{ actor_id: view.chapter?.memberId }]);
  expect(await hub.differences()).toEqual([]);
});

test('someone else is invited as first admin, repeatedly until there is one', async () => {
  const adminEmail = 'liv@example.org';
  const made = (await create({ ...oslo, name: 'Bergen', adminEmail })).value();
  expect(made.chapter).toMatchObject({ memberCount: 0, hasAdmin: false });
  const again = async (email: string) =>
    callApp(hub.app, installationCalls.inviteAdmin, await first.bearer(), {
      params: { chapterId: made.chapter.id },
      body: { email },
    });
  const token = readToken((await again(adminEmail)).value().link);
  const liv = openBrowser(hub);
  const accept = { password, firstName: 'Liv', lastName: 'Berg' };
  const replaced = { ...accept, token: readToken(made.invitation?.link) };
  expect((await liv.call(joiningCalls.acceptInvitation, replaced)).status).toBe(404);
  const joined = (await liv.call(joiningCalls.acceptInvitation, { ...accept, token })).value();
  expect(joined).toMatchObject({
    isInstallationAdmin: false,
    chapter: { name: 'Bergen', role: 'admin' },
    chapters: [{ name: 'Bergen' }],
  });
  const late = await again('first@example.org');
  expect([late.status, late.refusal().code]).toEqual([409, 'has_admin']);
  const listed = (await chapters()).value().items;
  expect(listed.map(({ name, memberCount }) => [name, memberCount])).toContainEqual(['Bergen', 1]);
  // Creating a chapter gives no access to it.
  const bergen = { chapterId: made.chapter.id };
  expect((await first.call(authCalls.switchChapter, bergen)).status).toBe(404);
});

async function accept(link: string | null | undefined) {
  const body = { token: readToken(link), password, firstName: 'Some', lastName: 'Body' };
  return (await openBrowser(hub).call(joiningCalls.acceptInvitation, body)).status;
}

test('only one invited first admin joins, and none once there is an admin', async () => {
  const { id: chapterId } = await hub.chapter('Narvik');
  const asked = async (email: string) =>
    callApp(hub.app, installationCalls.inviteAdmin, await first.bearer(), {
      params: { chapterId },
      body: { email },
    });
  const one = (await asked('one@narvik.example')).value();
  const two = (await asked('two@narvik.example')).value();
  expect(await accept(one.link)).toBe(404);
  // The operator may invite admins at any time.
  const operator = { chapterId, memberId: null, now: toInstant(Temporal.Now.instant()), newId };
  const byOperator = async (email: string) => {
    const sent = await invite(hub.identity, operator, { email, role: 'admin' });
    return sent.ok ? sent.value.link : null;
  };
  expect(await accept(await byOperator('three@narvik.example'))).toBe(201);
  expect(await accept(two.link)).toBe(404);
  expect((await asked('four@narvik.example')).refusal().code).toBe('has_admin');
  expect(await accept(await byOperator('five@narvik.example'))).toBe(201);
  const revoked = await hub.db
    .selectFrom('audit')
    .select('entity_id')
    .where('chapter_id', '=', chapterId)
    .where('action', '=', 'invitation.revoke')
    .execute();
  expect(revoked).toEqual([{ entity_id: one.invitation.id }]);
});

test('concurrent acceptances by invited first admins: exactly one succeeds', async () => {
  const { id: chapterId } = await hub.chapter('Tromsø');
  const headers = await first.bearer();
  const sent = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) =>
      callApp(hub.app, installationCalls.inviteAdmin, headers, {
        params: { chapterId },
        body: { email: `${name}@tromso.example` },
      }),
    ),
  );
  // As if none had revoked another.
  await sql`update hub.invitation set revoked_at = null where chapter_id = ${chapterId}`.execute(
    hub.db,
  );
  const statuses = await Promise.all(sent.map((reply) => accept(reply.value().link)));
  expect(statuses.sort()).toEqual([201, 404, 404, 404]);
});

test('no role of a chapter grants installation admin rights', async () => {
  const chapter = await hub.chapter('Elsewhere');
  for (const role of ['member', 'treasurer', 'admin'] as const) {
    const person = await chapter.person(`Eve ${role}`, role);
    const body = { ...oslo, name: 'Mine', adminEmail: null };
    expect((await person.call(installationCalls.chapters)).status).toBe(403);
    expect((await person.call(installationCalls.createChapter, { body })).status).toBe(403);
    const params = { chapterId: chapter.id };
    const invited = { params, body: { email: 'a@example.org' } };
    expect((await person.call(installationCalls.inviteAdmin, invited)).status).toBe(403);
  }
  expect((await callApp(hub.app, installationCalls.chapters, {})).status).toBe(401);
});

test('concurrent creations of chapters with one name: exactly one succeeds', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      create({ ...oslo, name: n % 2 ? 'Turku' : 'TURKU', adminEmail: null }),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
});

test.each<[string, object]>([
  ['a script as a link', { links: { ...links, networkHubUrl: 'javascript:alert(1)' } }],
  ['an unknown time zone', { timeZone: 'Mars/Olympus' }],
  ['an invalid address', { adminEmail: 'nobody' }],
  ['a missing admin', { adminEmail: undefined }],
  ['an unknown field', { id: '019a0000-0000-7000-8000-000000000000' }],
])('%s is refused and creates no chapter', async (_, wrong) => {
  const before = (await chapters()).value().totalCount;
  expect((await create({ ...oslo, name: 'Wrong', adminEmail: null, ...wrong })).status).toBe(422);
  expect((await chapters()).value().totalCount).toBe(before);
});

test('disabled accounts and former installation admins are refused', async () => {
  const headers = await first.bearer();
  const list = () => callApp(hub.app, installationCalls.chapters, headers);
  const me = (await first.call(authCalls.session)).value();
  const accountId = me.signedIn ? me.accountId : '';
  await hub.db.deleteFrom('installation_admin').where('account_id', '=', accountId).execute();
  expect((await list()).status).toBe(403);
  expect((await callApp(hub.app, memberCalls.list, headers)).status).toBe(200);
  await hub.db
    .insertInto('installation_admin')
    .values({ account_id: accountId, granted_at: '2026-01-01T00:00:00.000Z' })
    .execute();
  expect((await list()).status).toBe(200);
  await sql`update auth.account set disabled_at = now() where id = ${accountId}`.execute(hub.db);
  expect((await list()).status).toBe(401);
  await sql`update auth.account set disabled_at = null where id = ${accountId}`.execute(hub.db);
});
