/** Columns of the table of visits, as in migrations/; a test compares them to the database. */

import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';

export type HomeVisitTable = {
  chapter_id: Id<'chapter'>;
  member_id: Id<'member'>;
  seen_at: Instant;
  new_since: Instant | null;
};

declare module '#server/database/tables.ts' {
  interface Tables {
    home_visit: HomeVisitTable;
  }
}
