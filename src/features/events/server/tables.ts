/** The tables of calendars, events and RSVPs, as in migrations/. A test compares them with the catalog. */

import type { ColumnType, Generated } from 'kysely';
import type { Day, Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { JsonObject } from '#server/database/columns.ts';

export type CalendarFeedTable = {
  chapter_id: Id<'chapter'>;
  member_id: Id<'member'>;
  secret_hash: string;
  created_at: Instant;
};

export type EventImportTable = {
  chapter_id: Id<'chapter'>;
  calendar_id: Id<'calendar'>;
  uid: string;
  event_id: Id<'event'>;
  content_hash: string;
  sequence: Generated<number>;
  stamped_at: Instant | null;
  imported_at: Instant;
};

export type CalendarImportTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'calendar-import'>;
  member_id: Id<'member'>;
  calendar_id: Id<'calendar'>;
  file_name: string;
  content: Buffer | null;
  phase: 'reading' | 'ready' | 'importing' | 'done' | 'failed' | 'canceled';
  run_id: Id<'import-run'>;
  beat_at: Generated<Instant>;
  done: Generated<number>;
  total: number | null;
  problem_code: string | null;
  problem: string | null;
  begun_at: Instant;
};

export type CalendarImportEventTable = {
  chapter_id: Id<'chapter'>;
  import_id: Id<'calendar-import'>;
  place: number;
  outcome: 'new' | 'updated' | 'canceled' | 'unchanged' | 'refused';
  is_private: boolean;
  shown: JsonObject;
};

export type CalendarTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'calendar'>;
  name: string;
  time_zone: string;
  is_main: Generated<boolean>;
  created_at: Instant;
};

export type EventCategoryTable = {
  chapter_id: Id<'chapter'>;
  color: string;
  name: string;
  place: number;
};

export type EventCategoryListTable = {
  chapter_id: Id<'chapter'>;
  version: number;
};

export type AttendanceTable = {
  chapter_id: Id<'chapter'>;
  occurrence_id: Id<'occurrence'>;
  member_id: Id<'member'>;
  is_here: boolean;
  guests: number;
  noted_at: Instant;
  noted_by: Id<'member'>;
  change_id: Id<'change'>;
  version: number;
};

export type EventTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'event'>;
  calendar_id: Id<'calendar'>;
  title: string;
  description: Generated<string>;
  location: Generated<string>;
  category_color: string;
  local_start: LocalDateTime;
  local_end: LocalDateTime;
  time_zone: string;
  created_by: Id<'member'>;
  created_at: Instant;
  updated_at: Instant;
  version: Generated<number>;
  deleted_at: Instant | null;
  recurrence: string | null;
  expanded_until: Day | null;
  capacity: number | null;
  max_guests: Generated<number>;
  rsvp_closes_minutes_before: number | null;
  hides_names: Generated<boolean>;
};

export type EventExceptionTable = {
  chapter_id: Id<'chapter'>;
  event_id: Id<'event'>;
  original_local_start: LocalDateTime;
  is_cancelled: Generated<boolean>;
  title: string | null;
  description: string | null;
  location: string | null;
  category_color: string | null;
  local_start: LocalDateTime | null;
  local_end: LocalDateTime | null;
  has_own_capacity: Generated<boolean>;
  capacity: number | null;
  max_guests: number | null;
  has_own_deadline: Generated<boolean>;
  rsvp_closes_minutes_before: number | null;
};

export type EventOccurrenceTable = {
  chapter_id: Id<'chapter'>;
  id: Id<'occurrence'>;
  event_id: Id<'event'>;
  calendar_id: Id<'calendar'>;
  original_local_start: LocalDateTime;
  local_start: LocalDateTime;
  local_end: LocalDateTime;
  starts_at: Instant;
  ends_at: Instant;
  spans: ColumnType<boolean, never, never>;
  status: Generated<'confirmed' | 'cancelled'>;
  is_exception: Generated<boolean>;
  title: string | null;
  description: string | null;
  location: string | null;
  category_color: string | null;
  capacity: number | null;
  max_guests: Generated<number>;
  rsvp_closes_minutes_before: number | null;
  time_zone_data: Generated<string>;
  span_class: ColumnType<number, never, never>;
  confirmed_heads: Generated<number>;
  rsvp_turns: Generated<number>;
  members_invited: Generated<boolean>;
};

export type RsvpTable = {
  chapter_id: Id<'chapter'>;
  occurrence_id: Id<'occurrence'>;
  member_id: Id<'member'>;
  answer: 'going' | 'maybe' | 'not-going';
  guests: number;
  status: 'confirmed' | 'waitlisted';
  place: number;
  answered_at: Instant;
  promoted_at: Instant | null;
};

declare module '#server/database/tables.ts' {
  interface Tables {
    calendar_feed: CalendarFeedTable;
    event_import: EventImportTable;
    calendar_import: CalendarImportTable;
    calendar_import_event: CalendarImportEventTable;
    calendar: CalendarTable;
    event: EventTable;
    event_exception: EventExceptionTable;
    event_occurrence: EventOccurrenceTable;
    rsvp: RsvpTable;
    event_category: EventCategoryTable;
    event_category_list: EventCategoryListTable;
    attendance: AttendanceTable;
  }
}
