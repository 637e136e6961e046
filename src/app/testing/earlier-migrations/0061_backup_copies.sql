-- A backup that could not be copied into the bucket is whole, and its attempt failed all the same.
alter table hub.backup drop constraint backup_check2;
