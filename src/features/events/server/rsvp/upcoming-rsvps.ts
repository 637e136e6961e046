import { type RawBuilder, sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { AuditContext } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import type { OccurrenceCapacity } from '../../rsvp/rsvp.ts';
import { lockOccurrence, readWaitlists } from './occurrence-capacity.ts';

export type LockedOccurrence = OccurrenceCapacity & {
  readonly id: Id<'occurrence'>;
  readonly turns: number;
};

/**
 * The upcoming occurrences with such an RSVP `r` of the member that are not canceled, each locked when it
 * is reached, in the order in which all locks of occurrences are taken.
 */
export async function* lockUpcoming(
  tx: Tx,
  { chapterId, now }: AuditContext,
  memberId: Id<'member'>,
  matches: RawBuilder<unknown>,
): AsyncGenerator<LockedOccurrence> {
  const upcoming = await sql<{ id: Id<'occurrence'> }>`
    select o.id from hub.rsvp r
    join hub.event_occurrence o on o.chapter_id = r.chapter_id and o.id = r.occurrence_id
    where r.chapter_id = ${chapterId} and r.member_id = ${memberId}
      and ${matches} and o.ends_at > ${now}
    order by o.id
  `.execute(tx);
  for (const { id } of upcoming.rows) {
    const occurrence = await lockOccurrence(tx, chapterId, id);
    if (!occurrence || occurrence.isCanceled) continue;
    const waiting = (await readWaitlists(tx, chapterId, [id])).get(id) ?? [];
    yield { id, ...occurrence, waiting };
  }
}
