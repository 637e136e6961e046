import type { Instant } from '#kit/day.ts';
import type { MailFailure, MailState } from '#kit/mail.ts';

export const invitationStates = ['open', 'accepted', 'revoked', 'expired'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** How long an invitation's link works. */
export const invitationLifetime = { hours: 7 * 24 } as const;
/** How long a set-up link works; a start without a chapter prints a new one. */
export const setUpLifetime = { hours: 24 } as const;
/** After that a mail still queued counts as not delivered, and does not go out any more. */
const mailPatience = { hours: 30 } as const;

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

export type Delivery = {
  readonly mail: MailState;
  /** With `queued`: why the last attempt failed. */
  readonly mailFailure: MailFailure | null;
  readonly mailAt: Instant | null;
};

/**
 * The one reading of what became of an invitation's mail. Only what `failed`, or never was to be
 * sent, has a link that an admin may see: whoever opens any other has read the address's mail.
 */
export function deliveryOf(kept: Delivery, now: Instant): Delivery {
  if (kept.mail !== 'queued' || kept.mailAt === null) return kept;
  const patientUntil = Temporal.Instant.from(kept.mailAt).add(mailPatience);
  if (Temporal.Instant.compare(patientUntil, Temporal.Instant.from(now)) > 0) return kept;
  return { ...kept, mail: 'failed', mailFailure: kept.mailFailure ?? 'gave-up' };
}
