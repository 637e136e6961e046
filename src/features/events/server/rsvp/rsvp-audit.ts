/** Audit records of RSVPs. */
import type { Id } from '#kit/id.ts';
import { type AuditContext, audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import type { Rsvp } from '../../rsvp/rsvp.ts';

/** `turn` numbers the RSVPs of an occurrence, so that their order can be reconstructed. */
export async function auditAnswer(
  tx: Tx,
  by: AuditContext,
  occurrenceId: Id<'occurrence'>,
  answered: {
    before: Rsvp | undefined;
    after: Rsvp;
    turn: number;
    promoted: readonly Id<'member'>[];
  },
): Promise<void> {
  const { before, after, turn, promoted } = answered;
  await audit(tx, by, {
    action: 'rsvp.answer',
    kind: 'occurrence',
    id: occurrenceId,
    before,
    after: { ...after, turn, promoted },
  });
}

/**
 * Records the RSVP that is withdrawn because its member was removed; `by` is who removed them, or who
 * brought back an occurrence that was canceled when they left.
 */
export async function auditWithdrawal(
  tx: Tx,
  by: AuditContext,
  occurrenceId: Id<'occurrence'>,
  left: {
    leaverId: Id<'member'>;
    before: Rsvp;
    after: Rsvp;
    turn: number;
    promoted: readonly Id<'member'>[];
  },
): Promise<void> {
  const { leaverId, before, after, turn, promoted } = left;
  await audit(tx, by, {
    action: 'rsvp.withdraw',
    kind: 'occurrence',
    id: occurrenceId,
    before,
    after: { ...after, memberId: leaverId, turn, promoted },
  });
}

/** Records who was promoted without an RSVP that freed spots, as by a higher capacity. */
export async function auditPromotions(
  tx: Tx,
  by: AuditContext,
  occurrenceId: Id<'occurrence'>,
  capacity: number | null,
  promoted: readonly Id<'member'>[],
): Promise<void> {
  if (promoted.length === 0) return;
  await audit(tx, by, {
    action: 'rsvp.promote',
    kind: 'occurrence',
    id: occurrenceId,
    after: { capacity, promoted },
  });
}
