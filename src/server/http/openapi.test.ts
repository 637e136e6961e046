import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';

let hub: TestHub;
let document: {
  openapi: string;
  paths: Record<
    string,
    Record<string, { 'x-policy'?: string; responses: Record<string, unknown> }>
  >;
};

beforeAll(async () => {
  hub = await startTestHub();
  document = (await hub.request({ url: '/api/openapi.json' })).json();
});
afterAll(() => hub.close());

/** What is served below /api without being a call: the document itself and the page to read it. */
const notCalls = /^\/api\/(openapi\.json|docs(\*|\/.*)?)$/;

test('the document has exactly the routes that are served, each with its policy', () => {
  const served = hub
    .routes()
    .filter(
      ({ method, url }) => method !== 'HEAD' && url.startsWith('/api/') && !notCalls.test(url),
    )
    .map(({ method, url }) => `${method} ${url}`);
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, call]) =>
        `${method.toUpperCase()} /api${path.replaceAll(/\{(\w+)\}/g, ':$1')}${call['x-policy'] ? '' : ' without policy'}`,
    ),
  );
  expect(served.length).toBeGreaterThan(30);
  expect(described.sort()).toEqual(served.sort());
});

test('every call of the specification exists', () => {
  const calls = [
    'GET /users',
    'GET /events/upcoming',
    'GET /expenses/total',
    'GET /expenses',
    'GET /expenses/{expenseId}',
    'POST /expenses',
    'PATCH /expenses/{expenseId}',
    'DELETE /expenses/{expenseId}',
    'POST /expenses/{expenseId}/settle',
    'POST /expenses/{expenseId}/overrides',
    'PUT /expenses/{expenseId}/overrides/{overrideId}',
    'DELETE /expenses/{expenseId}/overrides/{overrideId}',
    'GET /calendars/{calendarId}/events',
    'GET /calendars/{calendarId}/events/{eventId}',
    'POST /calendars/{calendarId}/events',
    'GET /yearly-calendars',
    'GET /yearly-calendars/{calendarId}/dates',
    'GET /wallets',
    'POST /wallets',
    'GET /wallets/{walletId}',
    'POST /wallets/{walletId}/transactions',
    'GET /wallets/{walletId}/transactions',
    'PUT /wallets/{walletId}/transactions/{transactionId}',
    'DELETE /wallets/{walletId}/transactions/{transactionId}',
  ];
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ');
    expect(document.paths[path]?.[method.toLowerCase()], call).toBeDefined();
  }
});

test('the documentation page loads nothing external and needs no inline script', async () => {
  const page = await hub.request({ url: '/api/docs' });
  expect(page.headers['content-type']).toContain('text/html');
  const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(sources.length).toBeGreaterThan(2);
  for (const source of sources) {
    expect(source).toMatch(/^\/(api\/docs\/|favicon\.svg$)/);
    // The icon is the built app's, which these tests do without.
    if (source === '/favicon.svg') continue;
    expect((await hub.request({ url: source })).statusCode).toBe(200);
  }
  expect(page.body).not.toMatch(/<script>|<style>|style=/);
  expect((await hub.request({ url: '/api/docs/package.json' })).statusCode).toBe(404);
});
