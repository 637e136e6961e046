/** The table of notices that were sent, as in migrations/; a test compares it with the catalog. */
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';

export type NoticeSentTable = {
  chapter_id: Id<'chapter'>;
  member_id: Id<'member'>;
  key: string;
  kind: string;
  sent_at: Instant;
  delivered_at: Instant | null;
};

declare module '#server/database/tables.ts' {
  interface Tables {
    notice_sent: NoticeSentTable;
  }
}
