-- Groups of members that a chapter keeps, such as its board and its forums.
create table hub.member_group (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  name text not null check (btrim(name) <> '' and char_length(name) <= 60),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (chapter_id, id)
);
create unique index member_group_name
  on hub.member_group (chapter_id, lower(name collate "und-x-icu"));

-- Former members keep their row, and are in their groups again if they return.
create table hub.member_group_entry (
  chapter_id uuid not null,
  group_id uuid not null,
  member_id uuid not null,
  primary key (chapter_id, group_id, member_id),
  foreign key (chapter_id, group_id) references hub.member_group (chapter_id, id) on delete cascade,
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);
create index member_group_entry_of_member on hub.member_group_entry (chapter_id, member_id);

grant select, insert, update, delete on hub.member_group to :app_role;
grant select, insert, delete on hub.member_group_entry to :app_role;
