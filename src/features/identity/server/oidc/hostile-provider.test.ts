/** A provider that is hostile or broken: no sign-in, a plain refusal, in bounded time and memory. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { exportSPKI, generateKeyPair, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { authCalls } from '../../contract.ts';
import { oidcCalls } from '../../oidc-contract.ts';
import { openBrowser } from '../testing/browser.ts';
import {
  type Endpoint,
  type HostileProvider,
  sendJson,
  sign,
  startHostileProvider,
} from '../testing/hostile-provider.ts';
import { createOidcProvider } from './oidc-provider.ts';

const returnUri = 'http://localhost/signed-in';
let nonce = '';

describe('what it says of a person', () => {
  let provider: HostileProvider;
  let hub: TestHub;
  let honest: HostileProvider['makeIdToken'];
  const logged: string[] = [];

  beforeAll(async () => {
    provider = await startHostileProvider(() => nonce);
    honest = provider.makeIdToken;
    const { issuer, client } = provider;
    hub = await startTestHub({
      config: { oidc: { issuer, ...client, name: 'Harbor ID', allow: ['allowed.example.org'] } },
      onError: (message) => logged.push(message),
    });
  });
  afterAll(async () => {
    await hub.close();
    await provider.close();
  });
  beforeEach(() => {
    logged.length = 0;
    provider.makeIdToken = honest;
    for (const endpoint of ['keys', 'token', 'userinfo'] as const)
      delete provider.answers[endpoint];
  });

  async function signIn() {
    const browser = openBrowser(hub);
    const { url } = (await browser.call(oidcCalls.begin, { returnTo: '/' })).value();
    const sent = new URL(url).searchParams;
    nonce = sent.get('nonce') ?? '';
    const answer = new URLSearchParams({ code: 'x', state: sent.get('state') ?? '' }).toString();
    const reply = await browser.call(oidcCalls.finish, { answer });
    return { browser, reply };
  }

  async function expectRefused(): Promise<void> {
    const { browser, reply } = await signIn();
    expect([reply.status, reply.refusal().code]).toEqual([401, 'hosted_failed']);
    expect(reply.refusal().message).toContain("from Harbor ID couldn't be verified. Try again.");
    expect((await browser.call(authCalls.session)).value().signedIn).toBe(false);
    expect(logged).toHaveLength(1);
    expect(logged.join()).not.toMatch(/pia|example\.org|eyJ/);
  }

  test('is believed if all of it is right', async () => {
    const { reply } = await signIn();
    expect(reply.value().session.email).toBe('pia@example.org');
  });

  const now = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 1_000);
  const wrongClaims: Record<string, () => Record<string, unknown>> = {
    'of another issuer': () => ({ iss: 'https://id.example.org' }),
    'for another client': () => ({ aud: 'another' }),
    'for several clients, and given to another': () => ({ aud: ['hub', 'other'], azp: 'other' }),
    'of another sign-in': () => ({ nonce: 'x'.repeat(43) }),
    'of no sign-in': () => ({ nonce: undefined }),
    'that has expired': () => ({ iat: now() - 600, exp: now() - 300 }),
    'that never expires': () => ({ exp: undefined }),
    'that is not valid yet': () => ({ nbf: now() + 300 }),
    'of nobody': () => ({ sub: '' }),
    'of a subject that no database keeps': () => ({ sub: 'pia\0', email: 'pia@example.org' }),
    'of half a character': () => ({ sub: 'pia\ud800', email: 'pia@example.org' }),
    'of a subject of 256 characters': () => ({ sub: 'x'.repeat(256), email: 'pia@example.org' }),
  };
  test.each(Object.entries(wrongClaims))('an ID token %s is refused', async (_which, change) => {
    provider.makeIdToken = (claims) => honest({ ...claims, ...change() });
    await expectRefused();
  });

  const wrongSignatures: Record<string, HostileProvider['makeIdToken']> = {
    'that is not signed': async (claims) => new UnsecuredJWT(claims).encode(),
    'signed with the public key as a secret': async (claims) => {
      const secret = new TextEncoder().encode(await exportSPKI(provider.key.publicKey));
      return sign(claims, secret, 'HS256');
    },
    'signed with the secret of the client': async (claims) =>
      sign(claims, new TextEncoder().encode(provider.client.clientSecret), 'HS256'),
    'signed with another key': async (claims) =>
      sign(claims, (await generateKeyPair('RS256')).privateKey),
    'of another algorithm': async (claims) =>
      sign(claims, (await generateKeyPair('ES256')).privateKey, 'ES256'),
    'of three words': async () => 'not.a.token',
  };
  test.each(Object.entries(wrongSignatures))('an ID token %s is refused', async (_which, make) => {
    provider.makeIdToken = make;
    await expectRefused();
  });

  test.each([
    ['no keys', { keys: [] }],
    ['keys that are none', { keys: [1, null, 'x', {}] }],
    ['keys in no list', { keys: { 0: {} } }],
  ])('with %s nothing is verified', async (_which, keys) => {
    provider.answers.keys = (reply) => sendJson(reply, keys);
    await expectRefused();
  });

  test.each([
    ['no ID token', { access_token: 'x', token_type: 'Bearer' }],
    ['a list', []],
    ['a token of another kind', { access_token: 'x', token_type: 'mac', id_token: 'a.b.c' }],
  ])('in place of tokens, %s is refused', async (_which, tokens) => {
    provider.answers.token = (reply) => sendJson(reply, tokens);
    await expectRefused();
  });

  test('names that end within a character, or have none, are mended', async () => {
    await hub.chapter();
    provider.makeIdToken = (claims) =>
      honest({
        ...claims,
        sub: 'half',
        email: 'half@allowed.example.org',
        email_verified: true,
        name: `${'x'.repeat(99)}🎉`,
        given_name: 'Pia\ud83c',
        family_name: '\0\u202e',
      });
    const { reply } = await signIn();
    expect(reply.value().session).toMatchObject({
      displayName: `${'x'.repeat(99)}🎉`,
      chapter: { role: 'member' },
    });
  });

  test('an address of somebody else beside the token is refused', async () => {
    provider.answers.userinfo = (reply) =>
      sendJson(reply, { sub: 'ann', email: 'ann@example.org', email_verified: true });
    await expectRefused();
  });
});

describe('how it sends', () => {
  const answers: Record<string, (reply: ServerResponse) => void> = {
    'sends without end': (reply) => {
      reply.setHeader('content-type', 'application/json');
      reply.write('{"x":"');
      const timer = setInterval(() => reply.write('x'.repeat(64 * 1024)), 5);
      reply.once('close', () => clearInterval(timer));
    },
    'sends too much': (reply) => sendJson(reply, { x: 'x'.repeat(257 * 1024) }),
    'sends too much, compressed': (reply) => {
      reply.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      reply.end(gzipSync(JSON.stringify({ x: 'x'.repeat(8 * 1024 * 1024) })));
    },
    'sends a letter at a time': (reply) => {
      reply.setHeader('content-type', 'application/json');
      const timer = setInterval(() => reply.write(' '), 50);
      reply.once('close', () => clearInterval(timer));
    },
    'sends nothing': () => {},
    'stops in the middle': (reply) => {
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
      reply.write('{"', () => reply.destroy());
    },
    'leads elsewhere': (reply) => void reply.writeHead(307, { location: '/elsewhere' }).end(),
    'sends a page': (reply) =>
      void reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    fails: (reply) => void reply.writeHead(500).end('Ann Bell <ann@example.org>'),
  };
  const unverified = ['unauthenticated', 'hosted_failed'];
  const unavailable = ['not-ready', 'provider_unavailable'];
  const tooLong = 'OIDC sign-in: the reply is longer than 256 KB';
  const away = 'OIDC sign-in: the provider does not answer';
  const expected: Record<string, { refused: string[]; reason: unknown }> = {
    'sends without end': { refused: unverified, reason: tooLong },
    'sends too much': { refused: unverified, reason: tooLong },
    'sends too much, compressed': { refused: unverified, reason: tooLong },
    'sends a letter at a time': { refused: unavailable, reason: away },
    'sends nothing': { refused: unavailable, reason: away },
    'stops in the middle': { refused: unavailable, reason: away },
    'leads elsewhere': { refused: unavailable, reason: away },
    'sends a page': { refused: unverified, reason: expect.stringContaining('OAUTH') },
    fails: { refused: unavailable, reason: away },
  };

  const slow = new Set(['sends a letter at a time', 'sends nothing']);

  /** From leaving for it to coming back. */
  async function trySignIn(endpoint: Endpoint, how: string) {
    let ownNonce = '';
    const provider = await startHostileProvider(() => ownNonce);
    try {
      const answer = answers[how];
      if (answer) provider.answers[endpoint] = answer;
      const logged: string[] = [];
      const config = { issuer: provider.issuer, ...provider.client, name: 'Harbor ID', allow: [] };
      const client = createOidcProvider(
        config,
        () => returnUri,
        (message) => logged.push(message),
        slow.has(how) ? 1 : undefined,
      );
      const begun = performance.now();
      const started = await client.begin();
      if (started.ok) ownNonce = started.value.checks.nonce;
      const ended = started.ok
        ? await client.finish(started.value.checks, `code=x&state=${started.value.checks.state}`)
        : started;
      const seconds = (performance.now() - begun) / 1_000;
      return { ended, logged, seconds, requests: provider.requests };
    } finally {
      await provider.close();
    }
  }

  describe.concurrent.each(['discovery', 'keys', 'token', 'userinfo'] as const)(
    '%s',
    (endpoint) => {
      test.each(Object.keys(answers))('one that %s is given up', async (how) => {
        const { ended, logged, seconds, requests } = await trySignIn(endpoint, how);
        const { refused, reason } = expected[how] ?? {};
        expect(ended.ok ? 'signed in' : [ended.refusal.kind, ended.refusal.code]).toEqual(refused);
        expect(logged).toEqual([reason]);
        if (slow.has(how)) expect(seconds).toBeLessThan(7);
        expect(requests).not.toContain('/elsewhere');
      });
    },
  );

  test('one that names a program to leave for is refused', async () => {
    answers['names a program'] = (reply) =>
      sendJson(reply, {
        issuer: `http://${reply.req.headers.host}`,
        authorization_endpoint: 'javascript:alert(1)',
        token_endpoint: 'https://id.example.org/token',
        jwks_uri: 'https://id.example.org/keys',
      });
    const { ended } = await trySignIn('discovery', 'names a program');
    expect(ended.ok ? 'signed in' : ended.refusal.code).toBe('hosted_failed');
  });
});
