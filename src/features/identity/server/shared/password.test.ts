import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { hashPassword, isOutdated, matchesHash } from './password.ts';

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

test('a password matches however its letters were composed', async () => {
  const composed = 'Grüße Å';
  const hash = await hashPassword('Ｇrüße Å');
  expect(await matchesHash(hash, composed.normalize('NFC'))).toBe(true);
  expect(await matchesHash(hash, composed.normalize('NFD'))).toBe(true);
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
