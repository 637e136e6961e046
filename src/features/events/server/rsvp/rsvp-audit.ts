/** What the answers to an occurrence leave behind. */
import type { Id } from '#kit/id.ts';
import { type AuditBy, audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import type { Rsvp } from '../../rsvp/rsvp.ts';

/** An answer: `turn` says which of the occurrence's it is, so that all can be told in their order. */
export async function auditAnswer(
  tx: Tx,
  by: AuditBy,
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

/** The answer that somebody's leaving is; `by` is who removed them. */
export async function auditWithdrawal(
  tx: Tx,
  by: AuditBy,
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

/** Who was let in because there is more room. */
export async function auditPromotions(
  tx: Tx,
  by: AuditBy,
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
