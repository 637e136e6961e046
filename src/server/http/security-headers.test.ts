import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';

let hub: TestHub;
let secure: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
  secure = await startTestHub({ config: { publicUrl: 'https://hub.example.org' } });
});
afterAll(async () => {
  await hub.close();
  await secure.close();
});

const everywhere = {
  'content-security-policy':
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';manifest-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

describe('every kind of response has the headers', () => {
  test.each([
    ['a page', '/expenses'],
    ['an API reply', '/api/health'],
    ['a refusal', '/api/wallets'],
    ['something missing', '/api/nothing'],
    ['the API page', '/api/docs'],
    ['a file of it', '/api/docs/swagger-ui.css'],
  ])('%s', async (_, url) => {
    const { headers } = await hub.request({ url });
    expect(headers).toMatchObject(everywhere);
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers['cache-control']).toBe(
      url.startsWith('/api') ? 'no-store' : headers['cache-control'],
    );
  });

  test('and under TLS also HSTS', async () => {
    const { headers } = await secure.request({ url: '/api/health' });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});
