-- Members' photos: squares of a few kilobytes, checked and freed of metadata when they come in. The
-- hash is part of a photo's address.
create table hub.member_photo (
  chapter_id uuid not null,
  member_id uuid not null,
  hash text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) <= 65536),
  updated_at timestamptz not null,
  primary key (chapter_id, member_id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);

grant select, insert, update, delete on hub.member_photo to :app_role;
