-- A line about oneself, what one looks for and what one can help with: shown and hidden like the other
-- fields of a profile, and found by searching for what one may see.
create function hub.member_words(
  p_name text, p_first_name text, p_last_name text, p_identifier text, p_email text, p_phone text,
  p_company text, p_title text, p_website text, p_city text, p_bio text, p_headline text, p_asks text,
  p_offers text, p_privacy jsonb, p_is_admin boolean)
returns text language sql immutable parallel safe
return hub.member_words(p_name, p_first_name, p_last_name, p_identifier, p_email, p_phone, p_company,
    p_title, p_website, p_city, p_bio, p_privacy, p_is_admin)
  || hub.folded(
    e'\n' || coalesce(hub.shown_field(p_headline, p_privacy, 'headline', p_is_admin), '')
    || e'\n' || coalesce(hub.shown_field(p_asks, p_privacy, 'asks', p_is_admin), '')
    || e'\n' || coalesce(hub.shown_field(p_offers, p_privacy, 'offers', p_is_admin), ''));

alter table hub.member
  add column headline text,
  add column asks text,
  add column offers text,
  -- With their indexes.
  drop column words_for_members,
  drop column words_for_admins;

alter table hub.member
  add column words_for_members text not null generated always as (hub.member_words(
    display_name, first_name, last_name, external_user_identifier, email, primary_phone, company,
    job_title, website, city, bio, headline, asks, offers, privacy, false)) stored,
  add column words_for_admins text not null generated always as (hub.member_words(
    display_name, first_name, last_name, external_user_identifier, email, primary_phone, company,
    job_title, website, city, bio, headline, asks, offers, privacy, true)) stored;

select set_config('search_path', string_agg(distinct extnamespace::regnamespace::text, ', '), true)
from pg_extension
where extname in ('pg_trgm', 'btree_gin');

create index member_words on hub.member
  using gin (chapter_id, words_for_members gin_trgm_ops) where status = 'active';
create index member_words_of_admins on hub.member
  using gin (chapter_id, words_for_admins gin_trgm_ops) where status = 'active';
