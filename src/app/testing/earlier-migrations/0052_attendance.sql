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
