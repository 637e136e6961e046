import { expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import {
  hashToken,
  invitationToken,
  newToken,
  readInvitationToken,
  readResetToken,
  resetToken,
} from './link-token.ts';

const secret = 'a secret of a hub, of more than 32 letters';

test('an invitation’s token names its row; each link and each hub has another', () => {
  const key = { chapterId: newId<'chapter'>(), id: newId<'invitation'>() };
  const token = (linkNumber: number, by = secret) => invitationToken({ ...key, linkNumber }, by);
  expect(token(1)).toBe(token(1));
  const others = [
    token(2),
    token(1, `${secret}!`),
    invitationToken({ ...key, id: newId(), linkNumber: 1 }, secret),
  ];
  expect(new Set([token(1), ...others]).size).toBe(4);
  expect(readInvitationToken(token(1))).toEqual({ ...key, hash: hashToken(token(1)) });
});

test('a reset’s token names its row, and is no invitation’s', () => {
  const id = newId<'reset'>();
  const token = resetToken(id, secret);
  expect(readResetToken(token)).toEqual({ id, hash: hashToken(token) });
  expect(readInvitationToken(token)).toBeUndefined();
  expect(resetToken(id, `${secret}!`)).not.toBe(token);
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
    expect([readInvitationToken(text), readResetToken(text)]).toEqual([undefined, undefined]);
});

test('tokens have 256 random bits, and their hash does not give them away', () => {
  const token = newToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(hashToken(token)).toHaveLength(43);
  expect(hashToken(token)).not.toContain(token);
});
