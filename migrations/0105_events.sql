-- Calendars, events and who comes. The truth is an event's wall times, zone and rule, with its exceptions; what is
-- derived from them are its occurrences, as far ahead as anybody looks. These have ids of their own, so that
-- answers and expenses keep pointing at the same evening through edits.

create table hub.calendar (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  name text not null check (btrim(name) <> ''),
  time_zone text not null,
  is_main boolean not null default false,
  created_at timestamptz not null,
  primary key (chapter_id, id)
);
create unique index calendar_one_main on hub.calendar (chapter_id) where is_main;

create table hub.event (
  chapter_id uuid not null,
  id uuid not null,
  calendar_id uuid not null,
  title text not null check (btrim(title) <> ''),
  description text not null default '',
  location text not null default '',
  category_color text not null check (category_color ~ '^[0-9a-f]{6}$'),
  local_start timestamp not null,
  local_end timestamp not null,
  time_zone text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  deleted_at timestamptz,
  -- As RFC 5545 writes it; null: it happens once.
  recurrence text check (recurrence ~ '^FREQ='),
  -- Every occurrence that starts on this day or before has a row; null: all there are have one.
  expanded_until date,
  -- Heads; null: as many as like.
  capacity integer check (capacity between 1 and 10000),
  -- Null: answers are taken until it is over.
  rsvp_closes_minutes_before integer check (rsvp_closes_minutes_before between 0 and 43200),
  -- How many guests each member may bring; 0: none.
  max_guests integer not null default 20 check (max_guests between 0 and 20),
  -- The host keeps to themselves who is coming; others see how many.
  hides_names boolean not null default false,
  primary key (chapter_id, id),
  unique (chapter_id, calendar_id, id),
  foreign key (chapter_id, calendar_id) references hub.calendar (chapter_id, id),
  foreign key (chapter_id, created_by) references hub.member (chapter_id, id),
  check (local_end >= local_start),
  check (recurrence is not null or expanded_until is null)
);
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
  -- Null: what its series has.
  max_guests integer check (max_guests between 0 and 20),
  primary key (chapter_id, event_id, original_local_start),
  foreign key (chapter_id, event_id) references hub.event (chapter_id, id),
  check ((local_start is null) = (local_end is null)),
  check (local_end >= local_start),
  check (has_own_capacity or capacity is null),
  check (has_own_deadline or rsvp_closes_minutes_before is null)
);

create table hub.event_occurrence (
  chapter_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  calendar_id uuid not null,
  original_local_start timestamp not null,
  local_start timestamp not null,
  local_end timestamp not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  spans boolean not null generated always as (local_end::date > local_start::date) stored,
  status text not null default 'confirmed' check (status in ('confirmed', 'cancelled')),
  -- What it has of its own; null: what its event has.
  is_exception boolean not null default false,
  title text,
  description text,
  location text,
  category_color text check (category_color ~ '^[0-9a-f]{6}$'),
  -- What holds for it, whether of its own or its event's.
  capacity integer check (capacity between 1 and 10000),
  rsvp_closes_minutes_before integer check (rsvp_closes_minutes_before between 0 and 43200),
  -- The version of the zone data that its instants were derived with.
  time_zone_data text not null default '',
  -- It ends at most two to the power of so many days after it starts; -1: on the same day.
  span_class smallint not null generated always as (
    case when local_end::date > local_start::date
      then ceil(log(2.0, (local_end::date - local_start::date)::numeric))::smallint
      else -1 end
  ) stored,
  -- Heads with a place, guests included: kept by the answers themselves, below.
  confirmed_heads integer not null default 0 check (confirmed_heads >= 0),
  -- How many answers were given: each takes the next number, which is its place in the order.
  rsvp_turns integer not null default 0,
  -- What holds for it, whether of its own or its event's.
  max_guests integer not null default 20 check (max_guests between 0 and 20),
  -- Whether all members were emailed that it is new. Who has not declined it is told of changes, too.
  members_invited boolean not null default false,
  primary key (chapter_id, id),
  -- A series moves as a whole in one statement: one occurrence to where the next one was.
  constraint event_occurrence_once_each unique (chapter_id, event_id, original_local_start)
    deferrable initially immediate,
  foreign key (chapter_id, calendar_id, event_id) references hub.event (chapter_id, calendar_id, id),
  check (local_end >= local_start),
  check (ends_at >= starts_at),
  -- The last wall: whatever the server does, nobody is let in who does not fit.
  constraint event_occurrence_not_overbooked check (confirmed_heads <= capacity)
)
-- An index answers alone only for pages that a vacuum has seen.
with (autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.02);
create index event_occurrence_by_start
  on hub.event_occurrence (chapter_id, calendar_id, local_start, id);
-- What started before a window and goes on in it, by how long it lasts at most: of each class only so
-- many days before the window are read, of which at least half are found. One range for all that
-- ends within a year would read that year.
create index event_occurrence_spanning
  on hub.event_occurrence (chapter_id, calendar_id, span_class, local_start) where spans;
-- Counting what is over, in all and by year, from an index alone.
create index event_occurrence_upcoming on hub.event_occurrence (chapter_id, starts_at, id)
  include (local_start) where status = 'confirmed';
-- What goes on right now, of what lasts for days: what lasts hours began within the last ones.
create index event_occurrence_ongoing on hub.event_occurrence (chapter_id, ends_at)
  where spans and status = 'confirmed';

-- The extension may have been there before, elsewhere: its operator classes are found where it is.
select set_config('search_path', extnamespace::regnamespace::text, true)
from pg_extension where extname = 'pg_trgm';
-- Texts anywhere in events and in what occurrences have of their own. New rows wait in a list that every
-- search reads to its end, so that it must stay short: some five hundred.
create index event_words on hub.event
  using gin (chapter_id, title gin_trgm_ops, description gin_trgm_ops, location gin_trgm_ops)
  with (gin_pending_list_limit = 512)
  where deleted_at is null;
create index event_occurrence_words on hub.event_occurrence
  using gin (chapter_id, title gin_trgm_ops, description gin_trgm_ops, location gin_trgm_ops)
  with (gin_pending_list_limit = 512)
  where is_exception;

grant select, insert, update, delete
  on hub.calendar, hub.event, hub.event_exception, hub.event_occurrence to :app_role;

-- Who comes. An answer hangs on an occurrence, which is never deleted while it has one.
create table hub.rsvp (
  chapter_id uuid not null,
  occurrence_id uuid not null,
  member_id uuid not null,
  answer text not null check (answer in ('going', 'maybe', 'not-going')),
  guests integer not null check (guests between 0 and 20),
  status text not null check (status in ('confirmed', 'waitlisted')),
  place integer not null,
  answered_at timestamptz not null,
  -- When a place on the waitlist became a spot, so that calendars see that something changed.
  promoted_at timestamptz,
  primary key (chapter_id, occurrence_id, member_id),
  foreign key (chapter_id, occurrence_id) references hub.event_occurrence (chapter_id, id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id),
  unique (chapter_id, occurrence_id, place),
  check (answer = 'going' or (guests = 0 and status = 'confirmed'))
);
create index rsvp_of_member on hub.rsvp (chapter_id, member_id, occurrence_id);

create function hub.keep_confirmed_heads() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op <> 'INSERT' and old.answer = 'going' and old.status = 'confirmed'
    then 1 + old.guests else 0 end;
  becomes integer := case when tg_op <> 'DELETE' and new.answer = 'going' and new.status = 'confirmed'
    then 1 + new.guests else 0 end;
  answered hub.rsvp := coalesce(new, old);
begin
  if becomes <> was then
    update hub.event_occurrence set confirmed_heads = confirmed_heads + becomes - was
    where chapter_id = answered.chapter_id and id = answered.occurrence_id;
  end if;
  return null;
end
$$;
create trigger keep_confirmed_heads after insert or update or delete on hub.rsvp
  for each row execute function hub.keep_confirmed_heads();

grant select, insert on hub.rsvp to :app_role;
-- Nothing moves an answer to somewhere else, so that the trigger need not ask.
grant update (answer, guests, status, place, answered_at, promoted_at) on hub.rsvp to :app_role;

-- Who came to an occurrence, as the people at its door note it. Undoing keeps the row, whose version
-- tells a phone that was offline that someone else was first.
create table hub.attendance (
  chapter_id uuid not null,
  occurrence_id uuid not null,
  member_id uuid not null,
  is_here boolean not null,
  -- Those who came, not those who were announced.
  guests integer not null check (guests between 0 and 20),
  noted_at timestamptz not null,
  noted_by uuid not null,
  -- The last change, so that a repeat of it is recognized.
  change_id uuid not null,
  version integer not null check (version >= 1),
  primary key (chapter_id, occurrence_id, member_id),
  foreign key (chapter_id, occurrence_id) references hub.event_occurrence (chapter_id, id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id),
  foreign key (chapter_id, noted_by) references hub.member (chapter_id, id),
  check (is_here or guests = 0)
);
create index attendance_of_member on hub.attendance (chapter_id, member_id);

grant select, insert on hub.attendance to :app_role;
grant update (is_here, guests, noted_at, noted_by, change_id, version) on hub.attendance to :app_role;

-- What a chapter calls the colors of its events, in the chapter's order. A color is one category, so
-- events go on naming only their color, as the specification's clients do.
create table hub.event_category (
  chapter_id uuid not null references hub.chapter (id),
  color text not null check (color ~ '^[0-9a-f]{6}$'),
  name text not null check (btrim(name) <> '' and char_length(name) <= 40),
  place integer not null check (place >= 1),
  primary key (chapter_id, color),
  unique (chapter_id, place)
);
create unique index event_category_name
  on hub.event_category (chapter_id, lower(name collate "und-x-icu"));

-- A chapter without a row has never named its own and has those of the specification. Two admins who
-- save at once wait for this row.
create table hub.event_category_list (
  chapter_id uuid primary key references hub.chapter (id),
  version integer not null check (version >= 1)
);

grant select, insert, update, delete on hub.event_category to :app_role;
grant select, insert, update on hub.event_category_list to :app_role;

-- Each member's private address of the chapter's events, of which only a hash is kept.
create table hub.calendar_feed (
  chapter_id uuid not null,
  member_id uuid not null,
  secret_hash text not null,
  created_at timestamptz not null,
  primary key (chapter_id, member_id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);

-- Who is removed and comes back one day does not find old addresses working.
create function hub.end_calendar_feed() returns trigger language plpgsql as $$
begin
  delete from hub.calendar_feed where chapter_id = new.chapter_id and member_id = new.id;
  return null;
end
$$;
create trigger member_removed_has_no_feed after update of status on hub.member
  for each row when (new.status = 'removed' and old.status <> 'removed')
  execute function hub.end_calendar_feed();

-- Where events came from that were read from a file, so that the same file changes them instead of adding
-- them again.
create table hub.event_import (
  chapter_id uuid not null,
  calendar_id uuid not null,
  uid text not null,
  event_id uuid not null,
  -- Of what the file said: what it says unchanged leaves alone what was changed here since.
  content_hash text not null,
  imported_at timestamptz not null,
  -- How often the event was changed when its file was written: an older file changes nothing.
  sequence integer not null default 0,
  primary key (chapter_id, calendar_id, uid),
  foreign key (chapter_id, calendar_id, event_id)
    references hub.event (chapter_id, calendar_id, id)
);

-- Imports of calendar files in the background, the latest of each member. What they bring is written in one
-- transaction together with `phase = 'done'`, so an import is done or nothing of it is there.
create table hub.calendar_import (
  chapter_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  calendar_id uuid not null,
  file_name text not null check (length(file_name) between 1 and 200),
  -- As it was sent, which may be compressed. Null once it is not needed again.
  content bytea check (octet_length(content) <= 5242880),
  phase text not null check (phase in ('reading', 'ready', 'importing', 'done', 'failed', 'canceled')),
  -- Who works on it: another run takes over from one that no longer shows that it lives.
  run_id uuid not null,
  beat_at timestamptz not null default now(),
  done integer not null default 0 check (done >= 0),
  total integer check (total >= 0),
  problem_code text,
  problem text,
  begun_at timestamptz not null,
  primary key (chapter_id, id),
  unique (chapter_id, member_id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id),
  foreign key (chapter_id, calendar_id) references hub.calendar (chapter_id, id),
  check ((problem is null) = (problem_code is null)),
  check ((phase = 'failed') = (problem is not null))
);

-- What the preview, or the import, says of each event of the file.
create table hub.calendar_import_event (
  chapter_id uuid not null,
  import_id uuid not null,
  place integer not null check (place >= 0),
  outcome text not null check (outcome in ('new', 'updated', 'canceled', 'unchanged', 'refused')),
  is_private boolean not null,
  shown jsonb not null,
  primary key (chapter_id, import_id, place),
  foreign key (chapter_id, import_id) references hub.calendar_import (chapter_id, id) on delete cascade
);

grant select, insert, update, delete
  on hub.calendar_feed, hub.event_import, hub.calendar_import, hub.calendar_import_event to :app_role;
