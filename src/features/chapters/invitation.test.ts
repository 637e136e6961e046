import { expect, test } from 'vitest';
import { invitationState } from './invitation.ts';

const now = '2026-11-20T12:00:00.000Z';
const open = {
  acceptedAt: null,
  revokedAt: null,
  expiresAt: '2026-11-27T12:00:00.000Z',
  isByAdmin: true,
} as const;

test('an invitation is open until it is accepted, revoked or expired', () => {
  expect(invitationState(open, now)).toBe('open');
  expect(invitationState({ ...open, acceptedAt: now }, now)).toBe('accepted');
  expect(invitationState({ ...open, revokedAt: now }, now)).toBe('revoked');
  expect(invitationState({ ...open, expiresAt: now }, now)).toBe('expired');
  expect(invitationState({ ...open, isByAdmin: false }, now)).toBe('expired');
});

test('an accepted invitation stays accepted when revoked or expired', () => {
  const everything = { ...open, acceptedAt: now, revokedAt: now, expiresAt: now } as const;
  expect(invitationState(everything, now)).toBe('accepted');
  expect(invitationState({ ...everything, acceptedAt: null }, now)).toBe('revoked');
});
