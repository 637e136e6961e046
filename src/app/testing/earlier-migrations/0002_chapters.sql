-- Chapters, their members, and what every feature writes beside its own work: replies kept for
-- idempotent retries, and the audit.
-- Every key and index of a chapter's data leads with chapter_id, so that the schema can be
-- sharded by chapter; a test reads the catalogue and holds every table to it.

create schema if not exists hub;
grant usage on schema hub to :app_role;

create table hub.chapter (
  id uuid primary key,
  name text not null check (btrim(name) <> ''),
  time_zone text not null,
  policy text not null default 'open' check (policy in ('open', 'treasurer')),
  chapter_site_url text not null,
  network_hub_url text not null,
  learning_centre_url text not null,
  local_platform_url text not null,
  created_at timestamptz not null
);

create table hub.member (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  account_id text references auth."user" (id),
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
  primary key (chapter_id, id)
);
create unique index member_account_once on hub.member (chapter_id, account_id);
create unique index member_email_once on hub.member (chapter_id, lower(email)) where status <> 'removed';
-- As people sort names; the directory's pages read along it.
create index member_by_name on hub.member (chapter_id, display_name collate "und-x-icu", id)
  where status = 'active';

-- Which chapters an account belongs to. It is asked across chapters, when somebody signs in, so it
-- leads with the account; what the person is there is on the member row alone.
create table hub.account_chapter (
  account_id text not null references auth."user" (id),
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
  primary key (chapter_id, id),
  foreign key (chapter_id, invited_by) references hub.member (chapter_id, id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id),
  check ((accepted_at is null) = (member_id is null))
);

-- At most one: the link that makes the first chapter and its first admin.
create table hub.setup_link (
  "only" boolean primary key default true check ("only"),
  token_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Facts about the installation, such as that it is a demo. Written by the operator's commands.
create table hub.installation (
  key text primary key,
  value text not null
);

-- The reply of a POST, kept so that the same key gets the same reply and the work happens once.
create table hub.idempotency_key (
  chapter_id uuid not null references hub.chapter (id),
  member_id uuid not null,
  key text not null,
  request_hash text not null,
  status smallint not null,
  etag text,
  reply text,
  created_at timestamptz not null,
  primary key (chapter_id, member_id, key),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);
create index idempotency_key_by_age on hub.idempotency_key (chapter_id, created_at);

-- Looks a key up and, when it is new, takes its lock until the transaction ends: `is_free` says
-- that the work is ours to do. Each statement of a function sees what has been committed since, so
-- that the second look finds what another request finished while we took the lock.
create function hub.claim_idempotency_key(p_chapter uuid, p_member uuid, p_key text)
returns table (is_free boolean, request_hash text, status smallint, etag text, reply text)
language plpgsql as $$
begin
  for attempt in 1..2 loop
    return query
      select false, k.request_hash, k.status, k.etag, k.reply
      from hub.idempotency_key k
      where k.chapter_id = p_chapter and k.member_id = p_member and k.key = p_key;
    if found then
      return;
    end if;
    if attempt = 1 and not pg_try_advisory_xact_lock(
      hashtextextended(p_chapter || '/' || p_member || '/' || p_key, 0)) then
      return query select false, null::text, null::smallint, null::text, null::text;
      return;
    end if;
  end loop;
  return query select true, null::text, null::smallint, null::text, null::text;
end
$$;

create table hub.audit (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  entity_kind text not null,
  entity_id uuid not null,
  before jsonb,
  after jsonb,
  primary key (chapter_id, id),
  foreign key (chapter_id, actor_id) references hub.member (chapter_id, id)
);
create index audit_of_entity on hub.audit (chapter_id, entity_kind, entity_id, id);

-- Raises always. A trigger that compared columns would be unsafe with NULL.
create function hub.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: its rows are append-only', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end
$$;

create trigger audit_is_append_only before update or delete on hub.audit
  for each row execute function hub.refuse_change();
create trigger audit_is_never_emptied before truncate on hub.audit
  for each statement execute function hub.refuse_change();

grant select, insert, update on hub.chapter, hub.member, hub.invitation to :app_role;
grant select, insert, update, delete
  on hub.account_chapter, hub.setup_link, hub.installation, hub.idempotency_key to :app_role;
grant select, insert on hub.audit to :app_role;
