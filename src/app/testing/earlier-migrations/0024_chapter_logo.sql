-- A chapter's logo: small, checked when it comes in, and kept as it came. The hash is its address and
-- stands beside the chapter's name, which every session reads; the bytes are read by it alone.
alter table hub.chapter add column logo_hash text;

create table hub.chapter_logo (
  chapter_id uuid primary key references hub.chapter (id),
  hash text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) <= 204800),
  updated_at timestamptz not null
);

grant select, insert, update, delete on hub.chapter_logo to :app_role;
