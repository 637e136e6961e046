/**
 * Columns of the installation admin and account tables, as in migrations/; a test compares them to
 * the database.
 */

import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';

/** Refers to accounts: installation admins need not be members of any chapter. */
export type InstallationAdminTable = { account_id: string; granted_at: Instant };

export type AccountChapterTable = {
  account_id: string;
  chapter_id: Id<'chapter'>;
  member_id: Id<'member'>;
};

declare module '#server/database/tables.ts' {
  interface Tables {
    installation_admin: InstallationAdminTable;
    account_chapter: AccountChapterTable;
  }
}
