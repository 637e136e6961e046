-- A backup is proved by restoring it into a scratch database.
alter table hub.backup
  add column rehearsed_at timestamptz,
  -- Why the last rehearsal of this backup did not prove it.
  add column rehearsal_failure text,
  add check (rehearsed_at is null or bytes is not null),
  add check (rehearsal_failure is null or rehearsed_at is not null);
create index backup_by_rehearsal on hub.backup (rehearsed_at desc) where rehearsed_at is not null;
