/** Columns of the backup table, as in migrations/; a test compares them to the database. */
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';

export type BackupTable = {
  id: Id<'backup'>;
  begun_at: Instant;
  ended_at: Instant | null;
  file: string;
  is_encrypted: boolean;
  bytes: number | null;
  row_count: number | null;
  failure: string | null;
  removed_at: Instant | null;
  rehearsed_at: Instant | null;
  rehearsal_failure: string | null;
};

declare module '#server/database/tables.ts' {
  interface Tables {
    backup: BackupTable;
  }
}
