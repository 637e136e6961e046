-- Files that members add to other things, the chapter's documents, and its resources.

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
  kind text not null check (kind in ('expense', 'transaction', 'document', 'occurrence')),
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

-- Folders of documents, two deep.
create table hub.document_folder (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  -- The folder it is in, which is in none.
  parent_id uuid,
  name text not null check (length(name) between 1 and 100),
  -- The least role that sees what is in it. A folder in another one is seen as that one is.
  audience text check (audience in ('member', 'treasurer', 'admin')),
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (chapter_id, id),
  foreign key (chapter_id, parent_id) references hub.document_folder (chapter_id, id),
  check ((parent_id is null) = (audience is not null)),
  check (parent_id <> id)
);
create unique index document_folder_name on hub.document_folder
  (chapter_id, coalesce(parent_id, chapter_id), lower(name)) where deleted_at is null;

-- What of its newest file a list is sorted by is kept with it: a file never changes.
create table hub.document (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  -- None: at the top, where every member sees it.
  folder_id uuid,
  name text not null check (length(name) between 1 and 200),
  -- Removed a day after the document was deleted, so that no key can refer to it.
  file_id uuid not null,
  media_type text not null,
  bytes integer not null check (bytes > 0),
  added_by uuid not null,
  added_at timestamptz not null,
  version integer not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (chapter_id, id),
  foreign key (chapter_id, folder_id) references hub.document_folder (chapter_id, id),
  foreign key (chapter_id, added_by) references hub.member (chapter_id, id)
);
create index document_place on hub.document (chapter_id, folder_id) where deleted_at is null;
create index document_adder on hub.document (chapter_id, added_by);

-- The text of documents, by which they are found. It is read from the newest file of each, in the background:
-- a document without a row here is still to be read. Backups leave it out; it is read again.
create table hub.document_text (
  chapter_id uuid not null,
  document_id uuid not null,
  state text not null check (state in ('whole', 'beginning', 'none', 'locked', 'unreadable')),
  -- As it is shown, and as it is searched, letter by letter: without case, accents and signs.
  shown text not null check (length(shown) <= 200000),
  folded text not null check (length(folded) = length(shown)),
  words tsvector not null,
  read_at timestamptz not null,
  primary key (chapter_id, document_id),
  foreign key (chapter_id, document_id) references hub.document (chapter_id, id) on delete cascade
);
create index document_text_words on hub.document_text using gin (chapter_id, words);

-- The resources that a chapter's members find on one page: a list of few entries, read and changed as
-- a whole. A chapter without a row has the list that every chapter begins with.
create table hub.resource_list (
  chapter_id uuid primary key references hub.chapter (id),
  entries jsonb not null check (jsonb_typeof(entries) = 'array'),
  version integer not null,
  updated_at timestamptz not null
);

grant select, insert, update, delete on hub.file, hub.file_part, hub.file_use, hub.file_object,
  hub.document_folder, hub.document, hub.document_text to :app_role;
grant select, insert, update on hub.resource_list to :app_role;
