-- Files that members add to other things: receipts of expenses and transactions, later documents.

-- An upload until `finished_at`, then a file that never changes. Only its uploader sees an upload.
create table hub.file (
  chapter_id uuid not null,
  id uuid not null,
  purpose text not null,
  name text not null check (length(name) between 1 and 200),
  -- How many bytes the uploader announced, which the parts add up to.
  sent_bytes integer not null check (sent_bytes > 0),
  uploaded_by uuid not null,
  begun_at timestamptz not null,
  finished_at timestamptz,
  media_type text,
  bytes integer check (bytes > 0),
  sha256 text check (sha256 ~ '^[\w-]{43}$'),
  width integer,
  height integer,
  -- A small picture, if there is one.
  preview bytea check (octet_length(preview) <= 65536),
  primary key (chapter_id, id),
  foreign key (chapter_id, uploaded_by) references hub.member (chapter_id, id),
  check ((finished_at is null) = (media_type is null)),
  check ((finished_at is null) = (bytes is null)),
  check ((finished_at is null) = (sha256 is null))
);
-- How much a member uploaded of late.
create index file_uploader on hub.file (chapter_id, uploaded_by, begun_at);

-- Content in parts of one size, so that any range of it is found without reading the rest and neither
-- an upload nor a download holds more than one of them in memory.
create table hub.file_part (
  chapter_id uuid not null,
  file_id uuid not null,
  part integer not null check (part >= 0),
  content bytea not null check (octet_length(content) between 1 and 524288),
  primary key (chapter_id, file_id, part),
  foreign key (chapter_id, file_id) references hub.file (chapter_id, id) on delete cascade
);
-- Pictures and PDFs are compressed already.
alter table hub.file_part alter column content set storage external;

-- What a file belongs to. A removed use is kept, so that removing can be undone for a day.
create table hub.file_use (
  chapter_id uuid not null,
  kind text not null check (kind in ('expense')),
  entity_id uuid not null,
  file_id uuid not null,
  place integer not null,
  added_by uuid not null,
  added_at timestamptz not null,
  removed_by uuid,
  removed_at timestamptz,
  primary key (chapter_id, kind, entity_id, file_id),
  foreign key (chapter_id, file_id) references hub.file (chapter_id, id),
  foreign key (chapter_id, added_by) references hub.member (chapter_id, id),
  foreign key (chapter_id, removed_by) references hub.member (chapter_id, id),
  check ((removed_at is null) = (removed_by is null))
);
create index file_use_file on hub.file_use (chapter_id, file_id);

grant select, insert, update, delete on hub.file, hub.file_part, hub.file_use to :app_role;

-- Receipts are uses of files; this list was always empty.
alter table hub.expense drop column receipt_ids;
