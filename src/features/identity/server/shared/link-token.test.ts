import { expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import {
  createInvitationToken,
  createResetToken,
  hashToken,
  newToken,
  readInvitationToken,
  readResetToken,
} from './link-token.ts';

const secret = 'a secret of a hub, of more than 32 letters';

test('an invitation’s token contains its key and differs by link and by secret', () => {
  const key = { chapterId: newId<'chapter'>(), id: newId<'invitation'>() };
  const token = (linkNumber: number, keyedBy = secret) =>
    createInvitationToken({ ...key, linkNumber }, keyedBy);
  expect(token(1)).toBe(token(1));
  const others = [
    token(2),
    token(1, `${secret}!`),
    createInvitationToken({ ...key, id: newId(), linkNumber: 1 }, secret),
  ];
  expect(new Set([token(1), ...others]).size).toBe(4);
  expect(readInvitationToken(token(1))).toEqual({ ...key, hash: hashToken(token(1)) });
});

test('a reset token contains its key and is not an invitation’s', () => {
  const id = newId<'reset'>();
  const token = createResetToken(id, secret);
  expect(readResetToken(token)).toEqual({ id, hash: hashToken(token) });
  expect(readInvitationToken(token)).toBeUndefined();
  expect(createResetToken(id, `${secret}!`)).not.toBe(token);
});

test('anything else is not read as a token', () => {
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

test('tokens have 256 random bits, and their hash does not contain them', () => {
  const token = newToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(hashToken(token)).toHaveLength(43);
  expect(hashToken(token)).not.toContain(token);
});
