import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from './testing/hub.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub({ config: { isRateLimited: true, isBehindProxy: true } });
});
afterAll(() => hub.close());

const json = { 'content-type': 'application/json' };

test('a body is not even read for somebody who may not send it', async () => {
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

test('strangers may not send large bodies', async () => {
  const reply = await hub.request({
    method: 'POST',
    url: '/api/auth/invitation/look',
    headers: { ...json, 'x-forwarded-for': '192.0.2.6' },
    payload: JSON.stringify({ token: 'x'.repeat(20_000) }),
  });
  expect([reply.statusCode, reply.json().code]).toEqual([413, 'too_large']);
});
