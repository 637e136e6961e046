/** Callbacks from the provider that were altered, repeated or forged. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { authCalls } from '../../contract.ts';
import { oidcCalls } from '../../oidc-contract.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { startProvider, type TestProvider } from '../testing/provider.ts';

let provider: TestProvider;
let hub: TestHub;
const logged: string[] = [];

beforeAll(async () => {
  const email = { email: 'pia@example.org', email_verified: true };
  provider = await startProvider(['http://localhost/signed-in'], { pia: email });
  hub = await hubFor(provider.issuer);
});
afterAll(async () => {
  await hub.close();
  await provider.stop();
});
beforeEach(() => {
  logged.length = 0;
});

const hubFor = (issuer: string) =>
  startTestHub({
    config: { oidc: { issuer, ...provider.client, name: 'Harbor ID', allow: [] } },
    onError: (message) => logged.push(message),
  });

async function startSignIn(browser: Browser): Promise<string> {
  return (await browser.call(oidcCalls.begin, { returnTo: '/' })).value().url;
}

/** A browser that has signed in at the provider, and the query of its callback. */
async function signInAtProvider(): Promise<{ browser: Browser; answer: URLSearchParams }> {
  const browser = openBrowser(hub);
  const address = await provider.signIn(await startSignIn(browser), 'pia');
  return { browser, answer: new URL(address).searchParams };
}

const finish = (browser: Browser, answer: URLSearchParams | string) =>
  browser.call(oidcCalls.finish, { answer: answer.toString() });

async function expectSignedOut(browser: Browser): Promise<void> {
  expect((await browser.call(authCalls.session)).value().signedIn).toBe(false);
}

const changes: Record<string, [code: string, change: (answer: URLSearchParams) => void]> = {
  'another state': ['hosted_not_begun', (answer) => answer.set('state', 'x'.repeat(43))],
  'no state': ['hosted_not_begun', (answer) => answer.delete('state')],
  'two states': ['hosted_failed', (answer) => answer.append('state', 'x'.repeat(43))],
  'another code': ['hosted_not_begun', (answer) => answer.set('code', 'x'.repeat(43))],
  'no code': ['hosted_failed', (answer) => answer.delete('code')],
  'two codes': ['hosted_failed', (answer) => answer.append('code', 'x'.repeat(43))],
  'another issuer': ['hosted_failed', (answer) => answer.set('iss', 'https://evil.example.org')],
  'no issuer, from a provider that sends one': ['hosted_failed', (answer) => answer.delete('iss')],
  'an error next to the code': ['hosted_failed', (answer) => answer.set('error', 'server_error')],
  'an unrequested token': ['hosted_failed', (answer) => answer.set('id_token', 'a.b.c')],
};

test.each(Object.entries(changes))(
  'a callback with %s is refused',
  async (_what, [code, change]) => {
    const { browser, answer } = await signInAtProvider();
    change(answer);
    const reply = await finish(browser, answer);
    expect(reply.status).toBe(401);
    expect(reply.refusal().code).toBe(code);
    expect(reply.refusal().message).toMatch(/try again/i);
    await expectSignedOut(browser);
  },
);

test('a callback works once, in the browser that started', async () => {
  const { browser, answer } = await signInAtProvider();
  const elsewhere = openBrowser(hub);
  expect((await finish(elsewhere, answer)).refusal().code).toBe('hosted_not_begun');
  await expectSignedOut(elsewhere);
  const begun = browser.cookie;
  expect((await finish(browser, answer)).status).toBe(200);
  const again = Object.assign(openBrowser(hub), { cookie: begun });
  expect((await finish(again, answer)).refusal().code).toBe('hosted_not_begun');
  await expectSignedOut(again);
});

test('a callback of one browser does not sign in another one with a pending sign-in', async () => {
  const { answer } = await signInAtProvider();
  const victim = openBrowser(hub);
  const own = new URL(await startSignIn(victim)).searchParams.get('state') ?? '';
  // Even with the victim's own state, the code is bound to the requester's PKCE verifier.
  answer.set('state', own);
  expect((await finish(victim, answer)).refusal().code).toBe('hosted_not_begun');
  await expectSignedOut(victim);
});

test('a refused callback cannot be retried', async () => {
  const { browser, answer } = await signInAtProvider();
  const state = answer.get('state') ?? '';
  answer.set('state', 'wrong');
  await finish(browser, answer);
  answer.set('state', state);
  expect((await finish(browser, answer)).refusal().code).toBe('hosted_not_begun');
});

test('an altered, truncated or forged state cookie is ignored', async () => {
  const { browser, answer } = await signInAtProvider();
  const cookie = browser.cookie ?? '';
  const flipped = `${cookie.slice(0, -3)}${cookie.endsWith('AAA') ? 'BBB' : 'AAA'}`;
  for (const forged of [flipped, cookie.slice(0, -8), 'hub_hosted=', 'hub_hosted=e30']) {
    const other = Object.assign(openBrowser(hub), { cookie: forged });
    expect((await finish(other, answer)).refusal().code).toBe('hosted_not_begun');
  }
  expect((await finish(browser, answer)).status).toBe(200);
});

test('a sign-in canceled at the provider is reported as such', async () => {
  const browser = openBrowser(hub);
  const address = await provider.abort(await startSignIn(browser));
  const answer = new URL(address).searchParams;
  expect(answer.get('error')).toBe('access_denied');
  const reply = await finish(browser, answer);
  expect(reply.status).toBe(401);
  expect(reply.refusal()).toMatchObject({
    code: 'hosted_denied',
    message: 'Sign-in with Harbor ID was canceled or denied.',
  });
  await expectSignedOut(browser);
});

test.each([
  'https://evil.example.org/',
  '//evil.example.org/',
  '/\\evil.example.org/',
  '/\t/evil.example.org/',
  '\\\\evil.example.org',
  'javascript:alert(1)',
  'wallets',
  '',
])('returning to %j is refused before the sign-in starts', async (returnTo) => {
  const raw = JSON.stringify({ returnTo });
  const reply = await callApp(hub.app, oidcCalls.begin, {}, { raw });
  expect(reply.status).toBe(422);
  expect(reply.headers['set-cookie']).toBeUndefined();
});

test('the state cookie reveals nothing and expires after ten minutes', async () => {
  const reply = await openBrowser(hub).call(oidcCalls.begin, { returnTo: '/' });
  const [cookie = ''] = reply.headers['set-cookie'] ?? [];
  expect(cookie).toMatch(
    /^hub_hosted=[\w-]{100,}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const url = new URL(reply.value().url);
  expect(url.searchParams.get('code_challenge_method')).toBe('S256');
  for (const part of ['state', 'nonce', 'code_challenge']) {
    const value = url.searchParams.get(part) ?? '';
    expect(value).toMatch(/^[\w-]{43}$/);
    expect(cookie).not.toContain(value);
  }
});

test('under TLS the cookie is Secure and bound to the host by its name', async () => {
  const secure = await startTestHub({
    config: {
      publicUrl: 'https://hub.example.org',
      oidc: { issuer: provider.issuer, ...provider.client, name: 'Harbor ID', allow: [] },
    },
  });
  const reply = await openBrowser(secure).call(oidcCalls.begin, { returnTo: '/' });
  expect(reply.headers['set-cookie']?.[0]).toMatch(
    /^__Host-hub_hosted=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const { searchParams } = new URL(reply.value().url);
  expect(searchParams.get('redirect_uri')).toBe('https://hub.example.org/signed-in');
  await secure.close();
});

test('rotated keys take effect immediately', async () => {
  const first = await signInAtProvider();
  expect((await finish(first.browser, first.answer)).status).toBe(200);
  await provider.restart();
  const second = await signInAtProvider();
  expect((await finish(second.browser, second.answer)).status).toBe(200);
  expect(logged).toEqual([]);
});

test('a provider that is down is reported, and works again once it is up', {
  tags: ['all'],
}, async () => {
  const leaver = await signInAtProvider();
  await provider.stop();
  const back = await finish(leaver.browser, leaver.answer);
  expect(back.refusal().code).toBe('provider_unavailable');
  logged.length = 0;
  const late = await hubFor(provider.issuer);
  const browser = openBrowser(late);
  const reply = await browser.call(oidcCalls.begin, { returnTo: '/' });
  expect(reply.status).toBe(503);
  expect(reply.headers['retry-after']).toBeDefined();
  expect(reply.refusal()).toMatchObject({
    code: 'provider_unavailable',
    message: 'Harbor ID is not responding. Try again in a moment.',
  });
  expect((await browser.call(authCalls.session)).status).toBe(200);
  expect(logged).toEqual(['OIDC sign-in: the provider does not answer']);

  await provider.restart();
  const retried = () => browser.call(oidcCalls.begin, { returnTo: '/' });
  await expect.poll(async () => (await retried()).status).toBe(200);
  await late.close();
});

test('sign-in is refused if no provider is configured', async () => {
  const bare = await startTestHub();
  const browser = openBrowser(bare);
  const begun = await browser.call(oidcCalls.begin, { returnTo: '/' });
  expect(begun.refusal().code).toBe('hosted_not_configured');
  const finished = await browser.call(oidcCalls.finish, { answer: 'code=1&state=2' });
  expect(finished.refusal().code).toBe('hosted_not_configured');
  await bare.close();
});

test('callbacks are rate-limited like password attempts', async () => {
  const limited = await startTestHub({
    config: {
      isRateLimited: true,
      oidc: { issuer: provider.issuer, ...provider.client, name: 'Harbor ID', allow: [] },
    },
  });
  const browser = openBrowser(limited);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    statuses.push((await browser.call(oidcCalls.finish, { answer: 'code=1&state=2' })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  await limited.close();
});
