-- What a chapter calls the colors of its events, in the chapter's order. A color is one category, so
-- events go on naming only their color, as the specification's clients do.
create table hub.event_category (
  chapter_id uuid not null references hub.chapter (id),
  color text not null check (color ~ '^[0-9a-f]{6}$'),
  name text not null check (btrim(name) <> '' and char_length(name) <= 40),
  place integer not null check (place >= 1),
  primary key (chapter_id, color),
  unique (chapter_id, place)
);
create unique index event_category_name
  on hub.event_category (chapter_id, lower(name collate "und-x-icu"));

-- A chapter without a row has never named its own and has those of the specification. Two admins who
-- save at once wait for this row.
create table hub.event_category_list (
  chapter_id uuid primary key references hub.chapter (id),
  version integer not null check (version >= 1)
);

grant select, insert, update, delete on hub.event_category to :app_role;
grant select, insert, update on hub.event_category_list to :app_role;
