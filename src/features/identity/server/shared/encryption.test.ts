import { expect, test } from 'vitest';
import { decrypt, encrypt } from './encryption.ts';

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
