import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  base64url,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authCalls } from '#features/auth/contract.ts';
import { newId } from '#server/ids.ts';
import { callApp, startTestHub, type TestHub, type TestPerson } from '#server/testing/hub.ts';
import { join } from './testing/browser.ts';

let hub: TestHub;
let person: TestPerson;
/** A key of the hub's own whose private half the tests know. */
const kid = 'test-key';
let keys: Awaited<ReturnType<typeof makeKeys>>;

async function makeKeys() {
  const own = await generateKeyPair('EdDSA', { extractable: true });
  const attacker = await generateKeyPair('EdDSA', { extractable: true });
  return { own, attacker };
}

async function addKey(id: string, publicKey: CryptoKey, expiresAt: string | null): Promise<void> {
  await sql`insert into auth.jwks (id, "publicKey", "privateKey", "createdAt", "expiresAt", alg, crv)
    values (${id}, ${JSON.stringify(await exportJWK(publicKey))}, 'unknown', now() - interval '1 day',
      ${expiresAt}::timestamptz, 'EdDSA', 'Ed25519')`.execute(hub.db);
}

beforeAll(async () => {
  hub = await startTestHub();
  const chapter = await hub.chapter();
  person = await chapter.person('Nina Nobody');
  keys = await makeKeys();
  await addKey(kid, keys.own.publicKey, null);
});
afterAll(() => hub.close());

const seconds = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 1000);

function claimsOf(someone: TestPerson): JWTPayload {
  return {
    iss: 'chapter-hub',
    aud: 'chapter-hub',
    sub: someone.accountId,
    sid: someone.sessionId,
    chapter: someone.chapterId,
    iat: seconds(),
    nbf: seconds(),
    exp: seconds() + 300,
  };
}

type Header = Record<string, unknown>;

function sign(
  claims: JWTPayload,
  header: Header = {},
  key: CryptoKey | Uint8Array = keys.own.privateKey,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header })
    .sign(key);
}

/** Without a library, which would refuse to write some of these. */
function assemble(header: Header, claims: JWTPayload, signature: string): string {
  const part = (value: unknown) => base64url.encode(JSON.stringify(value));
  return `${part(header)}.${part(claims)}.${signature}`;
}

const without = (claim: string): JWTPayload => {
  const { [claim]: _, ...rest } = claimsOf(person);
  return rest;
};

async function statusOf(token: string): Promise<number> {
  const reply = await hub.request({
    method: 'GET',
    url: '/api/wallets',
    headers: { authorization: `Bearer ${token}` },
  });
  return reply.statusCode;
}

function flipBit(token: string, part: 0 | 1 | 2, at: number): string {
  const parts = token.split('.');
  const text = parts[part] ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const index = at < 0 ? text.length + at : at;
  const flipped = alphabet[alphabet.indexOf(text[index] ?? 'A') ^ 1] ?? 'A';
  parts[part] = text.slice(0, index) + flipped + text.slice(index + 1);
  return parts.join('.');
}

test('a good token, signed as the hub signs, is accepted', async () => {
  expect(await statusOf(await sign(claimsOf(person)))).toBe(200);
  expect(await statusOf(person.token)).toBe(200);
});

const table: Record<string, () => Promise<string> | string> = {
  'alg none, unsigned': () => assemble({ alg: 'none', typ: 'at+jwt', kid }, claimsOf(person), ''),
  'alg none, with the signature of a good token': async () => {
    const good = await sign(claimsOf(person));
    return assemble(
      { alg: 'none', typ: 'at+jwt', kid },
      claimsOf(person),
      good.split('.')[2] ?? '',
    );
  },
  'alg None in other letters': () =>
    assemble({ alg: 'NoNe', typ: 'at+jwt', kid }, claimsOf(person), ''),
  'HS256 signed with the bytes of the public key': async () => {
    const { x = '' } = await exportJWK(keys.own.publicKey);
    return sign(claimsOf(person), { alg: 'HS256' }, base64url.decode(x));
  },
  'HS256 signed with the public key as PEM': async () => {
    const pem = await exportSPKI(keys.own.publicKey);
    return sign(claimsOf(person), { alg: 'HS256' }, new TextEncoder().encode(pem));
  },
  'HS256 signed with the public key as JSON': async () => {
    const json = JSON.stringify(await exportJWK(keys.own.publicKey));
    return sign(claimsOf(person), { alg: 'HS256' }, new TextEncoder().encode(json));
  },
  'ES256, another curve': async () => {
    const { privateKey } = await generateKeyPair('ES256');
    return sign(claimsOf(person), { alg: 'ES256' }, privateKey);
  },
  'an attacker’s key under our kid': () => sign(claimsOf(person), {}, keys.attacker.privateKey),
  'no kid': () => sign(claimsOf(person), { kid: undefined }),
  'an unknown kid': () => sign(claimsOf(person), { kid: 'unknown' }, keys.attacker.privateKey),
  'a kid that is a path': () =>
    sign(claimsOf(person), { kid: '../../../../dev/null' }, keys.attacker.privateKey),
  'a kid that is SQL': () =>
    sign(claimsOf(person), { kid: "' or '1'='1" }, keys.attacker.privateKey),
  'a kid that is an address': () =>
    sign(claimsOf(person), { kid: 'https://evil.example.org/key' }, keys.attacker.privateKey),
  'a kid that is no text': () =>
    assemble({ alg: 'EdDSA', typ: 'at+jwt', kid: { $ne: null } }, claimsOf(person), 'A'.repeat(86)),
  'a kid of an inherited name': () =>
    sign(claimsOf(person), { kid: '__proto__' }, keys.attacker.privateKey),
  'a kid with NUL': () => sign(claimsOf(person), { kid: `${kid}\0` }),
  'jku to the attacker’s keys': () =>
    sign(claimsOf(person), { jku: 'https://evil.example.org/jwks.json' }, keys.attacker.privateKey),
  'x5u to the attacker’s certificate': () =>
    sign(claimsOf(person), { x5u: 'https://evil.example.org/c.pem' }, keys.attacker.privateKey),
  'jwk with the attacker’s key': async () =>
    sign(
      claimsOf(person),
      { jwk: await exportJWK(keys.attacker.publicKey) },
      keys.attacker.privateKey,
    ),
  'crit with a name nobody knows': () =>
    assemble({ alg: 'EdDSA', typ: 'at+jwt', kid, crit: ['exp'] }, claimsOf(person), 'A'.repeat(86)),
  'crit with b64': () => sign(claimsOf(person), { crit: ['b64'], b64: true }),
  'typ of another kind of token': () => sign(claimsOf(person), { typ: 'JWT' }),
  'no typ': () => sign(claimsOf(person), { typ: undefined }),
  expired: () => sign({ ...claimsOf(person), iat: seconds() - 900, exp: seconds() - 600 }),
  'not valid yet': () => sign({ ...claimsOf(person), nbf: seconds() + 600 }),
  'issued in the future': () => sign({ ...claimsOf(person), iat: seconds() + 600 }),
  'older than any token of ours': () =>
    sign({ ...claimsOf(person), iat: seconds() - 90_000, nbf: seconds() - 90_000 }),
  'another issuer': () => sign({ ...claimsOf(person), iss: 'https://evil.example.org' }),
  'an issuer that contains ours': () => sign({ ...claimsOf(person), iss: 'chapter-hub.evil' }),
  'another audience': () => sign({ ...claimsOf(person), aud: 'other-service' }),
  'no issuer': () => sign(without('iss')),
  'no audience': () => sign(without('aud')),
  'no sub': () => sign(without('sub')),
  'no sid': () => sign(without('sid')),
  'no chapter': () => sign(without('chapter')),
  'no iat': () => sign(without('iat')),
  'no nbf': () => sign(without('nbf')),
  'no exp': () => sign(without('exp')),
  'exp as text': () => sign({ ...claimsOf(person), exp: '9999999999' as unknown as number }),
  'a chapter that is no id': () => sign({ ...claimsOf(person), chapter: "x' or true--" }),
  'a session of nobody': () => sign({ ...claimsOf(person), sid: newId() }),
  'somebody else’s account': async () => {
    const other = await (await hub.chapter()).person('Third Person');
    return sign({ ...claimsOf(person), sub: other.accountId });
  },
  'somebody else’s session': async () => {
    const other = await (await hub.chapter()).person('Other Person');
    return sign({ ...claimsOf(person), sid: other.sessionId });
  },
  'somebody else’s chapter': async () => {
    const other = await (await hub.chapter()).person('Foreign Person');
    return sign({ ...claimsOf(person), chapter: other.chapterId });
  },
  'a key long retired': async () => {
    await addKey('retired', keys.own.publicKey, '2026-01-01T00:00:00Z');
    return sign(claimsOf(person), { kid: 'retired' });
  },
  '20 KB long': () => sign({ ...claimsOf(person), padding: 'x'.repeat(15_000) }),
  'just over 8 KB': () => sign({ ...claimsOf(person), padding: 'x'.repeat(6_000) }),
  'only two parts': async () => (await sign(claimsOf(person))).split('.').slice(0, 2).join('.'),
  'four parts': async () => `${await sign(claimsOf(person))}.AAAA`,
  'padded parts': async () => `${await sign(claimsOf(person))}==`,
  'no text at all': () => '',
  'not base64': () => 'ey.ey.%%%',
  'a payload that is no JSON': () =>
    `${base64url.encode(JSON.stringify({ alg: 'EdDSA', kid }))}.${base64url.encode('[')}.${'A'.repeat(86)}`,
};

test.each(Object.entries(table))('401: %s', async (_name, token) => {
  expect(await statusOf(await token())).toBe(401);
});

test('401: any flipped bit, in every part, the unused last bits of the signature too', async () => {
  const good = await sign(claimsOf(person));
  expect(await statusOf(good)).toBe(200);
  for (const part of [0, 1, 2] as const) {
    for (const at of [0, 10, -1]) {
      expect(await statusOf(flipBit(good, part, at)), `part ${part} at ${at}`).toBe(401);
    }
  }
});

test('401: a token anywhere but in the one Authorization header', async () => {
  const { token } = person;
  const urls = [`/api/wallets?access_token=${token}`, `/api/wallets?token=${token}`];
  for (const url of urls) expect((await hub.request({ method: 'GET', url })).statusCode).toBe(401);
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

test('401: two Authorization headers, even of two good tokens', async () => {
  await hub.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = hub.app.server.address() as AddressInfo;
  const send = (authorization: string[]) =>
    new Promise<number | undefined>((resolve, reject) => {
      httpRequest(
        {
          host: '127.0.0.1',
          port,
          path: '/api/wallets',
          headers: ['Host', 'localhost', ...authorization.flatMap((one) => ['Authorization', one])],
        },
        (reply) => {
          reply.resume();
          resolve(reply.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
  const good = `Bearer ${person.token}`;
  expect(await send([good])).toBe(200);
  expect(await send([good, good])).toBe(401);
  expect(await send([good, 'Bearer x'])).toBe(401);
});

test('401: the token of a session that signed out, without waiting for its end', async () => {
  const browser = await join(hub, await hub.chapter(), 'yara@example.org');
  const bearer = await browser.bearer();
  expect((await callApp(hub.app, authCalls.session, bearer)).status).toBe(200);
  await browser.call(authCalls.signOut);
  const reply = await hub.request({ method: 'GET', url: '/api/wallets', headers: bearer });
  expect(reply.statusCode).toBe(401);
});

test.each(['disabled', 'removed'] as const)('401: the token of a %s member', async (status) => {
  const chapter = await hub.chapter();
  const someone = await chapter.person('Some Body');
  expect(await statusOf(someone.token)).toBe(200);
  await hub.db
    .updateTable('member')
    .set({ status })
    .where('chapter_id', '=', chapter.id)
    .where('id', '=', someone.memberId)
    .execute();
  expect(await statusOf(someone.token)).toBe(401);
});

test('401: the token of a disabled account, and of an expired session', async () => {
  const chapter = await hub.chapter();
  const [one, two] = [await chapter.person('One'), await chapter.person('Two')];
  await sql`update auth."user" set "disabledAt" = now() where id = ${one.accountId}`.execute(
    hub.db,
  );
  expect(await statusOf(one.token)).toBe(401);
  await sql`update auth.session set "expiresAt" = now() where id = ${two.sessionId}`.execute(
    hub.db,
  );
  expect(await statusOf(two.token)).toBe(401);
});

test('403, not 401: a good token of a member where an admin is needed', async () => {
  const reply = await person.call(authCalls.invitations);
  expect(reply.status).toBe(403);
});

test('the published keys verify the hub’s tokens, and no retired key is among them', async () => {
  const { keys: published } = (await callApp(hub.app, authCalls.jwks, {})).value();
  const header = decodeProtectedHeader(person.token);
  expect(header).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: expect.any(String) });
  expect(published.map((key) => key.kid)).toContain(header.kid);
  expect(published.map((key) => key.kid)).not.toContain('retired');
  expect(published.every((key) => key.alg === 'EdDSA' && !('d' in key))).toBe(true);
});

test('the private keys are kept encrypted', async () => {
  const found = await sql<{ privateKey: string }>`
    select "privateKey" from auth.jwks where id <> ${kid}`.execute(hub.db);
  expect(found.rows.length).toBeGreaterThan(0);
  for (const row of found.rows) expect(row.privateKey).not.toContain('"d"');
});
