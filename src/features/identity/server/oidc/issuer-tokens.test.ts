/** Tokens of a trusted issuer: whom they identify, in which chapter, and when they end. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub } from '#app/testing/hub.ts';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { newId } from '#server/database/ids.ts';
import { ownAccountCalls } from '../../own-account-contract.ts';
import { startIssuer, type TestIssuer } from '../testing/issuer.ts';
import {
  connect,
  createIssuerSource,
  secondsNow,
  signAs,
  type TokenSource,
} from '../testing/token-sources.ts';

let hub: TestHub;
let issuer: TestIssuer;
let chapter: TestChapter;
let source: TokenSource;

const trust = (one: TestIssuer, authorizedParties: string[] = []) => ({
  issuer: one.issuer,
  audience: 'hub-api',
  authorizedParties,
  jwksUrl: undefined,
});

beforeAll(async () => {
  issuer = await startIssuer();
  for (const alg of ['PS256', 'ES256', 'EdDSA', 'RS384']) keys[alg] = await issuer.addKey(alg, alg);
  hub = await startTestHub({ config: { trustedIssuers: [trust(issuer, ['reports', 'ledger'])] } });
  chapter = await hub.chapter();
  source = await createIssuerSource(hub, chapter, issuer);
});
afterAll(async () => {
  await hub.close();
  await issuer.close();
});
beforeEach(() => {
  issuer.failure = 'none';
});

const keys: Record<string, Awaited<ReturnType<TestIssuer['addKey']>>> = {};

const ask = (token: string, headers: Record<string, string> = {}, url = '/api/wallets') =>
  hub.request({ method: 'GET', url, headers: { authorization: `Bearer ${token}`, ...headers } });
const getStatus = async (token: string) => (await ask(token)).statusCode;

/** A member connected with a subject of their own; signs tokens for it. */
async function connected(name: string, where = chapter) {
  const person = await where.person(name);
  const subject = newId();
  await connect(hub, person.accountId, issuer, subject);
  const token = () => signAs(source, { claims: { sub: subject } });
  return { person, subject, token };
}

test.each(['PS256', 'ES256', 'EdDSA'])('a token signed with %s is accepted', async (alg) => {
  const key = keys[alg];
  const token = await signAs(source, {
    header: { alg, kid: alg },
    ...(key ? { key: key.privateKey } : {}),
  });
  expect(await getStatus(token)).toBe(200);
});

test('an algorithm that is not allowed is refused, even if the issuer publishes a key for it', async () => {
  const key = keys['RS384']?.privateKey;
  const header = { alg: 'RS384', kid: 'RS384' };
  expect(await getStatus(await signAs(source, { header, ...(key ? { key } : {}) }))).toBe(401);
});

test('only listed clients are accepted, by azp or else by client_id', async () => {
  const by = (claims: Record<string, unknown>) => signAs(source, { claims });
  expect(await getStatus(await by({ azp: 'ledger' }))).toBe(200);
  expect(await getStatus(await by({ azp: undefined, client_id: 'reports' }))).toBe(200);
  expect(await getStatus(await by({ azp: 'evil', client_id: 'reports' }))).toBe(401);
  expect(await getStatus(await by({ azp: undefined, client_id: 'evil' }))).toBe(401);
  expect(await getStatus(await by({ azp: ['reports'] }))).toBe(401);
});

test('a token bound to a key is refused as a bearer token', async () => {
  const claims = { cnf: { jkt: 'x'.repeat(43) } };
  expect(await getStatus(await signAs(source, { claims }))).toBe(401);
});

test('an address does not identify anyone: only issuer and subject do', async () => {
  const someone = await chapter.person('Vera Verified');
  const row = await sql<{ email: string }>`
    select email from auth.account where id = ${someone.accountId}`.execute(hub.db);
  const claims = { sub: newId(), email: row.rows[0]?.email, email_verified: true };
  expect(await getStatus(await signAs(source, { claims }))).toBe(401);
});

test('a token acts in its owner’s only chapter, or in the one requested', async () => {
  const { person, token } = await connected('Paula Plural');
  const alone = await ask(await token());
  expect(alone.statusCode).toBe(200);
  const other = await hub.chapter('Another');
  expect((await ask(await token(), { 'x-chapter': other.id })).statusCode).toBe(401);

  const there = await other.person('Paula There');
  await hub.db
    .updateTable('member')
    .set({ account_id: person.accountId })
    .where('id', '=', there.memberId)
    .where('chapter_id', '=', other.id)
    .execute();
  await hub.db
    .insertInto('account_chapter')
    .values({ account_id: person.accountId, chapter_id: other.id, member_id: there.memberId })
    .execute();
  const unclear = await ask(await token());
  expect(unclear.statusCode).toBe(422);
  expect(unclear.json()).toMatchObject({ code: 'chapter_needed' });
  for (const [one, name] of [
    [chapter, 'San Diego'],
    [other, 'Another'],
  ] as const) {
    const named = await ask(await token(), { 'x-chapter': one.id }, '/api/chapter');
    expect(named.json()).toMatchObject({ name });
  }
  for (const nonsense of ['', 'nonsense', `${chapter.id}, ${other.id}`, newId()]) {
    expect((await ask(await token(), { 'x-chapter': nonsense })).statusCode).toBe(401);
  }
});

test('disabling or removing a member or their account ends their tokens immediately', async () => {
  const { person, token } = await connected('Dora Disabled');
  const one = await token();
  const set = (status: 'active' | 'disabled' | 'removed') =>
    hub.db.updateTable('member').set({ status }).where('id', '=', person.memberId).execute();
  for (const status of ['disabled', 'removed'] as const) {
    expect(await getStatus(one)).toBe(200);
    await set(status);
    expect(await getStatus(one)).toBe(401);
    await set('active');
  }
  await sql`update auth.account set disabled_at = now() where id = ${person.accountId}`.execute(
    hub.db,
  );
  expect(await getStatus(one)).toBe(401);
});

test('disconnecting the identity ends its tokens immediately', async () => {
  const { subject, token } = await connected('Carla Connected');
  const one = await token();
  expect(await getStatus(one)).toBe(200);
  await sql`delete from auth.identity where subject = ${subject}`.execute(hub.db);
  expect(await getStatus(one)).toBe(401);
});

test('an issuer’s token acts in a chapter and never on the account', async () => {
  const token = await source.genuine();
  for (const { path } of [ownAccountCalls.sessions]) {
    expect((await ask(token, {}, `/api${path}`)).statusCode).toBe(401);
  }
  // A role is looked up as for any other caller.
  expect((await ask(token, {}, `/api${invitationCalls.list.path}`)).statusCode).toBe(403);
});

test('a verified token is refused after it expires', { tags: ['all'] }, async () => {
  const now = secondsNow();
  const token = await signAs(source, { claims: { iat: now - 60, nbf: now - 60, exp: now + 1 } });
  expect(await getStatus(token)).toBe(200);
  await expect.poll(() => getStatus(token), { interval: 250 }).toBe(401);
});

test('a failing issuer makes its tokens unavailable, not invalid', async () => {
  const failing = await startIssuer();
  failing.failure = 'error';
  const late = await startTestHub({ config: { trustedIssuers: [trust(failing)] } });
  const there = await late.chapter();
  const theirs = await createIssuerSource(late, there, failing);
  const headers = { authorization: `Bearer ${await theirs.genuine()}` };
  const reply = await late.request({ method: 'GET', url: '/api/wallets', headers });
  expect(reply.statusCode).toBe(503);
  expect(reply.headers['retry-after']).toBeDefined();
  expect(reply.json()).toMatchObject({ code: 'issuer_unavailable' });
  // Everyone else is unaffected.
  const own = { authorization: `Bearer ${(await there.person('Olga SignedIn')).token}` };
  const beside = await late.request({ method: 'GET', url: '/api/wallets', headers: own });
  expect(beside.statusCode).toBe(200);
  await late.close();
  await failing.close();
});
