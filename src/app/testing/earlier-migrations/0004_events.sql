-- Calendars and events. The truth is the wall time and the zone; occurrences are derived rows with
-- ids of their own, so that answers and expenses keep pointing at the same evening through edits.

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
  primary key (chapter_id, id),
  unique (chapter_id, calendar_id, id),
  foreign key (chapter_id, calendar_id) references hub.calendar (chapter_id, id),
  foreign key (chapter_id, created_by) references hub.member (chapter_id, id),
  check (local_end >= local_start)
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
  primary key (chapter_id, id),
  unique (chapter_id, event_id, original_local_start),
  foreign key (chapter_id, calendar_id, event_id) references hub.event (chapter_id, calendar_id, id),
  check (local_end >= local_start),
  check (ends_at >= starts_at)
);
-- A window reads what starts inside it, and from the second index what crosses its left edge:
-- one range condition on start and end together would read all of the past.
create index event_occurrence_by_start
  on hub.event_occurrence (chapter_id, calendar_id, local_start, id);
create index event_occurrence_spanning
  on hub.event_occurrence (chapter_id, calendar_id, local_end, id) where spans;
create index event_occurrence_upcoming
  on hub.event_occurrence (chapter_id, starts_at, id) where status = 'confirmed';

grant select, insert, update, delete on hub.calendar, hub.event, hub.event_occurrence to :app_role;
