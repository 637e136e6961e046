import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { hashPassword, isOutdated, matchesHash } from './password.ts';

/** Made by better-auth 1.7.7, which earlier versions hashed with. */
const scryptHash =
  'd94511f89bcef0a0de4da7b5aa26f0e9:9582f73582b993e72fa09702b7ad873911799d41f320dc684f9307cfc546b76b329dd6e75cabcf772429b1ab3b9c9c1655cdce39d8846e5daca13fd9c9fbfeaf';
const scryptHashOfLetters =
  'c665f8fcc73b5b2eb7a646f5b8000836:22608637a0f985cb326d2bd9973744e01996ec8dc5ea9ba91bcd58604d4c657526288ab8500b94f6ad983e77e6d85240e111e079b3d8d7288b34692a5256a1f8';

test('a new hash is an argon2id PHC string with the recommended cost', async () => {
  const hash = await hashPassword('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(isOutdated(hash)).toBe(false);
  expect(await matchesHash(hash, 'correct horse battery')).toBe(true);
  expect(await matchesHash(hash, 'correct horse batterz')).toBe(false);
});

test('two hashes of one password differ', async () => {
  expect(await hashPassword('the same')).not.toBe(await hashPassword('the same'));
});

test('an argon2id hash of another program matches, and is outdated if it cost less', async () => {
  // By the reference program: printf password | argon2 somesalt -id -t 2 -k 4096 -p 1 -l 32 -e
  const reference =
    '$argon2id$v=19$m=4096,t=2,p=1$c29tZXNhbHQ$jacJHQ+PoBstB/ZoVNk8re3s1yzVABZujceGiwVNJnk';
  expect(await matchesHash(reference, 'password')).toBe(true);
  expect(await matchesHash(reference, 'Password')).toBe(false);
  expect(isOutdated(reference)).toBe(true);
});

test('a scrypt hash still matches, and is outdated', async () => {
  expect(await matchesHash(scryptHash, 'correct horse battery')).toBe(true);
  expect(await matchesHash(scryptHash, 'correct horse batterz')).toBe(false);
  expect(isOutdated(scryptHash)).toBe(true);
});

test('a password matches however its letters were composed', async () => {
  const composed = 'Grüße Å';
  for (const hash of [scryptHashOfLetters, await hashPassword('Ｇrüße Å')]) {
    expect(await matchesHash(hash, composed.normalize('NFC'))).toBe(true);
    expect(await matchesHash(hash, composed.normalize('NFD'))).toBe(true);
  }
});

test('no password matches without a hash', async () => {
  expect(await matchesHash(undefined, '')).toBe(false);
  expect(await matchesHash(undefined, 'correct horse battery')).toBe(false);
});

test('a hash of an unknown kind is an error, not a wrong password', async () => {
  await expect(matchesHash('$2b$10$abcdefghijklmnopqrstuu', 'x')).rejects.toThrow(
    'unknown password hash format',
  );
});

test('many passwords at once do not hold up the reading of a file', async () => {
  let hashed = 0;
  const hashing = Array.from({ length: 24 }, async () => {
    await hashPassword('correct horse battery');
    hashed += 1;
  });
  await readFile(import.meta.filename);
  expect(hashed).toBeLessThan(6);
  await Promise.all(hashing);
});
