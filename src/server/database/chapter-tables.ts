/** What a chapter is beside its members and money, as in tables.ts. */
import type { ColumnType } from 'kysely';

type Uuid = string;
type InstantText = string;
type JsonList = ColumnType<unknown, string, string>;

export type ResourceListTable = {
  chapter_id: Uuid;
  entries: JsonList;
  version: number;
  updated_at: InstantText;
};

export type ChapterLogoTable = {
  chapter_id: Uuid;
  hash: string;
  media_type: 'image/png' | 'image/jpeg' | 'image/webp';
  content: Buffer;
  updated_at: InstantText;
};

export type ChapterTables = {
  chapter_logo: ChapterLogoTable;
  resource_list: ResourceListTable;
};
