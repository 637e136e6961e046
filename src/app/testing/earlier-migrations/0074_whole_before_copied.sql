-- A backup is whole before it is copied into the bucket, and a server may die in between: what it left behind
-- counts, and is removed by the schedule like any other.
alter table hub.backup
  drop constraint backup_check,
  add check (ended_at is not null or failure is null),
  add check (ended_at is null or bytes is not null or failure is not null);
