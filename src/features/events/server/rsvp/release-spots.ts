import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { AuditContext } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import { applyRsvp } from '../../rsvp/rsvp.ts';
import {
  findRsvp,
  lockOccurrence,
  promote,
  readWaitlists,
  saveRsvp,
} from './occurrence-capacity.ts';
import { auditWithdrawal } from './rsvp-audit.ts';

/**
 * Withdraws a removed member's RSVPs to upcoming occurrences, whatever the deadline, and promotes from
 * the waitlist. Past RSVPs are kept. The member's row must be locked, so that no new RSVP arrives.
 */
export async function releaseSpotsOfMember(
  tx: Tx,
  by: AuditContext,
  leaverId: Id<'member'>,
): Promise<void> {
  const { chapterId, now } = by;
  const upcoming = await sql<{ id: Id<'occurrence'> }>`
    select o.id from hub.rsvp r
    join hub.event_occurrence o on o.chapter_id = r.chapter_id and o.id = r.occurrence_id
    where r.chapter_id = ${chapterId} and r.member_id = ${leaverId}
      and r.answer <> 'not-going' and o.ends_at > ${now}
    order by o.id
  `.execute(tx);
  for (const { id } of upcoming.rows) {
    const occurrence = await lockOccurrence(tx, chapterId, id);
    const before = await findRsvp(tx, chapterId, id, leaverId);
    if (!occurrence || occurrence.isCancelled || !before) continue;
    const waiting = (await readWaitlists(tx, chapterId, [id])).get(id) ?? [];
    const turn = occurrence.turns + 1;
    const request = { answer: 'not-going', guests: 0 } as const;
    const answered = applyRsvp({ ...occurrence, waiting }, leaverId, before, request, turn);
    if (!answered) continue;
    const { mine, promoted } = answered;
    await saveRsvp(tx, chapterId, id, leaverId, { ...mine, turn, answeredAt: now });
    await promote(tx, chapterId, id, promoted, now);
    await auditWithdrawal(tx, by, id, { leaverId, before, after: mine, turn, promoted });
  }
}
