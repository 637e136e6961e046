/** Accounts created by versions that used better-auth keep working. */
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeProtectedHeader } from 'jose';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#app/testing/database.ts';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { migrationsFolder } from '#server/config/paths.ts';
import { migrate } from '#server/database/migrate.ts';
import { APP_ROLE } from '#server/postgres/cluster.ts';
import { authCalls } from '../contract.ts';
import { factorCalls } from '../factor-contract.ts';
import { jwksCall } from '../jwks-contract.ts';
import { oidcCalls } from '../oidc-contract.ts';
import { ownAccountCalls } from '../own-account-contract.ts';
import { generateCode } from './factors/totp.ts';
import { findCallersByIdentity } from './sessions/identity-store.ts';
import { decodeBase32 } from './testing/base32.ts';
import { openBrowser, password } from './testing/browser.ts';
import { firstStep, readOutcome, secondStep } from './testing/second-factor.ts';

const lastMigration = '0027_first_admins.sql';
const kid = 'TDnAkm226jGFrfaRhGjiMhZiMh15JCGn';
const paula = {
  email: 'paula@example.org',
  cookie:
    'hub_session=uFmWtXPHJrpXccw0HHfRwLYbRN2cED0F.TWnLZ0HtQPki3HAbaQpBCk9pHfWrqUeY2gc%2F%2FbvU%2F1w%3D',
  token:
    'eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFZERTQSIsImtpZCI6IlREbkFrbTIyNmpHRnJmYVJoR2ppTWhaaU1oMTVKQ0duIn0.eyJzdWIiOiIwMWEyMDRmZC0wNTFmLTc0NzYtYTUwOC0zNTZlMmFlNTUwZTgiLCJzaWQiOiJoMXhob3FlU0ttZTJncUJVVVZGc09nam5ReHFFYUthZyIsImNoYXB0ZXIiOiIwMWEyMDRmZC0wMzU1LTc4NDUtYTA1Zi0zMzc2ZmJkODM2MjgiLCJpYXQiOjE3OTUzODAwMjAsIm5iZiI6MTc5NTM4MDAyMCwiZXhwIjoxNzk1MzgwMzIwLCJpc3MiOiJjaGFwdGVyLWh1YiIsImF1ZCI6ImNoYXB0ZXItaHViIn0.JKMjJFuFhI2CB_O5kxe526rmb_mRKEdkyjNSabWxvwwNsXFI5gU4XP2RRGrumynpPm_ulGb4hTIXGb1XdBrfDw',
  tokenMadeAt: Temporal.Instant.from('2026-11-22T20:40:20Z'),
};
const quentin = {
  email: 'quentin@example.org',
  cookie:
    'hub_session=4lT8wPwGZEYQnoX7ZF7lit5bKmDaKs4p.%2BhEtzvEtPisEcMOpf7OkHiz8SiNhno7TP0FKHrprcpk%3D',
  totpSecret: decodeBase32('N4W5PVVVFSWOFEYPJV7NCOYVDX33HPZR'),
  recoveryCode: 'M4V5-46NG-B9RK-WGPV',
};

let hub: TestHub;
beforeAll(async () => {
  const database = await createTestDatabase({ isMigrated: false });
  await migrateUpTo(lastMigration, database);
  await fill(database);
  await migrate(database.ownerUrl, { log: quiet, appRole: APP_ROLE });
  hub = await startTestHub({ database });
});
afterAll(() => hub.close());
afterEach(() => vi.useRealTimers());

const quiet = { info: () => {}, warn: () => {} };

async function migrateUpTo(last: string, { ownerUrl }: TestDatabase): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'chapter-hub-migrations-'));
  const names = (await readdir(migrationsFolder)).filter((name) => name <= last);
  await Promise.all(names.map((name) => copyFile(join(migrationsFolder, name), join(dir, name))));
  await migrate(ownerUrl, { dir, log: quiet, appRole: APP_ROLE });
  await rm(dir, { recursive: true });
}

async function fill({ ownerUrl }: TestDatabase): Promise<void> {
  const rows = fileURLToPath(new URL('testing/earlier-data.sql', import.meta.url));
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(await readFile(rows, 'utf8'));
  await client.end();
}

function browserWith(cookie: string) {
  const browser = openBrowser(hub);
  browser.cookie = cookie;
  return browser;
}

test('a session continues, and its next token is signed with the earlier key', async () => {
  const browser = browserWith(paula.cookie);
  expect((await browser.call(authCalls.session)).value()).toMatchObject({
    signedIn: true,
    email: paula.email,
    chapter: { name: 'San Diego', role: 'treasurer' },
  });
  const { token } = (await browser.call(authCalls.token)).value();
  expect(decodeProtectedHeader(token)).toEqual({ typ: 'at+jwt', alg: 'EdDSA', kid });
  const headers = { authorization: `Bearer ${token}` };
  const { items } = (await callApp(hub.app, ownAccountCalls.sessions, headers)).value();
  const current = items.filter(({ isThis }) => isThis);
  expect(current).toMatchObject([{ userAgent: 'lightMyRequest' }]);
  const { keys } = (await callApp(hub.app, jwksCall, {})).value();
  expect(keys.map((key) => key.kid)).toEqual([kid]);
});

test('a token issued earlier is accepted until it expires', async () => {
  const headers = { authorization: `Bearer ${paula.token}` };
  const statusAt = async (at: Temporal.Instant) => {
    vi.useFakeTimers({ toFake: ['Date'], now: at.epochMilliseconds });
    return (await hub.request({ method: 'GET', url: '/api/wallets', headers })).statusCode;
  };
  expect(await statusAt(paula.tokenMadeAt.add({ minutes: 1 }))).toBe(200);
  expect(await statusAt(paula.tokenMadeAt.add({ minutes: 6 }))).toBe(401);
});

test('a password still signs in', async () => {
  const browser = openBrowser(hub);
  expect((await firstStep(browser, paula.email)).value()).toMatchObject({ email: paula.email });
  const body = { email: paula.email, password: `${password}!` };
  expect((await openBrowser(hub).call(authCalls.signIn, body)).status).toBe(401);
});

test('the second factor is required, and its codes and recovery codes are accepted', async () => {
  const step = Math.floor(Temporal.Now.instant().epochMilliseconds / 30_000);
  for (const code of [generateCode(quentin.totpSecret, step), quentin.recoveryCode]) {
    const browser = openBrowser(hub);
    expect(readOutcome(await firstStep(browser, quentin.email))).toBe('401 second_factor_required');
    expect((await secondStep(browser, code)).value()).toMatchObject({ email: quentin.email });
    const again = openBrowser(hub);
    await firstStep(again, quentin.email);
    expect(readOutcome(await secondStep(again, code))).toBe('422 wrong_code');
  }
  const headers = await browserWith(quentin.cookie).bearer();
  const view = (await callApp(hub.app, factorCalls.secondFactor, headers)).value();
  expect(view).toEqual({
    since: '2026-11-22T20:40:20.976Z',
    recoveryCodesLeft: 9,
    hasPassword: true,
  });
});

test('an identity at an issuer stays connected', async () => {
  const headers = await browserWith(quentin.cookie).bearer();
  const connection = (await callApp(hub.app, oidcCalls.connection, headers)).value();
  expect(connection).toMatchObject({ isConnected: true, hasPassword: true });
  const identity = { issuer: 'https://id.example.org', subject: 'subject-of-quentin' };
  expect(await findCallersByIdentity(hub.db, identity, undefined)).toHaveLength(1);
});
