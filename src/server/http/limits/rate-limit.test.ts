import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { authCalls } from '#features/identity/contract.ts';
import { createLimits } from './rate-limit.ts';

let hub: TestHub | undefined;
afterEach(() => hub?.close());

async function limited(isBehindProxy: boolean): Promise<TestHub> {
  hub = await startTestHub({ config: { isRateLimited: true, isBehindProxy } });
  return hub;
}

/** The statuses of attempts to sign in, each from an address of its own. */
async function attempts(target: TestHub, emails: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const [index, email] of emails.entries()) {
    const reply = await target.request({
      method: 'POST',
      url: '/api/auth/sign-in',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${index + 1}` },
      payload: { email, password: 'not the password' },
    });
    statuses.push(reply.statusCode);
  }
  return statuses;
}

const sixDifferent = Array.from({ length: 6 }, (_, index) => `somebody.${index}@example.org`);

test('guessing one account’s password from many IP addresses is limited in any spelling', async () => {
  const proxied = await limited(true);
  const spellings = ['a@b.test', 'A@b.test', ' a@b.test', 'a@B.test', 'a@b.test', 'a@b.test'];
  const statuses = await attempts(proxied, spellings);
  expect(statuses.slice(0, 5)).not.toContain(429);
  expect(statuses[5]).toBe(429);
  expect(await attempts(proxied, sixDifferent)).not.toContain(429);
});

test('guessing one’s own password from many IP addresses is limited, too', async () => {
  const proxied = await limited(true);
  const maya = await (await proxied.chapter()).person('Maya Chen');
  const statuses: number[] = [];
  for (let index = 1; index <= 6; index += 1) {
    const reply = await proxied.request({
      method: 'POST',
      url: '/api/auth/password',
      headers: {
        authorization: `Bearer ${maya.token}`,
        'content-type': 'application/json',
        'x-forwarded-for': `192.0.2.${index}`,
      },
      payload: { currentPassword: 'a guess', newPassword: 'a longer and better one' },
    });
    statuses.push(reply.statusCode);
  }
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
});

test('everyone together has 120 attempts a minute, from however many networks', async () => {
  // Without a database, whose own counts have the same limits: 121 passwords take long to hash.
  const limits = createLimits({
    findBrowser: () => undefined,
    isKnownDevice: () => false,
    countShared: async () => 0,
    giveBackShared: async () => {},
  });
  const app = Fastify({ trustProxy: true });
  app.post('/', async (request) => (await limits.checkAttempt(request, authCalls.signIn)).ok);
  const taken: unknown[] = [];
  for (let index = 0; index < 121; index += 1) {
    const reply = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'x-forwarded-for': `198.51.${index}.1` },
      payload: { email: `guess.${index}@example.org`, password: 'wrong' },
    });
    taken.push(reply.json());
  }
  expect(taken).toEqual([...Array(120).fill(true), false]);
});

test('a forged client address does not evade limits', async () => {
  const statuses = await attempts(await limited(false), sixDifferent);
  expect(statuses.slice(0, 5)).not.toContain(429);
  expect(statuses[5]).toBe(429);
});

test('anonymous requests from an IP address do not use up its members’ limits', async () => {
  const busy = await limited(false);
  const member = await (await busy.chapter()).person('Maya Chen');
  const ask = (headers: Record<string, string>) => busy.request({ url: '/api/users', headers });
  const statuses: number[] = [];
  for (let index = 0; index < 301; index += 1) statuses.push((await ask({})).statusCode);
  expect(new Set(statuses.slice(0, 300))).toEqual(new Set([401]));
  expect(statuses[300]).toBe(429);
  expect((await ask({ authorization: `Bearer ${member.token}` })).statusCode).toBe(200);
});

test('requests that would be answered late are refused, unless limits are off', {
  tags: ['all'],
}, async () => {
  const status = async (isRateLimited: boolean, milliseconds: number) => {
    hub = await startTestHub({ config: { isRateLimited }, maxDelay: 20 });
    const end = performance.now() + milliseconds;
    for (;;) {
      const reply = await hub.request({ url: '/api/users' });
      if (reply.statusCode === 503 || performance.now() > end) {
        await hub.close();
        return [reply.statusCode, reply.json().code];
      }
      const busyUntil = performance.now() + 200;
      while (performance.now() < busyUntil);
      await sleep(5);
    }
  };
  expect(await status(true, 10_000)).toEqual([503, 'busy']);
  expect(await status(false, 1_500)).toEqual([401, 'unauthenticated']);
});
