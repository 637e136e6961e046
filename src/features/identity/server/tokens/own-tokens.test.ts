/** Our own tokens: the claims only they have, and when they end. */
import { decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { newId } from '#server/database/ids.ts';
import { authCalls } from '../../contract.ts';
import { jwksCall } from '../../jwks-contract.ts';
import { join } from '../testing/browser.ts';
import {
  addSigningKey,
  createBrowserSource,
  signAs,
  type TokenSource,
} from '../testing/token-sources.ts';

let hub: TestHub;
let source: TokenSource;

beforeAll(async () => {
  hub = await startTestHub();
  source = await createBrowserSource(hub, await hub.chapter());
});
afterAll(() => hub.close());

async function getStatus(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await hub.request({ method: 'GET', url: '/api/wallets', headers })).statusCode;
}

const stranger = async () => (await hub.chapter()).person('Third Person');

const table: Record<string, () => Promise<string>> = {
  'a token of no declared type': () => signAs(source, { header: { typ: undefined } }),
  'a token of a looser type': () => signAs(source, { header: { typ: 'JWT' } }),
  'a chapter that is no id': () => signAs(source, { claims: { chapter: "x' or true--" } }),
  'an unknown session': () => signAs(source, { claims: { sid: newId() } }),
  'someone else’s account': async () =>
    signAs(source, { claims: { sub: (await stranger()).accountId } }),
  'someone else’s session': async () =>
    signAs(source, { claims: { sid: (await stranger()).sessionId } }),
  'someone else’s chapter': async () =>
    signAs(source, { claims: { chapter: (await stranger()).chapterId } }),
  'a key long retired': async () => {
    const retired = { ...source.key, kid: 'retired' };
    await addSigningKey(hub, retired, '2026-01-01T00:00:00Z');
    return signAs(source, { header: { kid: 'retired' } });
  },
};

test.each(Object.entries(table))('a token is refused: %s', async (_what, token) => {
  expect(await getStatus(await signAs(source))).toBe(200);
  expect(await getStatus(await token())).toBe(401);
});

test('the token of a signed-out session is refused before it expires', async () => {
  const browser = await join(hub, await hub.chapter(), 'yara@example.org');
  const bearer = await browser.bearer();
  expect((await callApp(hub.app, authCalls.session, bearer)).status).toBe(200);
  await browser.call(authCalls.signOut);
  const reply = await hub.request({ method: 'GET', url: '/api/wallets', headers: bearer });
  expect(reply.statusCode).toBe(401);
});

test.each(['disabled', 'removed'] as const)(
  'the token of a %s member is refused',
  async (status) => {
    const chapter = await hub.chapter();
    const someone = await chapter.person('Some Body');
    expect(await getStatus(someone.token)).toBe(200);
    await hub.db
      .updateTable('member')
      .set({ status })
      .where('chapter_id', '=', chapter.id)
      .where('id', '=', someone.memberId)
      .execute();
    expect(await getStatus(someone.token)).toBe(401);
  },
);

test('the tokens of a disabled account and of an expired session are refused', async () => {
  const chapter = await hub.chapter();
  const [one, two] = [await chapter.person('One'), await chapter.person('Two')];
  await sql`update auth.account set disabled_at = now() where id = ${one.accountId}`.execute(
    hub.db,
  );
  expect(await getStatus(one.token)).toBe(401);
  await sql`update auth.session set expires_at = now() where id = ${two.sessionId}`.execute(hub.db);
  expect(await getStatus(two.token)).toBe(401);
});

test('a member’s valid token gets 403, not 401, where an admin is required', async () => {
  const reply = await (await hub.chapter()).person('Nina Nobody');
  expect((await reply.call(invitationCalls.list)).status).toBe(403);
});

test('the published keys include the current signing key and no retired one', async () => {
  const { keys: published } = (await callApp(hub.app, jwksCall, {})).value();
  const header = decodeProtectedHeader(await source.genuine());
  expect(header).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: expect.any(String) });
  expect(published.map((key) => key.kid)).toContain(header.kid);
  expect(published.map((key) => key.kid)).not.toContain('retired');
  expect(published.every((key) => key.alg === 'EdDSA' && !('d' in key))).toBe(true);
});

test('private keys are stored encrypted', async () => {
  const found = await sql<{ privateKey: string }>`
    select private_key as "privateKey" from auth.signing_key where private_key <> 'unknown'`.execute(
    hub.db,
  );
  expect(found.rows.length).toBeGreaterThan(0);
  for (const row of found.rows) expect(row.privateKey).not.toContain('"d"');
});
