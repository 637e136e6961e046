import { generateKeyPair, SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { maxTokenSeconds, tokenAudience, tokenIssuer, tokenType } from '../../bearer-claims.ts';
import { createTokenVerifier } from './verify-token.ts';

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let others: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  keys = await generateKeyPair('EdDSA');
  others = await generateKeyPair('EdDSA');
});

/** A token of ours, issued `age` seconds ago for `lifetime` seconds. */
function token(age: number, lifetime: number) {
  const now = Math.floor(Temporal.Now.instant().epochMilliseconds / 1_000);
  return new SignJWT({ sid: 'session', chapter: newId() })
    .setProtectedHeader({ alg: 'EdDSA', typ: tokenType, kid: 'one' })
    .setSubject('account')
    .setIssuer(tokenIssuer)
    .setAudience(tokenAudience)
    .setIssuedAt(now - age)
    .setNotBefore(now - age)
    .setExpirationTime(now - age + lifetime)
    .sign(keys.privateKey);
}

test('a verified token is refused once its key has changed', async () => {
  let key: CryptoKey | undefined = keys.publicKey;
  const requestedKeys: string[] = [];
  const verify = createTokenVerifier(async (kid) => {
    requestedKeys.push(kid);
    return key;
  });
  const one = await token(0, 300);
  expect((await verify(one))?.sid).toBe('session');
  expect(await verify(one)).toEqual(await verify(one));
  expect(requestedKeys.length).toBe(3);
  key = others.publicKey;
  expect(await verify(one)).toBeUndefined();
  key = undefined;
  expect(await verify(one)).toBeUndefined();
  key = keys.publicKey;
  expect((await verify(one))?.sid).toBe('session');
});

test('a verified token is refused after it expires', async () => {
  const verify = createTokenVerifier(async () => keys.publicKey);
  // Clocks may differ by five seconds: valid just after expiry, and refused a little later.
  const one = await token(60, 60);
  expect(await verify(one)).toBeDefined();
  await expect.poll(() => verify(one), { interval: 250 }).toBeUndefined();
});

test('a token older than the maximum lifetime is refused, whatever its expiry', async () => {
  const verify = createTokenVerifier(async () => keys.publicKey);
  const age = maxTokenSeconds + 60;
  expect(await verify(await token(age, age + 600))).toBeUndefined();
});
