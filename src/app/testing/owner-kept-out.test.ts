/** What strangers do to an account must not keep its owner out. */
import { afterEach, expect, test } from 'vitest';
import { authCalls } from '#features/identity/contract.ts';
import { factorCalls } from '#features/identity/factor-contract.ts';
import { fullCost } from '#features/identity/server/shared/password.ts';
import {
  type Browser,
  join,
  openBrowser,
  password,
} from '#features/identity/server/testing/browser.ts';
import { setUpSecondFactor } from '#features/identity/server/testing/second-factor.ts';
import { createTestDatabase } from './database.ts';
import { callApp, startTestHub, type TestHub } from './hub.ts';

const hubs: TestHub[] = [];
afterEach(async () => {
  for (const hub of hubs.splice(0)) await hub.close();
});

async function start(database?: Parameters<typeof startTestHub>[0] & object): Promise<TestHub> {
  const hub = await startTestHub({
    config: { isRateLimited: true, isBehindProxy: true },
    ...database,
  });
  hubs.push(hub);
  return hub;
}

let addresses = 0;
const nextAddress = () => {
  addresses += 1;
  return `198.${18 + (addresses % 2)}.${addresses % 250}.9`;
};

/** Each from a network of its own unless an address is given. */
async function attempt(
  hub: TestHub,
  body: { email: string; password: string },
  { browser, from = nextAddress() }: { browser?: Browser; from?: string } = {},
): Promise<number> {
  const headers: Record<string, string> = { 'x-forwarded-for': from };
  if (browser?.cookie) headers['cookie'] = browser.cookie;
  return (await callApp(hub.app, authCalls.signIn, headers, { body })).status;
}

async function repeat(count: number, work: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push(await work());
  return statuses;
}

test('wrong passwords of strangers do not keep the owner’s browser out', async () => {
  const hub = await start();
  const email = 'owner@example.org';
  const browser = await join(hub, await hub.chapter(), email);
  await browser.call(authCalls.signOut);
  const guesses = await repeat(6, () => attempt(hub, { email, password: 'a wrong password' }));
  expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await attempt(hub, { email, password })).toBe(429);
  // Not even strangers at the same address.
  const from = '203.0.113.7';
  await repeat(6, () => attempt(hub, { email: 'x@example.org', password: 'wrong' }, { from }));
  expect(await attempt(hub, { email, password }, { browser, from })).toBe(200);
});

test('a known browser guesses ten times a minute, and only for its own account', async () => {
  const hub = await start();
  const chapter = await hub.chapter();
  const [email, other] = ['known@example.org', 'other@example.org'];
  const browser = await join(hub, chapter, email);
  await join(hub, chapter, other);
  const wrong = 'a wrong password';
  const own = await repeat(11, () => attempt(hub, { email, password: wrong }, { browser }));
  expect(own).toEqual([...Array(10).fill(401), 429]);
  const of = await repeat(6, () => attempt(hub, { email: other, password: wrong }, { browser }));
  expect(of).toEqual([401, 401, 401, 401, 401, 429]);
});

test('wrong codes of somebody with the password do not rest the owner’s second factor', async () => {
  const hub = await startTestHub();
  hubs.push(hub);
  const email = 'factor@example.org';
  const browser = await join(hub, await hub.chapter(), email);
  const app = await setUpSecondFactor(hub, browser);
  const thief = openBrowser(hub);
  await thief.call(authCalls.signIn, { email, password });
  const codes = await repeat(
    6,
    async () => (await thief.call(factorCalls.secondStep, { code: '000000' })).status,
  );
  expect(codes.at(-1)).toBe(429);
  await browser.call(authCalls.signOut);
  await browser.call(authCalls.signIn, { email, password });
  expect((await browser.call(factorCalls.secondStep, { code: app.code(1) })).status).toBe(200);
});

test('what no attempt costs uses up no one’s attempts', async () => {
  const hub = await start();
  const email = 'flushed@example.org';
  await join(hub, await hub.chapter(), email);
  await repeat(10, async () => {
    const headers = { 'x-forwarded-for': nextAddress() };
    const raw = JSON.stringify({ email });
    return (await callApp(hub.app, authCalls.signIn, headers, { raw })).status;
  });
  expect(await attempt(hub, { email, password })).toBe(200);
});

test('right passwords use up no one else’s attempts at the same address', async () => {
  const hub = await start();
  const chapter = await hub.chapter();
  const people = Array.from({ length: 8 }, (_, index) => `office.${index}@example.org`);
  for (const email of people) await join(hub, chapter, email);
  const from = '203.0.113.8';
  for (const email of people) expect(await attempt(hub, { email, password }, { from })).toBe(200);
});

test('a network and everyone together have limits, too', async () => {
  const hub = await start();
  const guess = (from: string, index: number) =>
    attempt(hub, { email: `guess.${index}@example.org`, password: 'wrong' }, { from });
  const ofNetwork: number[] = [];
  for (let index = 0; index < 21; index += 1) {
    ofNetwork.push(await guess(`2001:db8:77:${index}::1`, index));
  }
  expect(ofNetwork).toEqual([...Array(20).fill(401), 429]);
});

test('the servers of one database count attempts together', async () => {
  const made = await createTestDatabase();
  const first = await start({ database: made });
  const second = await start({ database: { ...made, drop: async () => {} } });
  const body = { email: 'shared@example.org', password: 'a wrong password' };
  const statuses: number[] = [];
  for (let index = 0; index < 6; index += 1) {
    statuses.push(await attempt(index % 2 === 0 ? first : second, body));
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test('too many passwords at once are refused, and the others hashed', async () => {
  // Hashing takes longer than arriving, on any machine.
  const hub = await start({ passwordCost: fullCost, config: {} });
  const body = { email: 'nobody@example.org', password: 'a wrong password' };
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const reply = await callApp(hub.app, authCalls.signIn, {}, { body });
      if (reply.status === 503) {
        expect([reply.refusal().code, reply.headers['retry-after']]).toEqual(['busy', '1']);
      }
      return reply.status;
    }),
  );
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(34);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
});
