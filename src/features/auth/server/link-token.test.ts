import { expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { hashToken, newInvitationToken, newToken, readInvitationToken } from './link-token.ts';

test('an invitation’s token names its row and never repeats', () => {
  const key = { chapterId: newId(), id: newId() };
  const [one, two] = [newInvitationToken(key), newInvitationToken(key)];
  expect(one).not.toBe(two);
  expect(readInvitationToken(one)).toEqual({ ...key, hash: hashToken(one) });
});

test('anything that is no token is not read', () => {
  for (const text of [
    '',
    'x',
    'A'.repeat(85),
    'A'.repeat(87),
    `${'A'.repeat(85)}/`,
    'Ä'.repeat(86),
  ])
    expect(readInvitationToken(text)).toBeUndefined();
});

test('tokens have 256 random bits, and their hash does not give them away', () => {
  const token = newToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(hashToken(token)).toHaveLength(43);
  expect(hashToken(token)).not.toContain(token);
});
