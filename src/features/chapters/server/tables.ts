/**
 * Columns of the chapter and invitation tables, as in migrations/; a test compares them to the
 * database.
 */

import type { ColumnType, Generated } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { MailFailure, MailState } from '#kit/mail.ts';
import type { Cents } from '#kit/money.ts';
import type { ChapterPolicy, EventPolicy, Role, SettlementWay } from '#kit/role.ts';

export type ChapterTable = {
  id: Id<'chapter'>;
  name: string;
  time_zone: string;
  policy: Generated<ChapterPolicy>;
  members_see_wallets: Generated<boolean>;
  settles_through: Generated<SettlementWay>;
  event_policy: Generated<EventPolicy>;
  amounts_in_subjects: Generated<boolean>;
  chapter_site_url: string;
  network_hub_url: string;
  learning_centre_url: string;
  local_platform_url: string;
  created_at: Instant;
  version: Generated<number>;
  smallest_payment_cents: Generated<Cents>;
  logo_hash: string | null;
  how_to_pay: Generated<string>;
  payment_link: Generated<string>;
  bank_holder: string | null;
  bank_name: string | null;
  bank_iban: string | null;
  bank_routing_number: string | null;
  bank_account_number: string | null;
  payment_version: Generated<number>;
  bank_balance_cents: Cents | null;
  bank_balance_at: Instant | null;
  bank_balance_version: Generated<number>;
  says_how_to_pay: ColumnType<boolean, never, never>;
  /** While the chapter moves to another database. */
  rests_until: Instant | null;
};

export type InvitationTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'invitation'>;
  email: string;
  role: Role;
  token_hash: string;
  invited_by: Id<'member'> | null;
  created_at: Instant;
  expires_at: Instant;
  accepted_at: Instant | null;
  revoked_at: Instant | null;
  member_id: Id<'member'> | null;
  link_number: Generated<number>;
  mail_state: Generated<MailState>;
  mail_failure: MailFailure | null;
  mail_at: Instant | null;
  for_first_admin: Generated<boolean>;
};

export type SetupLinkTable = {
  only: Generated<boolean>;
  token_hash: string;
  created_at: Instant;
  expires_at: Instant;
};

export type ChapterLogoTable = {
  chapter_id: Id<'chapter'>;
  hash: string;
  media_type: 'image/png' | 'image/jpeg' | 'image/webp';
  content: Buffer;
  updated_at: Instant;
};

declare module '#server/database/tables.ts' {
  interface Tables {
    chapter: ChapterTable;
    invitation: InvitationTable;
    setup_link: SetupLinkTable;
    chapter_logo: ChapterLogoTable;
  }
}
