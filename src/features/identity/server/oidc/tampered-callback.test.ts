/** Returns from the provider that somebody changed, repeated or made up. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callApp, startTestHub, type TestHub } from '#app/testing/hub.ts';
import { authCalls } from '../../contract.ts';
import { oidcCalls } from '../../oidc-contract.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { startProvider, type TestProvider } from '../testing/provider.ts';

let provider: TestProvider;
let hub: TestHub;
const said: string[] = [];

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
  said.length = 0;
});

const hubFor = (issuer: string) =>
  startTestHub({
    config: { oidc: { issuer, ...provider.client, name: 'Harbor ID', allow: [] } },
    onError: (message) => said.push(message),
  });

async function startSignIn(browser: Browser): Promise<string> {
  return (await browser.call(oidcCalls.begin, { returnTo: '/' })).value().url;
}

/** A browser that has signed in at the provider, and the answer it was sent back with. */
async function underWay(): Promise<{ browser: Browser; answer: URLSearchParams }> {
  const browser = openBrowser(hub);
  const address = await provider.signIn(await startSignIn(browser), 'pia');
  return { browser, answer: new URL(address).searchParams };
}

const finish = (browser: Browser, answer: URLSearchParams | string) =>
  browser.call(oidcCalls.finish, { answer: answer.toString() });

async function expectOut(browser: Browser): Promise<void> {
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
  'no issuer, of a provider that names itself': ['hosted_failed', (answer) => answer.delete('iss')],
  'an error beside the code': ['hosted_failed', (answer) => answer.set('error', 'server_error')],
  'a token that nobody asked for': ['hosted_failed', (answer) => answer.set('id_token', 'a.b.c')],
};

test.each(Object.entries(changes))('%s is refused', async (_what, [code, change]) => {
  const { browser, answer } = await underWay();
  change(answer);
  const reply = await finish(browser, answer);
  expect(reply.status).toBe(401);
  expect(reply.refusal().code).toBe(code);
  expect(reply.refusal().message).toMatch(/try again/i);
  await expectOut(browser);
});

test('an answer is good once, in the browser that began', async () => {
  const { browser, answer } = await underWay();
  const elsewhere = openBrowser(hub);
  expect((await finish(elsewhere, answer)).refusal().code).toBe('hosted_not_begun');
  await expectOut(elsewhere);
  const begun = browser.cookie;
  expect((await finish(browser, answer)).status).toBe(200);
  const again = Object.assign(openBrowser(hub), { cookie: begun });
  expect((await finish(again, answer)).refusal().code).toBe('hosted_not_begun');
  await expectOut(again);
});

test('an answer for one browser does not sign in another that has begun as well', async () => {
  const { answer } = await underWay();
  const victim = openBrowser(hub);
  const own = new URL(await startSignIn(victim)).searchParams.get('state') ?? '';
  // Even with the victim's own state the code stays bound to the verifier of who asked for it.
  answer.set('state', own);
  expect((await finish(victim, answer)).refusal().code).toBe('hosted_not_begun');
  await expectOut(victim);
});

test('a refused answer is used up', async () => {
  const { browser, answer } = await underWay();
  const state = answer.get('state') ?? '';
  answer.set('state', 'wrong');
  await finish(browser, answer);
  answer.set('state', state);
  expect((await finish(browser, answer)).refusal().code).toBe('hosted_not_begun');
});

test('a cookie that was changed, cut or made with another secret is none', async () => {
  const { browser, answer } = await underWay();
  const cookie = browser.cookie ?? '';
  const flipped = `${cookie.slice(0, -3)}${cookie.endsWith('AAA') ? 'BBB' : 'AAA'}`;
  for (const forged of [flipped, cookie.slice(0, -8), 'hub_hosted=', 'hub_hosted=e30']) {
    const other = Object.assign(openBrowser(hub), { cookie: forged });
    expect((await finish(other, answer)).refusal().code).toBe('hosted_not_begun');
  }
  expect((await finish(browser, answer)).status).toBe(200);
});

test('who thinks better of it is told so', async () => {
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
  await expectOut(browser);
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
])('going on to %j afterwards is refused before anything begins', async (returnTo) => {
  const raw = JSON.stringify({ returnTo });
  const reply = await callApp(hub.app, oidcCalls.begin, {}, { raw });
  expect(reply.status).toBe(422);
  expect(reply.headers['set-cookie']).toBeUndefined();
});

test('the cookie of a sign-in under way says nothing, and lives ten minutes', async () => {
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

test('keys that changed a moment ago are the ones that count', async () => {
  const first = await underWay();
  expect((await finish(first.browser, first.answer)).status).toBe(200);
  await provider.restart();
  const second = await underWay();
  expect((await finish(second.browser, second.answer)).status).toBe(200);
  expect(said).toEqual([]);
});

test('a provider that is down is said to be, and is back when it is', async () => {
  const leaver = await underWay();
  await provider.stop();
  const back = await finish(leaver.browser, leaver.answer);
  expect(back.refusal().code).toBe('provider_unavailable');
  said.length = 0;
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
  expect(said).toEqual(['hosted sign-in: the provider does not answer']);

  await provider.restart();
  const retried = () => browser.call(oidcCalls.begin, { returnTo: '/' });
  await expect.poll(async () => (await retried()).status).toBe(200);
  await late.close();
});

test('without a provider there is nothing to begin', async () => {
  const bare = await startTestHub();
  const browser = openBrowser(bare);
  const begun = await browser.call(oidcCalls.begin, { returnTo: '/' });
  expect(begun.refusal().code).toBe('hosted_not_configured');
  const finished = await browser.call(oidcCalls.finish, { answer: 'code=1&state=2' });
  expect(finished.refusal().code).toBe('hosted_not_configured');
  await bare.close();
});

test('attempts to finish are limited as attempts at a password are', async () => {
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
