/** The clocks of a server and of its PgBouncer are set, while members work; that of the database is right. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { authCalls } from '#features/identity/contract.ts';
import { join as joinChapter, password } from '#features/identity/server/testing/browser.ts';
import { startMailServer } from '#features/identity/server/testing/mail-server.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { storeRoleSettings } from '#server/database/role-settings.ts';
import { createTestDatabase } from './database.ts';
import { canFakeClocks, setClock, withClock } from './fake-clock.ts';
import { findFreePort } from './free-port.ts';
import { startTestHub, testSecret } from './hub.ts';
import { startHub, stop } from './hub-process.ts';
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts';
import { temporaryFolder } from './temporary-folder.ts';

const email = 'ann@example.org';

async function startBehindPooler() {
  const folder = await temporaryFolder();
  const clock = join(folder, 'clock');
  setClock(clock, 0);
  chmodSync(clock, 0o644);
  const made = await createTestDatabase();
  await storeRoleSettings(made.appUrl);
  const smtp = await startMailServer();
  const fixtures = await startTestHub({ database: made });
  await joinChapter(fixtures, await fixtures.chapter(), email, 'admin');
  const bouncer = await startPgBouncer(
    made.appUrl,
    'transaction',
    'default_pool_size = 3',
    withClock(clock),
  );
  const metricsPort = await findFreePort();
  const server = await startHub(folder, [], {
    ...withClock(clock),
    DATABASE_URL: made.appUrl,
    POOLER_DATABASE_URL: bouncer.url,
    HUB_SECRET: testSecret,
    SMTP_URL: smtp.url,
    RATE_LIMIT: 'on',
    METRICS_PORT: String(metricsPort),
  });
  onTestFinished(async () => {
    expect((await stop(server)).code).toBe(0);
    await bouncer.close();
    await smtp.close();
    await fixtures.close();
  });
  const call = async ({ method, path }: Endpoint, headers = {}, body?: object) => {
    const reply = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, value: text ? JSON.parse(text) : null };
  };
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return { clock, smtp, fixtures, call, metrics };
}

test.skipIf(!hasPgBouncer || !canFakeClocks).each([
  ['forward', 25 * 3_600],
  ['back', -25 * 3_600],
])(
  'set %s, and right again: nobody is locked out, and nothing happens twice',
  async (_where, seconds) => {
    const { clock, smtp, fixtures, call, metrics } = await startBehindPooler();
    const signIn = async () => {
      const reply = await call(authCalls.signIn, {}, { email, password });
      expect(reply.status).toBe(200);
      return reply.headers
        .getSetCookie()
        .map((set) => set.split(';')[0])
        .join('; ');
    };
    /** As a browser does: it asks for a new token with its cookie. */
    const open = async (cookie: string) => {
      const { chapter } = (await call(authCalls.session, { cookie })).value;
      const { token } = (await call(authCalls.token, { cookie })).value;
      return { ownerId: chapter.memberId, headers: { authorization: `Bearer ${token}` } };
    };
    const create = async (cookie: string, key: string): Promise<{ id: string }> => {
      const { ownerId, headers } = await open(cookie);
      const body = { name: key, ownerId, currencyCode: 'USD' };
      const reply = await call(walletCalls.create, { ...headers, 'idempotency-key': key }, body);
      expect(reply.status).toBe(201);
      return reply.value;
    };
    const invite = async (cookie: string, name: string) => {
      const body = { email: `${name}@example.org`, role: 'member' };
      const reply = await call(invitationCalls.invite, (await open(cookie)).headers, body);
      expect(reply.status).toBe(201);
    };

    const before = await signIn();
    const jump = async (to: number) => {
      setClock(clock, to);
      const readGap = async () => {
        const { token } = (await call(authCalls.token, { cookie: before })).value;
        const { iat = 0 } = decodeJwt(token);
        return Math.abs(iat - Temporal.Now.instant().epochMilliseconds / 1_000 - to);
      };
      await expect.poll(readGap).toBeLessThan(5);
    };
    const first = await create(before, 'first');
    await invite(before, 'first');
    await jump(seconds);
    const during = await signIn();
    expect(await create(before, 'first')).toEqual(first);
    const second = await create(during, 'second');
    await invite(during, 'second');
    await jump(0);
    expect(await create(during, 'second')).toEqual(second);
    expect(await create(before, 'first')).toEqual(first);
    await create(before, 'third');
    await invite(during, 'third');

    const names = ['first', 'second', 'third'];
    for (const name of names) await smtp.mailTo(`${name}@example.org`);
    await sleep(4_000);
    expect(smtp.mails.map(({ to }) => to).sort()).toEqual(
      names.map((name) => `${name}@example.org`),
    );
    const wallets = await fixtures.db.selectFrom('wallet').select('name').orderBy('name').execute();
    expect(wallets.map(({ name }) => name)).toEqual(names);
    expect(await fixtures.differences()).toEqual([]);

    // Limits follow no clock that is set: neither lifted nor extended.
    const wrong = () =>
      call(authCalls.signIn, {}, { email: 'nobody@example.org', password: 'wrong password' });
    for (let attempt = 0; (await wrong()).status !== 429; attempt += 1)
      expect(attempt).toBeLessThan(10);
    await jump(seconds);
    const refused = await wrong();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await metrics()).split('\n').filter((line) => /^hub_.* -\d/.test(line))).toEqual([]);
  },
);
