import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { AuditContext } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import { applyRsvp } from '../../rsvp/rsvp.ts';
import { findRsvp, lockOccurrence, promote, saveRsvp } from './occurrence-capacity.ts';
import { auditWithdrawal } from './rsvp-audit.ts';
import { type LockedOccurrence, lockUpcoming } from './upcoming-rsvps.ts';

/**
 * Withdraws a removed member's RSVPs to upcoming occurrences, whatever the deadline, and promotes from
 * the waitlist. Past RSVPs are kept. The member's row must be locked, so that no new RSVP arrives.
 */
export async function releaseSpotsOfMember(
  tx: Tx,
  by: AuditContext,
  leaverId: Id<'member'>,
): Promise<void> {
  for await (const occurrence of lockUpcoming(tx, by, leaverId, sql`r.answer <> 'not-going'`)) {
    await withdraw(tx, by, occurrence, leaverId);
  }
}

/**
 * Withdraws the RSVPs of removed members to locked occurrences that are on again: they were kept while
 * those were canceled. Promotes no one, because the capacity may change before.
 */
export async function releaseSpotsOfLeavers(
  tx: Tx,
  by: AuditContext,
  occurrenceIds: readonly Id<'occurrence'>[],
): Promise<void> {
  if (occurrenceIds.length === 0) return;
  const left = await sql<{ id: Id<'occurrence'>; leaverId: Id<'member'> }>`
    select r.occurrence_id as id, r.member_id as "leaverId" from hub.rsvp r
    join hub.member m on m.chapter_id = r.chapter_id and m.id = r.member_id
    where r.chapter_id = ${by.chapterId} and r.occurrence_id = any(${[...occurrenceIds]}::uuid[])
      and r.answer <> 'not-going' and m.status = 'removed'
    order by r.occurrence_id, r.place
  `.execute(tx);
  for (const { id, leaverId } of left.rows) {
    const occurrence = await lockOccurrence(tx, by.chapterId, id);
    if (occurrence) await withdraw(tx, by, { id, ...occurrence, waiting: [] }, leaverId);
  }
}

async function withdraw(
  tx: Tx,
  by: AuditContext,
  occurrence: LockedOccurrence,
  leaverId: Id<'member'>,
): Promise<void> {
  const { chapterId, now } = by;
  const { id } = occurrence;
  const before = await findRsvp(tx, chapterId, id, leaverId);
  if (!before) return;
  const turn = occurrence.turns + 1;
  const answered = applyRsvp(
    occurrence,
    leaverId,
    before,
    { answer: 'not-going', guests: 0 },
    turn,
  );
  if (!answered) return;
  const { mine, promoted } = answered;
  await saveRsvp(tx, chapterId, id, leaverId, { ...mine, turn, answeredAt: now });
  await promote(tx, chapterId, id, promoted, now);
  await auditWithdrawal(tx, by, id, { leaverId, before, after: mine, turn, promoted });
}
