/** What the answers to an occurrence leave behind. */
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { audit } from '#server/audit.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/ids.ts';
import type { Rsvp } from '../rsvp.ts';

type By = {
  readonly chapterId: Id;
  readonly memberId: Id;
  readonly now: Instant;
  readonly newId: NewId;
};

/** An answer: `turn` says which of the occurrence's it is, so that all can be told in their order. */
export async function auditAnswer(
  tx: Tx,
  by: By,
  occurrenceId: Id,
  answered: { before: Rsvp | undefined; after: Rsvp; turn: number; promoted: readonly Id[] },
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

/** Who was let in because there is more room. */
export async function auditPromotions(
  tx: Tx,
  by: By,
  occurrenceId: Id,
  capacity: number | null,
  promoted: readonly Id[],
): Promise<void> {
  if (promoted.length === 0) return;
  await audit(tx, by, {
    action: 'rsvp.promote',
    kind: 'occurrence',
    id: occurrenceId,
    after: { capacity, promoted },
  });
}
