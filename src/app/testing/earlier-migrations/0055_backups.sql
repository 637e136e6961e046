-- Attempts to back up, so that every server and every installation admin knows how old the newest backup
-- is and what went wrong. The files themselves are in the operator's folder.
create table hub.backup (
  id uuid primary key,
  -- What the backup holds is of a moment shortly after.
  begun_at timestamptz not null,
  ended_at timestamptz,
  -- The name of the file in its folder, without the folder.
  file text not null,
  is_encrypted boolean not null,
  -- Only of a whole backup, all of which was read back.
  bytes bigint,
  row_count bigint,
  -- Why there is none.
  failure text,
  -- The file is not there any more: removed by the schedule, or by someone else.
  removed_at timestamptz,
  check ((ended_at is null) = (bytes is null and failure is null)),
  check ((bytes is null) = (row_count is null)),
  check (bytes is null or failure is null),
  check (removed_at is null or bytes is not null)
);
create index backup_by_time on hub.backup (begun_at desc, id);
grant select, insert, update on hub.backup to :app_role;
