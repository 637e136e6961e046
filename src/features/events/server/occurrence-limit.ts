/** Limits the rows that a request adds to a chapter's calendars. */
import { sql } from 'kysely';
import { formatCount, plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import type { Tx } from '#server/database/db.ts';
import type { Work } from './work.ts';

/** About 100 series that repeat daily. Series that end or are deleted make room. */
export const maxOccurrencesOfChapter = 200_000;

/** How many more occurrences the chapter's calendars may have. */
export async function countRoom(
  tx: Tx,
  chapterId: Id<'chapter'>,
  most = maxOccurrencesOfChapter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from hub.event_occurrence where chapter_id = ${chapterId}
  `.execute(tx);
  return Math.max(0, most - (rows[0]?.count ?? 0));
}

/**
 * A single row is not counted: each takes a request of its own. A file's events share the room that
 * was counted once.
 */
export async function checkRoom(
  { tx, caller, room }: Pick<Work, 'tx' | 'caller' | 'room'>,
  added: number,
): Promise<Result<undefined>> {
  if (room) {
    room.spend(added);
    return room.isSpent() ? refuseFullCalendar(added) : ok(undefined);
  }
  if (added <= 1) return ok(undefined);
  const left = await countRoom(tx, caller.chapterId);
  return added <= left ? ok(undefined) : refuseFullCalendar(added);
}

function refuseFullCalendar(added: number): Refused {
  const message = `The chapter's calendars have no room for ${plural(added, 'more occurrence')}, because they can hold ${formatCount(maxOccurrencesOfChapter)}. Delete events that are no longer needed, or let this one begin later or end earlier`;
  return refuse('invalid', 'calendar_full', message, { field: 'recurrence' });
}
