import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';

/** Adds occurrences of the same event at the same time, numbered from `first` to `last`. */
export async function addOccurrences(
  db: Db,
  occurrenceId: Id<'occurrence'>,
  first: number,
  last: number,
): Promise<void> {
  await sql`
    insert into hub.event_occurrence (chapter_id, id, event_id, calendar_id,
      original_local_start, local_start, local_end, starts_at, ends_at, status, is_exception,
      time_zone_data)
    select chapter_id, gen_random_uuid(), event_id, calendar_id,
      original_local_start + make_interval(mins => n),
      local_start, local_end, starts_at, ends_at, status, is_exception, time_zone_data
    from hub.event_occurrence o, generate_series(${first}::int, ${last}::int) n
    where o.id = ${occurrenceId}
  `.execute(db);
}
