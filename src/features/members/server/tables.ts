/** Columns of the tables of members, as in migrations/; a test compares them to the database. */

import type { Generated } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Role } from '#kit/role.ts';
import type { Json, Made } from '#server/database/columns.ts';

export type MemberTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'member'>;
  account_id: string | null;
  external_user_identifier: string | null;
  display_name: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  primary_phone: string | null;
  role: Generated<Role>;
  status: Generated<'active' | 'disabled' | 'removed'>;
  enabled_at: Instant | null;
  former_number: number | null;
  created_at: Instant;
  updated_at: Instant;
  version: Generated<number>;
  company: string | null;
  job_title: string | null;
  website: string | null;
  city: string | null;
  bio: string | null;
  headline: string | null;
  asks: string | null;
  asks_at: Instant | null;
  offers: string | null;
  privacy: Json;
  locked_fields: Generated<string[]>;
  mails_about_events: Generated<boolean>;
  mails_about_money: Generated<boolean>;
  mails_weekly: Generated<boolean>;
  words_for_members: Made<string>;
  words_for_admins: Made<string>;
};

export type MemberGroupTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'group'>;
  name: string;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
};

export type MemberGroupEntryTable = {
  chapter_id: Id<'chapter'>;
  group_id: Id<'group'>;
  member_id: Id<'member'>;
};

export type MemberPhotoTable = {
  chapter_id: Id<'chapter'>;
  member_id: Id<'member'>;
  hash: string;
  media_type: 'image/jpeg' | 'image/webp';
  content: Buffer;
  updated_at: Instant;
};

declare module '#server/database/tables.ts' {
  interface Tables {
    member: MemberTable;
    member_photo: MemberPhotoTable;
    member_group: MemberGroupTable;
    member_group_entry: MemberGroupEntryTable;
  }
}
