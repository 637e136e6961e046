import type { Instant } from '#kit/day.ts';
import type { MailFailure, MailState } from '#kit/mail.ts';

export const invitationStates = ['open', 'accepted', 'revoked', 'expired'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** How long an invitation's link works. */
export const invitationLifetime = { hours: 7 * 24 } as const;
/** How long a setup link works; a start without a chapter prints a new one. */
export const setUpLifetime = { hours: 24 } as const;
/** A mail queued for longer counts as failed and is no longer sent. */
const mailTimeout = { hours: 30 } as const;

/**
 * The only place that computes an invitation's state. Accepted takes precedence over revoked,
 * because revoking does not undo joining; revoked takes precedence over expired. An invitation lasts as long as who
 * sent it is an admin.
 */
export function invitationState(
  invitation: {
    readonly acceptedAt: Instant | null;
    readonly revokedAt: Instant | null;
    readonly expiresAt: Instant;
    readonly isByAdmin: boolean;
  },
  now: Instant,
): InvitationState {
  if (invitation.acceptedAt !== null) return 'accepted';
  if (invitation.revokedAt !== null) return 'revoked';
  return invitation.expiresAt <= now || !invitation.isByAdmin ? 'expired' : 'open';
}

export type Delivery = {
  readonly mail: MailState;
  /** With `queued`: why the last attempt failed. */
  readonly mailFailure: MailFailure | null;
  readonly mailAt: Instant | null;
};

/**
 * The only place that computes the state of an invitation's mail. Only a link whose mail failed or
 * was never queued is shown to admins: opening any other proves access to the address's mail.
 */
export function resolveDelivery(kept: Delivery, now: Instant): Delivery {
  if (kept.mail !== 'queued' || kept.mailAt === null) return kept;
  const timesOutAt = Temporal.Instant.from(kept.mailAt).add(mailTimeout);
  if (Temporal.Instant.compare(timesOutAt, Temporal.Instant.from(now)) > 0) return kept;
  return { ...kept, mail: 'failed', mailFailure: kept.mailFailure ?? 'gave-up' };
}
