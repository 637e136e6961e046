-- Each member's private address of the chapter's events, of which only a hash is kept; and where
-- events came from that were read from a file, so that the same file changes them instead of adding
-- them again.
create table hub.calendar_feed (
  chapter_id uuid not null,
  member_id uuid not null,
  secret_hash text not null,
  created_at timestamptz not null,
  primary key (chapter_id, member_id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);

create table hub.event_import (
  chapter_id uuid not null,
  calendar_id uuid not null,
  uid text not null,
  event_id uuid not null,
  -- Of what the file said: what it says unchanged leaves alone what was changed here since.
  content_hash text not null,
  imported_at timestamptz not null,
  primary key (chapter_id, calendar_id, uid),
  foreign key (chapter_id, calendar_id, event_id)
    references hub.event (chapter_id, calendar_id, id)
);

grant select, insert, update, delete on hub.calendar_feed, hub.event_import to :app_role;

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
