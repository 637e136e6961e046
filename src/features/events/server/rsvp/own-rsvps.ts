import { sql } from 'kysely';
import { addDays } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import type { OwnRsvp } from '../../rsvp/rsvp-contract.ts';

type Caller = { readonly chapterId: Id<'chapter'>; readonly memberId: Id<'member'> };

/** The caller's RSVPs to occurrences that are on one of these days, in the events' own time zones. */
export async function listOwnRsvps(
  db: Db,
  { chapterId, memberId }: Caller,
  { startDate, endDate }: { readonly startDate: Day; readonly endDate: Day },
): Promise<OwnRsvp[]> {
  const found = await sql<OwnRsvp>`
    select given.occurrence_id as "occurrenceId", given.answer, given.status
    from hub.rsvp given
    join hub.event_occurrence o
      on o.chapter_id = given.chapter_id and o.id = given.occurrence_id
    where given.chapter_id = ${chapterId} and given.member_id = ${memberId}
      and o.status <> 'cancelled'
      and o.local_start < ${addDays(endDate, 1)}::timestamp
      and o.local_end >= ${startDate}::timestamp
    order by o.local_start, o.id
  `.execute(db);
  return found.rows;
}
