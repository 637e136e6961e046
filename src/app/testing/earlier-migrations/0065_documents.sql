-- The chapter's documents: files in folders, two deep.

alter table hub.file_use drop constraint file_use_kind_check;
alter table hub.file_use add constraint file_use_kind_check
  check (kind in ('expense', 'transaction', 'document'));

create table hub.document_folder (
  chapter_id uuid not null,
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
  foreign key (chapter_id) references hub.chapter (id),
  foreign key (chapter_id, parent_id) references hub.document_folder (chapter_id, id),
  check ((parent_id is null) = (audience is not null)),
  check (parent_id <> id)
);
create unique index document_folder_name on hub.document_folder
  (chapter_id, coalesce(parent_id, chapter_id), lower(name)) where deleted_at is null;

-- What of its newest file a list is sorted by is kept with it: a file never changes.
create table hub.document (
  chapter_id uuid not null,
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
  foreign key (chapter_id) references hub.chapter (id),
  foreign key (chapter_id, folder_id) references hub.document_folder (chapter_id, id),
  foreign key (chapter_id, added_by) references hub.member (chapter_id, id)
);
create index document_place on hub.document (chapter_id, folder_id) where deleted_at is null;
create index document_adder on hub.document (chapter_id, added_by);

grant select, insert, update, delete on hub.document_folder, hub.document to :app_role;

-- The card of the specification, which led nowhere, leads there in lists that were edited, too.
update hub.resource_list
set entries = (
  select jsonb_agg(
    case when r.entry ->> 'title' = 'Chapter Documents' and r.entry #>> '{leadsTo,kind}' = 'none'
      then jsonb_set(r.entry, '{leadsTo,kind}', '"documents"') else r.entry end
    order by r.place)
  from jsonb_array_elements(entries) with ordinality as r (entry, place))
where entries @> '[{"title": "Chapter Documents", "leadsTo": {"kind": "none"}}]';
