/** The tables of who looks after the installation, and which accounts are in which chapter, column by column as in migrations/; a test holds them to the catalogue. */

import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type {} from '#server/database/columns.ts';

/** By account: it is not a member of any chapter who looks after all of them. */
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
