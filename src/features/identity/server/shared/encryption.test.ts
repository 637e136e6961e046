import { expect, test } from 'vitest';
import { decrypt, decryptStored, encrypt } from './encryption.ts';

const key = { secret: 'a secret for tests, and for tests alone', purpose: 'a test' };
const text = 'What only the hub may read: ü €';

test('a value is decrypted only with its own secret and purpose', () => {
  const encrypted = encrypt(text, key);
  expect(encrypted).not.toBe(encrypt(text, key));
  expect(decrypt(encrypted, key)).toBe(text);
  expect(decrypt(encrypted, { ...key, secret: 'another secret' })).toBeUndefined();
  expect(decrypt(encrypted, { ...key, purpose: 'another test' })).toBeUndefined();
});

test('an altered or truncated value is rejected', () => {
  const encrypted = encrypt(text, key);
  const bytes = Buffer.from(encrypted, 'base64url');
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(decrypt(changed.toString('base64url'), key)).toBeUndefined();
    expect(decrypt(bytes.subarray(0, at).toString('base64url'), key)).toBeUndefined();
  }
});

/** Made by better-auth 1.7.7 with the secret of these tests: a TOTP secret and a signing key. */
const secretByBetterAuth =
  'bca4c9243ab99783f434d9112c067fab2cb6d348354628080eb1b253fe7aa13d78fc5b80d8ea8754f6f177ad5bc11d974a5b35d3810d4c6563e1c008214c33230afb687220dbdba2b38a529c75390204';
const signingKeyByBetterAuth =
  '5e0466afcb9c8ab6fcf67e6f0eb30dbcd5ee52f6b352fc3209042e889998e3723737822c8a25ed34645092a27b89835b872094f0d56772dd64c706f387622e28157b60def01f24df9c1041d7ebb8258d1e84820d853a3897f96f6df789305bdf50e5261d6adaba01c0adcf9bcdc039e6d93c17685fbfd6ddd3af9cf4106bc162bf31cc670e6b51feb8ec3d6acc42d8012440b8fc6ca7e8f5e5e653d55f2a557ec8e81d58d6524307b6';

test('values encrypted by better-auth are decrypted, whatever their purpose', () => {
  const secret = decryptStored(secretByBetterAuth, key);
  expect(secret).toBe('6f2dd7d6b52cace2930f4d7ed13b151df7b3bf31');
  expect(JSON.parse(decryptStored(signingKeyByBetterAuth, key) ?? '')).toMatchObject({
    kty: 'OKP',
    crv: 'Ed25519',
    x: '8I3moY1b9GOSAHug2OmkiLbdf96C5z2iQ4qeUD7Ur7k',
    d: expect.any(String),
  });
  expect(decryptStored(secretByBetterAuth, { ...key, secret: 'another secret' })).toBeUndefined();
  const changed = `c${secretByBetterAuth.slice(1)}`;
  expect(decryptStored(changed, key)).toBeUndefined();
  expect(decryptStored('ab', key)).toBeUndefined();
  // Only accepted from the database.
  expect(decrypt(secretByBetterAuth, key)).toBeUndefined();
  expect(decryptStored(encrypt(text, key), key)).toBe(text);
});
