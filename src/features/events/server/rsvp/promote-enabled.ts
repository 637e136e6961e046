import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { AuditContext } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import { lockOccurrence, promoteWaiting, readWaitlists } from './occurrence-capacity.ts';

/**
 * Fills the free spots of upcoming occurrences whose waitlist the member is on. While they were
 * disabled, spots went past them. The member's row must be saved as active.
 */
export async function promoteEnabledMember(
  tx: Tx,
  by: AuditContext,
  memberId: Id<'member'>,
): Promise<void> {
  const { chapterId, now } = by;
  const upcoming = await sql<{ id: Id<'occurrence'> }>`
    select o.id from hub.rsvp r
    join hub.event_occurrence o on o.chapter_id = r.chapter_id and o.id = r.occurrence_id
    where r.chapter_id = ${chapterId} and r.member_id = ${memberId}
      and r.status = 'waitlisted' and o.ends_at > ${now}
    order by o.id
  `.execute(tx);
  for (const { id } of upcoming.rows) {
    const occurrence = await lockOccurrence(tx, chapterId, id);
    // One that is on again later fills its spots then.
    if (!occurrence || occurrence.isCancelled) continue;
    const waiting = (await readWaitlists(tx, chapterId, [id])).get(id) ?? [];
    await promoteWaiting(tx, by, id, { ...occurrence, waiting });
  }
}
