-- Contents of files in a bucket. The row of an object is there before the object is, and goes after it, so that
-- nothing is kept in the bucket without being known here. Backups hold the contents themselves.
create table hub.file_object (
  chapter_id uuid not null,
  -- Its key in the bucket. An object is never written twice.
  id uuid not null,
  -- Without a foreign key: the object outlives its file, until it is removed.
  file_id uuid not null,
  begun_at timestamptz not null,
  -- The file's content is this object, and not in parts.
  is_content boolean not null default false,
  -- Kept for a while if its file is there: a backup may be reading what it saw before.
  unused_since timestamptz check (unused_since is null or not is_content),
  primary key (chapter_id, id)
);
create unique index file_object_content on hub.file_object (chapter_id, file_id) where is_content;
create index file_object_unused on hub.file_object (chapter_id, unused_since) where not is_content;

grant select, insert, update, delete on hub.file_object to :app_role;
