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

grant select, insert, update, delete on hub.calendar_import, hub.calendar_import_event to :app_role;
