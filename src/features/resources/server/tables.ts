/** Columns of the resource table, as in migrations/; a test compares them to the database. */

import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { JsonList } from '#server/database/columns.ts';

export type ResourceListTable = {
  chapter_id: Id<'chapter'>;
  entries: JsonList;
  version: number;
  updated_at: Instant;
};

declare module '#server/database/tables.ts' {
  interface Tables {
    resource_list: ResourceListTable;
  }
}
