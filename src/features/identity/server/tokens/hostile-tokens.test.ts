/** Invalid tokens of every kind of source. */
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { base64url, exportJWK, exportSPKI, generateKeyPair, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { startIssuer, type TestIssuer } from '../testing/issuer.ts';
import {
  createBrowserSource,
  createIssuerSource,
  createOperatorSource,
  type Header,
  secondsNow,
  signAs,
  type TokenSource,
} from '../testing/token-sources.ts';

let hub: TestHub;
let issuer: TestIssuer;
let sources: Record<'browser' | 'operator' | 'issuer', TokenSource>;

beforeAll(async () => {
  issuer = await startIssuer();
  const trusted = { issuer: issuer.issuer, audience: 'hub-api', jwksUrl: undefined };
  hub = await startTestHub({
    config: { trustedIssuers: [{ ...trusted, authorizedParties: ['reports', 'ledger'] }] },
  });
  const chapter = await hub.chapter();
  sources = {
    browser: await createBrowserSource(hub, chapter),
    operator: await createOperatorSource(hub, chapter),
    issuer: await createIssuerSource(hub, chapter, issuer),
  };
});
afterAll(async () => {
  await hub.close();
  await issuer.close();
});

async function getStatus(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await hub.request({ method: 'GET', url: '/api/wallets', headers })).statusCode;
}

/** Not by the library, which refuses to create some of these. */
function assemble(header: Header, claims: JWTPayload, signature: string): string {
  const part = (value: unknown) => base64url.encode(JSON.stringify(value));
  return `${part(header)}.${part(claims)}.${signature}`;
}

const getSignature = (token: string) => token.split('.')[2] ?? '';
const unsigned = (source: TokenSource, header: Header, signature = '') =>
  assemble({ ...source.header, ...header }, source.claims(), signature);
const byAttacker = (source: TokenSource, header: Header = {}) =>
  signAs(source, { header, key: source.attacker.privateKey });
const saying = (source: TokenSource, claims: JWTPayload) => signAs(source, { claims });
const headed = (source: TokenSource, header: Header) => signAs(source, { header });
const hmac = (source: TokenSource, secret: string | Uint8Array) =>
  signAs(source, {
    header: { alg: 'HS256' },
    key: typeof secret === 'string' ? new TextEncoder().encode(secret) : secret,
  });

const evil = 'https://evil.example.org';

const table: Record<string, (source: TokenSource) => Promise<string> | string> = {
  'alg none, unsigned': (source) => unsigned(source, { alg: 'none' }),
  'alg none, with the signature of a good token': async (source) =>
    unsigned(source, { alg: 'none' }, getSignature(await signAs(source))),
  'alg None in other letters': (source) => unsigned(source, { alg: 'NoNe' }),
  'no alg': async (source) =>
    unsigned(source, { alg: undefined }, getSignature(await signAs(source))),
  'HS256 signed with the bytes of the public key': async (source) => {
    const { x, n } = await exportJWK(source.key.publicKey);
    return hmac(source, base64url.decode(x ?? n ?? ''));
  },
  'HS256 signed with the public key as PEM': async (source) =>
    hmac(source, await exportSPKI(source.key.publicKey)),
  'HS256 signed with the public key as JSON': async (source) =>
    hmac(source, JSON.stringify(await exportJWK(source.key.publicKey))),
  'another algorithm under our kid': async (source) => {
    const { privateKey } = await generateKeyPair('ES384');
    return signAs(source, { header: { alg: 'ES384' }, key: privateKey });
  },
  'an attacker’s key under our kid': (source) => byAttacker(source),
  'the signature of another token': async (source) =>
    unsigned(source, {}, getSignature(await saying(source, { jti: 'another' }))),
  'no kid': (source) => headed(source, { kid: undefined }),
  'an empty kid': (source) => headed(source, { kid: '' }),
  'an unknown kid': (source) => byAttacker(source, { kid: 'unknown' }),
  'a kid that is a path': (source) => byAttacker(source, { kid: '../../../../dev/null' }),
  'a kid that is SQL': (source) => byAttacker(source, { kid: "' or '1'='1" }),
  'a kid that is an address': (source) => byAttacker(source, { kid: `${evil}/key` }),
  'a kid that is no text': (source) => unsigned(source, { kid: { $ne: null } }, 'A'.repeat(86)),
  'a kid of an inherited name': (source) => byAttacker(source, { kid: '__proto__' }),
  'a kid with NUL': (source) => headed(source, { kid: `${source.key.kid}\0` }),
  'jku to the attacker’s keys': (source) => byAttacker(source, { jku: `${evil}/jwks.json` }),
  'x5u to the attacker’s certificate': (source) => byAttacker(source, { x5u: `${evil}/c.pem` }),
  'jwk with the attacker’s key': async (source) =>
    byAttacker(source, { jwk: await exportJWK(source.attacker.publicKey) }),
  'crit with an unknown name': (source) => unsigned(source, { crit: ['exp'] }, 'A'.repeat(86)),
  'crit with b64': (source) => headed(source, { crit: ['b64'], b64: true }),
  'typ of another kind of token': (source) => headed(source, { typ: 'logout+jwt' }),
  'typ that is no text': (source) => unsigned(source, { typ: ['at+jwt'] }, 'A'.repeat(86)),
  expired: (source) =>
    saying(source, { iat: secondsNow() - 900, nbf: secondsNow() - 900, exp: secondsNow() - 600 }),
  'not valid yet': (source) => saying(source, { nbf: secondsNow() + 600 }),
  'issued in the future': (source) => saying(source, { iat: secondsNow() + 600 }),
  'older than any token may be': (source) =>
    saying(source, { iat: secondsNow() - 90_000, nbf: secondsNow() - 90_000 }),
  'exp as text': (source) => saying(source, { exp: '9999999999' as unknown as number }),
  'another issuer': (source) => saying(source, { iss: evil }),
  'an issuer that contains ours': (source) =>
    saying(source, { iss: `${source.claims().iss}.evil.example.org` }),
  'an issuer that is no text': (source) =>
    saying(source, { iss: [source.claims().iss] as unknown as string }),
  'another audience': (source) => saying(source, { aud: 'other-service' }),
  'an audience that contains ours': (source) =>
    saying(source, { aud: `${String(source.claims().aud)}-evil` }),
  'an unknown sub': (source) => saying(source, { sub: 'nobody' }),
  'a sub with NUL': (source) => saying(source, { sub: `${source.claims().sub}\0` }),
  'a sub that is no text': (source) => saying(source, { sub: 7 as unknown as string }),
  '20 KB long': (source) => saying(source, { padding: 'x'.repeat(15_000) }),
  'just over 8 KB': (source) => saying(source, { padding: 'x'.repeat(6_000) }),
  'only two parts': async (source) => (await signAs(source)).split('.').slice(0, 2).join('.'),
  'four parts': async (source) => `${await signAs(source)}.AAAA`,
  'padded parts': async (source) => `${await signAs(source)}==`,
  'a signature of nothing': (source) => unsigned(source, {}),
  'no text at all': () => '',
  'not base64': () => 'ey.ey.%%%',
  'a payload that is no JSON': (source) =>
    `${base64url.encode(JSON.stringify(source.header))}.${base64url.encode('[')}.${'A'.repeat(86)}`,
};

describe.each(['browser', 'operator', 'issuer'] as const)('tokens of the %s', (name) => {
  test('valid tokens are accepted, both genuine and signed by these tests', async () => {
    expect(await getStatus(await sources[name].genuine())).toBe(200);
    expect(await getStatus(await signAs(sources[name]))).toBe(200);
  });

  test.each(Object.entries(table))('a token is refused: %s', async (_what, token) => {
    expect(await getStatus(await token(sources[name]))).toBe(401);
  });

  test('a token without one of the required claims is refused', async () => {
    for (const claim of sources[name].requiredClaims) {
      const token = await saying(sources[name], { [claim]: undefined });
      expect(await getStatus(token), `without ${claim}`).toBe(401);
    }
  });

  test('a token with any flipped bit is refused, including unused bits of the signature', async () => {
    const good = await signAs(sources[name]);
    expect(await getStatus(good)).toBe(200);
    for (const part of [0, 1, 2] as const) {
      for (const at of [0, 10, -1]) {
        expect(await getStatus(flipBit(good, part, at)), `part ${part} at ${at}`).toBe(401);
      }
    }
  });

  test('a token anywhere but in the Authorization header is refused', async () => {
    const token = await sources[name].genuine();
    const urls = [`/api/wallets?access_token=${token}`, `/api/wallets?token=${token}`];
    for (const url of urls)
      expect((await hub.request({ method: 'GET', url })).statusCode).toBe(401);
    const elsewhere: Record<string, string>[] = [
      { cookie: `hub_session=${token}` },
      { cookie: `access_token=${token}` },
      { 'x-access-token': token },
      { 'proxy-authorization': `Bearer ${token}` },
      { authorization: token },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer  ${token}` },
      { authorization: `Bearer ${token} ${token}` },
      { authorization: `Bearer ${token}, Bearer ${token}` },
      { authorization: 'Bearer' },
    ];
    for (const headers of elsewhere) {
      const reply = await hub.request({ method: 'GET', url: '/api/wallets', headers });
      expect(reply.statusCode, JSON.stringify(Object.keys(headers))).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
    }
  });

  test('two Authorization headers are refused, even with two valid tokens', async () => {
    const good = `Bearer ${await sources[name].genuine()}`;
    expect(await getRawStatus([good])).toBe(200);
    expect(await getRawStatus([good, good])).toBe(401);
    expect(await getRawStatus([good, 'Bearer x'])).toBe(401);
  });
});

test('no URL in a token is ever fetched, and the issuer only once', async () => {
  expect(await getStatus(await sources.issuer.genuine())).toBe(200);
  const elsewhere = { jku: `${issuer.issuer}/elsewhere` };
  expect(await getStatus(await byAttacker(sources.issuer, elsewhere))).toBe(401);
  expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/jwks']);
});

function flipBit(token: string, part: 0 | 1 | 2, at: number): string {
  const parts = token.split('.');
  const text = parts[part] ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const index = at < 0 ? text.length + at : at;
  const flipped = alphabet[alphabet.indexOf(text[index] ?? 'A') ^ 1] ?? 'A';
  parts[part] = text.slice(0, index) + flipped + text.slice(index + 1);
  return parts.join('.');
}

/** Over a socket, because an injected request would merge the headers. */
async function getRawStatus(authorization: string[]): Promise<number | undefined> {
  if (!hub.app.server.listening) await hub.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = hub.app.server.address() as AddressInfo;
  const lines = authorization.flatMap((one) => ['Authorization', one]);
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/api/wallets' };
    httpRequest({ ...options, headers: ['Host', 'localhost', ...lines] }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
