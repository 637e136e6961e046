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

select set_config('search_path', string_agg(distinct extnamespace::regnamespace::text, ', '), true)
from pg_extension
where extname in ('pg_trgm', 'btree_gin');

create index document_text_words on hub.document_text using gin (chapter_id, words);

-- Numbers in names by what they are worth: "Minutes 9" before "Minutes 10".
create collation hub.natural (provider = icu, locale = 'und-u-kn-true');

grant select, insert, update, delete on hub.document_text to :app_role;
