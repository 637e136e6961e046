-- Events that repeat. The truth is an event's wall times, zone and rule, with its exceptions; what is
-- derived from them are its occurrences, as far ahead as anybody looks.

alter table hub.event
  -- As RFC 5545 writes it; null: it happens once.
  add column recurrence text check (recurrence ~ '^FREQ='),
  -- Every occurrence that starts on this day or before has a row; null: all there are have one.
  add column expanded_until date,
  -- Heads; null: as many as like.
  add column capacity integer check (capacity between 1 and 10000),
  -- Null: answers are taken until it is over.
  add column rsvp_closes_minutes_before integer
    check (rsvp_closes_minutes_before between 0 and 43200),
  add check (recurrence is not null or expanded_until is null);
create index event_open_series on hub.event (chapter_id, calendar_id, expanded_until)
  where expanded_until is not null and deleted_at is null;

create table hub.event_exception (
  chapter_id uuid not null,
  event_id uuid not null,
  -- Which occurrence: where the rule puts it.
  original_local_start timestamp not null,
  is_cancelled boolean not null default false,
  -- What it has of its own; null: what its series has.
  title text check (btrim(title) <> ''),
  description text,
  location text,
  category_color text check (category_color ~ '^[0-9a-f]{6}$'),
  local_start timestamp,
  local_end timestamp,
  -- Of these two, null is a value too.
  has_own_capacity boolean not null default false,
  capacity integer check (capacity between 1 and 10000),
  has_own_deadline boolean not null default false,
  rsvp_closes_minutes_before integer check (rsvp_closes_minutes_before between 0 and 43200),
  primary key (chapter_id, event_id, original_local_start),
  foreign key (chapter_id, event_id) references hub.event (chapter_id, id),
  check ((local_start is null) = (local_end is null)),
  check (local_end >= local_start),
  check (has_own_capacity or capacity is null),
  check (has_own_deadline or rsvp_closes_minutes_before is null)
);

alter table hub.event_occurrence
  -- What it has of its own; null: what its event has.
  add column is_exception boolean not null default false,
  add column title text,
  add column description text,
  add column location text,
  add column category_color text check (category_color ~ '^[0-9a-f]{6}$'),
  -- What holds for it, whether of its own or its event's.
  add column capacity integer check (capacity between 1 and 10000),
  add column rsvp_closes_minutes_before integer
    check (rsvp_closes_minutes_before between 0 and 43200),
  -- The version of the zone data that its instants were derived with.
  add column time_zone_data text not null default '',
  -- It ends at most two to the power of so many days after it starts; -1: on the same day.
  add column span_class smallint not null generated always as (
    case when local_end::date > local_start::date
      then ceil(log(2.0, (local_end::date - local_start::date)::numeric))::smallint
      else -1 end
  ) stored;

-- A series moves as a whole in one statement: one occurrence to where the next one was.
alter table hub.event_occurrence
  drop constraint event_occurrence_chapter_id_event_id_original_local_start_key,
  add constraint event_occurrence_once_each unique (chapter_id, event_id, original_local_start)
    deferrable initially immediate;

-- What started before a window and goes on in it, by how long it lasts at most: of each class only so
-- many days before the window are read, of which at least half are found. One range for all that
-- ends within a year would read that year.
drop index hub.event_occurrence_spanning;
create index event_occurrence_spanning
  on hub.event_occurrence (chapter_id, calendar_id, span_class, local_start) where spans;

-- Texts anywhere in events and in what occurrences have of their own, by three letters at a time.
select set_config('search_path', string_agg(distinct extnamespace::regnamespace::text, ', '), true)
from pg_extension
where extname in ('pg_trgm', 'btree_gin');
create index event_words on hub.event
  using gin (chapter_id, title gin_trgm_ops, description gin_trgm_ops, location gin_trgm_ops)
  with (gin_pending_list_limit = 512)
  where deleted_at is null;
create index event_occurrence_words on hub.event_occurrence
  using gin (chapter_id, title gin_trgm_ops, description gin_trgm_ops, location gin_trgm_ops)
  with (gin_pending_list_limit = 512)
  where is_exception;

grant select, insert, update, delete on hub.event_exception to :app_role;
