/** Columns of the tables of resources, as in migrations/; a test compares them to the database. */

import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Role } from '#kit/role.ts';
import type { JsonList } from '#server/database/columns.ts';
import type { TextState } from '../documents/document-contract.ts';

export type ResourceListTable = {
  chapter_id: Id<'chapter'>;
  entries: JsonList;
  version: number;
  updated_at: Instant;
};

export type DocumentFolderTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'folder'>;
  parent_id: Id<'folder'> | null;
  name: string;
  audience: Role | null;
  version: number;
  created_at: Instant;
  updated_at: Instant;
  deleted_at: Instant | null;
};

export type DocumentTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'document'>;
  folder_id: Id<'folder'> | null;
  name: string;
  file_id: Id<'file'>;
  media_type: string;
  bytes: number;
  added_by: Id<'member'>;
  added_at: Instant;
  version: number;
  updated_at: Instant;
  deleted_at: Instant | null;
};

export type DocumentTextTable = {
  chapter_id: Id<'chapter'>;
  document_id: Id<'document'>;
  state: Exclude<TextState, 'reading'>;
  shown: string;
  folded: string;
  words: string;
  read_at: Instant;
};

declare module '#server/database/tables.ts' {
  interface Tables {
    resource_list: ResourceListTable;
    document_folder: DocumentFolderTable;
    document: DocumentTable;
    document_text: DocumentTextTable;
  }
}
