-- The resources that a chapter's members find on one page: a list of few entries, read and changed as
-- a whole. A chapter without a row has the list that every chapter begins with.
create table hub.resource_list (
  chapter_id uuid primary key references hub.chapter (id),
  entries jsonb not null check (jsonb_typeof(entries) = 'array'),
  version integer not null,
  updated_at timestamptz not null
);

grant select, insert, update on hub.resource_list to :app_role;
