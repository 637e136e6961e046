-- The directory: what members tell about themselves, who sees which of it, and finding somebody
-- among thousands by what one may see.

-- The one rule of who sees a field. What nobody has said anything about is for members; what says
-- anything but the words known here nobody sees but its owner.
create function hub.shown_field(p_value text, p_privacy jsonb, p_field text, p_is_admin boolean)
returns text language sql immutable parallel safe
return case coalesce(p_privacy ->> p_field, 'members')
  when 'members' then p_value
  when 'admins' then case when p_is_admin then p_value end
end;

-- As people search: whatever case, whatever accents.
create function hub.folded(p_text text) returns text language sql immutable parallel safe
return lower(regexp_replace(normalize(p_text, nfd), '[\u0300-\u036f]', '', 'g') collate "und-x-icu");

-- Everything that a search may hit, one piece a line; a phone number also without its blanks.
create function hub.member_words(
  p_name text, p_first_name text, p_last_name text, p_identifier text, p_email text, p_phone text,
  p_company text, p_title text, p_website text, p_city text, p_bio text, p_privacy jsonb,
  p_is_admin boolean)
returns text language sql immutable parallel safe
return hub.folded(p_name
  || e'\n' || coalesce(p_first_name, '') || ' ' || coalesce(p_last_name, '')
  || e'\n' || coalesce(p_identifier, '')
  || e'\n' || coalesce(hub.shown_field(p_email, p_privacy, 'email', p_is_admin), '')
  || e'\n' || coalesce(hub.shown_field(p_phone, p_privacy, 'primaryPhone', p_is_admin), '')
  || e'\n' || coalesce(regexp_replace(
      hub.shown_field(p_phone, p_privacy, 'primaryPhone', p_is_admin), '\D', '', 'g'), '')
  || e'\n' || coalesce(hub.shown_field(p_company, p_privacy, 'company', p_is_admin), '')
  || e'\n' || coalesce(hub.shown_field(p_title, p_privacy, 'title', p_is_admin), '')
  || e'\n' || coalesce(hub.shown_field(p_website, p_privacy, 'website', p_is_admin), '')
  || e'\n' || coalesce(hub.shown_field(p_city, p_privacy, 'city', p_is_admin), '')
  || e'\n' || coalesce(hub.shown_field(p_bio, p_privacy, 'bio', p_is_admin), ''));

alter table hub.member
  add column company text,
  add column job_title text,
  add column website text,
  add column city text,
  add column bio text,
  -- Field → 'admins' or 'me', for the fields that not every member sees.
  add column privacy jsonb check (jsonb_typeof(privacy) = 'object'),
  -- What only admins change.
  add column locked_fields text[] not null default '{}';

-- What a search of members reads, and of admins: what they may not see is not in it.
alter table hub.member
  add column words_for_members text not null generated always as (hub.member_words(
    display_name, first_name, last_name, external_user_identifier, email, primary_phone,
    company, job_title, website, city, bio, privacy, false)) stored,
  add column words_for_admins text not null generated always as (hub.member_words(
    display_name, first_name, last_name, external_user_identifier, email, primary_phone,
    company, job_title, website, city, bio, privacy, true)) stored;

select set_config('search_path', string_agg(distinct extnamespace::regnamespace::text, ', '), true)
from pg_extension
where extname in ('pg_trgm', 'btree_gin');

create index member_words on hub.member
  using gin (chapter_id, words_for_members gin_trgm_ops) where status = 'active';
create index member_words_of_admins on hub.member
  using gin (chapter_id, words_for_admins gin_trgm_ops) where status = 'active';
create index member_by_age on hub.member (chapter_id, created_at, id) where status = 'active';
