-- Members, what they say about themselves, who sees which of it, and finding somebody among thousands by what
-- one may see.

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

-- The same with a line about oneself, what one looks for and what one can help with.
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

create table hub.member (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  account_id text references auth.account (id),
  external_user_identifier text,
  display_name text not null check (btrim(display_name) <> ''),
  first_name text,
  last_name text,
  email text not null,
  primary_phone text,
  role text not null default 'member' check (role in ('member', 'treasurer', 'admin')),
  status text not null default 'active' check (status in ('active', 'disabled', 'removed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  company text,
  job_title text,
  website text,
  city text,
  bio text,
  -- Field → 'admins' or 'me', for the fields that not every member sees.
  privacy jsonb check (jsonb_typeof(privacy) = 'object'),
  -- What only admins change.
  locked_fields text[] not null default '{}',
  headline text,
  asks text,
  offers text,
  -- What a search of members reads, and of admins: what they may not see is not in it.
  words_for_members text not null generated always as (hub.member_words(
    display_name, first_name, last_name, external_user_identifier, email, primary_phone, company,
    job_title, website, city, bio, headline, asks, offers, privacy, false)) stored,
  words_for_admins text not null generated always as (hub.member_words(
    display_name, first_name, last_name, external_user_identifier, email, primary_phone, company,
    job_title, website, city, bio, headline, asks, offers, privacy, true)) stored,
  -- Sessions begun before a member was enabled again do not act for them.
  enabled_at timestamptz,
  -- Whether a member wants emails about events they have an RSVP for that are moved or canceled.
  mails_about_events boolean not null default true,
  -- Stable within the chapter, from 1; of erased members only.
  former_number integer check (former_number > 0),
  -- When what a member looks for was last said or kept. Home shows it to the others while it is fresh.
  asks_at timestamptz,
  primary key (chapter_id, id),
  constraint member_erased_is_bare check (former_number is null or (
    status = 'removed' and account_id is null and email = '' and num_nonnulls(
      external_user_identifier, primary_phone, company, job_title, website, city, bio, headline, asks,
      offers) = 0)),
  constraint member_asks_have_a_time check ((asks is null) = (asks_at is null))
);
create unique index member_account_once on hub.member (chapter_id, account_id);
create unique index member_email_once on hub.member (chapter_id, lower(email)) where status <> 'removed';
create unique index member_former_once on hub.member (chapter_id, former_number)
  where former_number is not null;
-- As people sort names; the directory's pages read along it.
create index member_by_name on hub.member (chapter_id, display_name collate "und-x-icu", id)
  where status = 'active';
create index member_by_age on hub.member (chapter_id, created_at, id) where status = 'active';
create index member_fresh_asks on hub.member (chapter_id, asks_at)
  where status = 'active' and asks is not null;

-- The extension may have been there before, elsewhere: its operator classes are found where it is.
select set_config('search_path', extnamespace::regnamespace::text, true)
from pg_extension where extname = 'pg_trgm';
create index member_words on hub.member
  using gin (chapter_id, words_for_members gin_trgm_ops) where status = 'active';
create index member_words_of_admins on hub.member
  using gin (chapter_id, words_for_admins gin_trgm_ops) where status = 'active';

-- Whoever writes: a form, an import, an erasure.
create function hub.date_asks() returns trigger language plpgsql as $$
begin
  if new.asks is null then
    new.asks_at := null;
  elsif new.asks_at is null or tg_op = 'UPDATE' and new.asks is distinct from old.asks then
    new.asks_at := new.updated_at;
  end if;
  return new;
end
$$;
create trigger member_dates_asks before insert or update of asks on hub.member
  for each row execute function hub.date_asks();

-- Which chapters an account belongs to. It is asked across chapters, when somebody signs in, so it
-- leads with the account; what the person is there is on the member row alone.
create table hub.account_chapter (
  account_id text not null references auth.account (id),
  chapter_id uuid not null,
  member_id uuid not null,
  primary key (account_id, chapter_id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);

create table hub.invitation (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  email text not null,
  role text not null check (role in ('member', 'treasurer', 'admin')),
  token_hash text not null,
  invited_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  member_id uuid,
  -- Each new link has the next one, and the one before is dead.
  link_number integer not null default 1,
  -- none: an admin passes the link on.
  mail_state text not null default 'none'
    check (mail_state in ('none', 'queued', 'sent', 'failed')),
  mail_failure text,
  -- When the mail came into its state.
  mail_at timestamptz,
  -- Made for a chapter without an admin by who looks after the installation: no use once it has one.
  -- `invited_by` is null as with the operator's own, which are good at any time.
  for_first_admin boolean not null default false,
  primary key (chapter_id, id),
  foreign key (chapter_id, invited_by) references hub.member (chapter_id, id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id),
  check ((accepted_at is null) = (member_id is null)),
  check ((mail_state = 'none') = (mail_at is null)),
  check (mail_state <> 'failed' or mail_failure is not null),
  check (not for_first_admin or (role = 'admin' and invited_by is null))
);
create index invitation_unanswered on hub.invitation (chapter_id, email)
  where accepted_at is null and revoked_at is null;

grant select, insert, update on hub.member, hub.invitation to :app_role;
grant select, insert, update, delete on hub.account_chapter to :app_role;

-- Groups of members that a chapter keeps, such as its board and its forums.
create table hub.member_group (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  name text not null check (btrim(name) <> '' and char_length(name) <= 60),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (chapter_id, id)
);
create unique index member_group_name
  on hub.member_group (chapter_id, lower(name collate "und-x-icu"));

-- Former members keep their row, and are in their groups again if they return.
create table hub.member_group_entry (
  chapter_id uuid not null,
  group_id uuid not null,
  member_id uuid not null,
  primary key (chapter_id, group_id, member_id),
  foreign key (chapter_id, group_id) references hub.member_group (chapter_id, id) on delete cascade,
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);
create index member_group_entry_of_member on hub.member_group_entry (chapter_id, member_id);

grant select, insert, update, delete on hub.member_group to :app_role;
grant select, insert, delete on hub.member_group_entry to :app_role;

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

-- When a member last opened Home, and when the visit before that ended: what is new since then stays
-- new during a visit. Null during the first one.
create table hub.home_visit (
  chapter_id uuid not null,
  member_id uuid not null,
  seen_at timestamptz not null,
  new_since timestamptz check (new_since <= seen_at),
  primary key (chapter_id, member_id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);
grant select, insert, update on hub.home_visit to :app_role;
