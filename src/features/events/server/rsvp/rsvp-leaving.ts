/** What becomes of the answers of somebody who is not of the chapter any more. */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { AuditBy } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import { answerRsvp } from '../../rsvp/rsvp.ts';
import { auditWithdrawal } from './rsvp-audit.ts';
import { findRsvp, lockOccurrence, promote, saveRsvp, waitingFor } from './rsvp-room.ts';

/**
 * Who leaves comes to nothing that is still ahead, whatever the deadline: their places go to who
 * waits. What is over stays as it was. Their row must be locked, so that they answer no more.
 */
export async function giveUpPlaces(tx: Tx, by: AuditBy, leaverId: Id<'member'>): Promise<void> {
  const { chapterId, now } = by;
  const ahead = await sql<{ id: Id<'occurrence'> }>`
    select o.id from hub.rsvp r
    join hub.event_occurrence o on o.chapter_id = r.chapter_id and o.id = r.occurrence_id
    where r.chapter_id = ${chapterId} and r.member_id = ${leaverId}
      and r.answer <> 'not-going' and o.ends_at > ${now}
    order by o.id
  `.execute(tx);
  for (const { id } of ahead.rows) {
    const occurrence = await lockOccurrence(tx, chapterId, id);
    const before = await findRsvp(tx, chapterId, id, leaverId);
    if (!occurrence || occurrence.isCancelled || !before) continue;
    const waiting = (await waitingFor(tx, chapterId, [id])).get(id) ?? [];
    const turn = occurrence.turns + 1;
    const wish = { answer: 'not-going', guests: 0 } as const;
    const answered = answerRsvp({ ...occurrence, waiting }, leaverId, before, wish, turn);
    if (!answered) continue;
    const { mine, promoted } = answered;
    await saveRsvp(tx, chapterId, id, leaverId, { ...mine, turn, answeredAt: now });
    await promote(tx, chapterId, id, promoted);
    await auditWithdrawal(tx, by, id, { leaverId, before, after: mine, turn, promoted });
  }
}
