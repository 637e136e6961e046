-- What Home shows of the past: the course of a member's standing, and what is new since their last visit.

-- Settled expenses by when they were: settling is rare beside logging, which this costs nothing.
create index expense_settled_newest on hub.expense (chapter_id, settled_at desc, id desc)
  where settled_at is not null;

-- When a member last opened Home, and when the visit before that ended: what is new since then stays
-- new during a visit. Null during the first one.
create table hub.home_visit (
  chapter_id uuid not null,
  member_id uuid not null,
  seen_at timestamptz not null,
  new_since timestamptz check (new_since <= seen_at),
  primary key (chapter_id, member_id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);
grant select, insert, update on hub.home_visit to :app_role;
