/** When an issuer's keys are fetched, and which are trusted while it does not respond. */
import type { JWTHeaderParameters } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startIssuer, type TestIssuer } from '../testing/issuer.ts';
import { createIssuerKeyFinder, type FindIssuerKey, IssuerUnavailable } from './issuer-keys.ts';

let issuer: TestIssuer;
let now: number;
let find: FindIssuerKey;

const minutes = (count: number) => count * 60_000;
const header = (kid: string): JWTHeaderParameters => ({ alg: 'RS256', kid });
const keysAsked = () => issuer.requests.filter((url) => url === '/jwks').length;

beforeAll(async () => {
  issuer = await startIssuer();
  await issuer.addKey('first');
});
afterAll(() => issuer.close());
beforeEach(() => {
  issuer.failure = 'none';
  issuer.requests.length = 0;
  now = 1_000_000;
  find = createIssuerKeyFinder(trusted(), () => now);
});

const trusted = (more = {}) => ({
  issuer: issuer.issuer,
  audience: 'hub',
  authorizedParties: [],
  jwksUrl: undefined,
  ...more,
});

test('keys are fetched on first use, once for all who wait, and cached', async () => {
  expect(issuer.requests).toEqual([]);
  const found = await Promise.all(Array.from({ length: 20 }, () => find(header('first'))));
  expect(new Set(found).size).toBe(1);
  expect(found[0]).toBeDefined();
  now += minutes(9);
  await find(header('first'));
  expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/jwks']);
});

test('a configured JWKS URL needs no discovery', async () => {
  find = createIssuerKeyFinder(trusted({ jwksUrl: `${issuer.issuer}/jwks` }), () => now);
  expect(await find(header('first'))).toBeDefined();
  expect(issuer.requests).toEqual(['/jwks']);
});

test('unknown keys cause at most one fetch in half a minute', async () => {
  await find(header('first'));
  for (let attempt = 0; attempt < 50; attempt += 1) {
    expect(await find(header(`unknown-${attempt}`))).toBeUndefined();
  }
  expect(keysAsked()).toBe(1);
  now += 31_000;
  for (let attempt = 0; attempt < 50; attempt += 1) await find(header('unknown'));
  expect(keysAsked()).toBe(2);
});

test('a new key works with its first token, and a withdrawn one stops working', async () => {
  await find(header('first'));
  now += 31_000;
  await issuer.addKey('second');
  expect(await find(header('second'))).toBeDefined();
  issuer.withdraw('second');
  expect(await find(header('second'))).toBeDefined();
  now += minutes(11);
  expect(await find(header('second'))).toBeUndefined();
});

test.each(['error', 'nonsense', 'redirect', 'another issuer', 'too much'] as const)(
  'if it responds with %s, no keys are trusted at first, and later cached ones for an hour',
  async (failure) => {
    issuer.failure = failure;
    await expect(find(header('first'))).rejects.toThrow(IssuerUnavailable);
    const asked = issuer.requests.length;
    await expect(find(header('first'))).rejects.toThrow(IssuerUnavailable);
    expect(issuer.requests.length).toBe(asked);
    expect(issuer.requests.join()).not.toContain('elsewhere');

    issuer.failure = 'none';
    now += 31_000;
    expect(await find(header('first'))).toBeDefined();
    issuer.failure = failure;
    now += minutes(59);
    expect(await find(header('first'))).toBeDefined();
    now += minutes(2);
    await expect(find(header('first'))).rejects.toThrow(IssuerUnavailable);
  },
);
