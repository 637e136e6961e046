-- Attempts to prove a password are counted by all servers of a database together, for a minute. A
-- crash may forget them, so nothing waits for the disk. The keys are hashes.
create unlogged table auth.attempt (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index attempt_by_end on auth.attempt (ends_at);
grant select, insert, update, delete on auth.attempt to :app_role;

-- Wrong codes from browsers in which the owner has signed in before are counted by themselves, so that
-- whoever knows the password alone cannot keep the owner out.
alter table auth.second_factor
  add column known_attempts integer not null default 0,
  add column known_attempted_at timestamptz,
  add column known_rests_until timestamptz;

-- Sessions begun before a member was enabled again do not act for them.
alter table hub.member add column enabled_at timestamptz;
