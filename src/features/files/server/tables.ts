/** Columns of the tables of files, as in migrations/; a test compares them to the database. */
import type { Generated } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Purpose } from '../file.ts';

export type FileTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'file'>;
  purpose: Purpose;
  name: string;
  sent_bytes: number;
  uploaded_by: Id<'member'>;
  begun_at: Instant;
  finished_at: Instant | null;
  media_type: string | null;
  bytes: number | null;
  sha256: string | null;
  width: number | null;
  height: number | null;
  preview: Buffer | null;
};

export type FilePartTable = {
  chapter_id: Id<'chapter'>;
  file_id: Id<'file'>;
  part: number;
  content: Buffer;
};

export type FileObjectTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'object'>;
  file_id: Id<'file'>;
  begun_at: Instant;
  is_content: Generated<boolean>;
  unused_since: Instant | null;
};

export type FileUseTable = {
  chapter_id: Id<'chapter'>;
  kind: FileUseKind;
  entity_id: Id;
  file_id: Id<'file'>;
  place: number;
  added_by: Id<'member'>;
  added_at: Instant;
  removed_by: Id<'member'> | null;
  removed_at: Instant | null;
};

/** What a file can belong to. */
export type FileUseKind = 'expense' | 'transaction' | 'document' | 'occurrence';

declare module '#server/database/tables.ts' {
  interface Tables {
    file: FileTable;
    file_part: FilePartTable;
    file_object: FileObjectTable;
    file_use: FileUseTable;
  }
}
