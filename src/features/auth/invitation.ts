import type { Instant } from '#kit/day.ts';

export const invitationStates = ['open', 'accepted', 'revoked', 'expired'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** How long an invitation's link works. */
export const invitationLifetime = { hours: 7 * 24 } as const;
/** How long a set-up link works; a start without a chapter prints a new one. */
export const setUpLifetime = { hours: 24 } as const;

/**
 * The one reading of an invitation's state. Accepted wins over revoked, because joining cannot be
 * undone by revoking; an expired one that was revoked stays revoked, as the admin left it.
 */
export function invitationState(
  invitation: {
    readonly acceptedAt: Instant | null;
    readonly revokedAt: Instant | null;
    readonly expiresAt: Instant;
  },
  now: Instant,
): InvitationState {
  if (invitation.acceptedAt !== null) return 'accepted';
  if (invitation.revokedAt !== null) return 'revoked';
  return invitation.expiresAt <= now ? 'expired' : 'open';
}
