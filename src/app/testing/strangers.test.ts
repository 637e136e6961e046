import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authCalls } from '#features/identity/contract.ts';
import { join, openBrowser, password } from '#features/identity/server/testing/browser.ts';
import { startTestHub, type TestHub } from './hub.ts';

let hub: TestHub;
let port: number;
beforeAll(async () => {
  hub = await startTestHub({ config: { isRateLimited: true, isBehindProxy: true } });
  await hub.app.listen({ host: '127.0.0.1', port: 0 });
  const address = hub.app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => hub.close());

const json = { 'content-type': 'application/json' };

function signIn(forwardedFor: string, email: string) {
  return hub.request({
    method: 'POST',
    url: '/api/auth/sign-in',
    headers: { ...json, 'x-forwarded-for': forwardedFor },
    payload: { email, password: 'not a password' },
  });
}

async function statusesOf(addresses: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const [index, address] of addresses.entries()) {
    statuses.push((await signIn(address, `${address.length}.${index}@example.org`)).statusCode);
  }
  return statuses;
}

test('a forged address in front of the proxy’s entry has no effect', async () => {
  const addresses = Array.from({ length: 6 }, (_, index) => `10.9.8.${index}, 192.0.2.77`);
  expect(await statusesOf(addresses)).toEqual([401, 401, 401, 401, 401, 429]);
});

test('all connections of one address share a limit, even if the proxy adds ports', async () => {
  const addresses = Array.from({ length: 6 }, (_, index) => `192.0.2.78:${4711 + index}`);
  expect(await statusesOf(addresses)).toEqual([401, 401, 401, 401, 401, 429]);
});

test('all addresses of one IPv6 network share a limit', async () => {
  const addresses = Array.from({ length: 6 }, (_, index) => `2001:db8:1:2::${index + 1}`);
  expect(await statusesOf(addresses)).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await signIn('2001:db8:1:3::1', 'next.door@example.org')).statusCode).toBe(401);
});

test('the body of an unauthorized request is not read', async () => {
  const send = (url: string, headers: Record<string, string>) =>
    hub.request({
      method: 'POST',
      url,
      headers: { ...json, 'x-forwarded-for': '192.0.2.5', ...headers },
      payload: '{ unreadable',
    });
  const member = await (await hub.chapter()).person('Maya Chen');
  const token = { authorization: `Bearer ${member.token}` };
  expect((await send('/api/wallets', {})).statusCode).toBe(401);
  expect((await send('/api/invitations', token)).statusCode).toBe(403);
  expect(
    (await send('/api/wallets', { ...token, 'sec-fetch-site': 'cross-site' })).statusCode,
  ).toBe(403);
  expect((await send('/api/wallets', token)).statusCode).toBe(400);
});

test('anonymous requests do not keep signed-in callers of an address from their tokens', async () => {
  const from = { 'x-forwarded-for': '192.0.2.7' };
  await join(hub, await hub.chapter(), 'ida@example.org');
  const browser = openBrowser(hub);
  (await browser.call(authCalls.signIn, { email: 'ida@example.org', password })).value();
  const ask = (headers: Record<string, string>) =>
    hub.request({ method: 'POST', url: '/api/auth/token', headers: { ...from, ...headers } });
  let stranger = await ask({});
  for (let count = 0; count < 300; count += 1) stranger = await ask({});
  expect(stranger.statusCode).toBe(429);
  expect((await ask({ cookie: browser.cookie ?? '' })).statusCode).toBe(200);
});

test('anonymous callers may not send large bodies', async () => {
  const reply = await hub.request({
    method: 'POST',
    url: '/api/auth/invitation/look',
    headers: { ...json, 'x-forwarded-for': '192.0.2.6' },
    payload: JSON.stringify({ token: 'x'.repeat(20_000) }),
  });
  expect([reply.statusCode, reply.json().code]).toEqual([413, 'too_large']);
});

test('an address is given 6,000 files and pages a minute, and another its own', {
  tags: ['all'],
}, async () => {
  const ask = async (from: string) =>
    (await hub.request({ url: '/nothing.js', headers: { 'x-forwarded-for': from } })).statusCode;
  const statuses = new Map<number, number>();
  for (let count = 0; count < 6_001; count += 1) {
    const status = await ask('192.0.2.200');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [404, 6_000],
    [429, 1],
  ]);
  expect(await ask('192.0.2.201')).toBe(404);
});

test('replies of the API are not cached, however the URL is spelled', async () => {
  for (const url of ['/api/health', '/%61pi/health', 'http://elsewhere.example/api/health']) {
    const { statusCode, headers } = await hub.request({ url });
    expect([url, statusCode, headers['cache-control']]).toEqual([url, 200, 'no-store']);
  }
});

test.each([
  ['what is not HTTP', 'NONSENSE\r\n\r\n', 400],
  ['an endless header', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['an address that is none', 'GET /api/%ZZ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
])('%s is refused with our own message and headers', async (_, request, status) => {
  const reply = await answerTo(request);
  const [head = '', body = ''] = reply.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head.toLowerCase()).toContain("content-security-policy: default-src 'none';");
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(head.toLowerCase()).toContain('cache-control: no-store');
  expect(JSON.parse(body)).toEqual({ code: 'malformed', message: "The request couldn't be read" });
});

function answerTo(request: string): Promise<string> {
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => {
      reply += String(chunk);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(reply));
  });
}
