-- What the tables of every subject rest on: schemas, extensions, the rules of append-only tables, and the
-- facts of the installation itself.
-- Every key and index of a chapter's data leads with chapter_id, so that the schema can be sharded by
-- chapter; a test reads the catalog and holds every table to it.

create schema auth;
grant usage on schema auth to :app_role;
create schema if not exists hub;
grant usage on schema hub to :app_role;

-- Texts are found anywhere in a column by three letters at a time.
create extension if not exists pg_trgm with schema hub;
create extension if not exists btree_gin with schema hub;

-- Numbers in names by what they are worth: "Minutes 9" before "Minutes 10".
create collation hub.natural (provider = icu, locale = 'und-u-kn-true');

-- Raises always. A trigger that compared columns would be unsafe with NULL.
create function hub.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: its rows are append-only', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end
$$;

-- A member who left can be erased (0113). Whether the statement is of an erasure: the functions there say so,
-- and only in a function of the owner does it count, so that no statement of the server's own gets past the
-- triggers.
create function hub.is_erasing() returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when coalesce(current_setting('hub.erasing', true), '') = 'on' then exists (
    select from pg_namespace n join pg_roles r on r.oid = n.nspowner
    where n.nspname = 'hub' and r.rolname = current_user) else false end
$$;

create function hub.refuse_change_unless_erasing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and hub.is_erasing() then
    return new;
  end if;
  raise exception '% of % is refused: its rows are append-only', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end
$$;

-- Of final rows an erasure changes the words that the hub itself made from a name, and no figure.
create function hub.keep_all_but_words() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - tg_argv[0] is distinct from to_jsonb(old) - tg_argv[0] then
    raise exception 'an erasure changes the % of % alone', tg_argv[0], tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- What PostgreSQL plans queries by. Prepared statements keep the plan they got when a table was small, and a join
-- that suits ten rows takes seconds for ten thousand: until autovacuum looks at the table, up to minutes later.
-- Only its owner may analyze a table, so the server asks for it here after it has written thousands of rows.
create function hub.analyze_tables(table_names text[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  table_name text;
begin
  foreach table_name in array table_names loop
    -- One that is locked is being analyzed already.
    execute format('analyze (skip_locked) hub.%I', table_name);
  end loop;
end
$$;
revoke all on function hub.analyze_tables from public;
grant execute on function hub.analyze_tables to :app_role;

-- Facts about the installation, such as that it is a demo. Written by the operator's commands.
create table hub.installation (
  key text primary key,
  value text not null
);

-- At most one: the link that makes the first chapter and its first admin.
create table hub.setup_link (
  "only" boolean primary key default true check ("only"),
  token_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

grant select, insert, update, delete on hub.installation, hub.setup_link to :app_role;

-- Attempts to back up, so that every server and every installation admin knows how old the newest backup
-- is and what went wrong. The files themselves are in the operator's folder.
create table hub.backup (
  id uuid primary key,
  -- What the backup holds is of a moment shortly after.
  begun_at timestamptz not null,
  ended_at timestamptz,
  -- The name of the file in its folder, without the folder.
  file text not null,
  is_encrypted boolean not null,
  -- Only of a whole backup, all of which was read back.
  bytes bigint,
  row_count bigint,
  -- Why there is none. A backup that could not be copied into the bucket is whole, and its attempt failed
  -- all the same.
  failure text,
  -- The file is not there any more: removed by the schedule, or by someone else.
  removed_at timestamptz,
  -- A backup is proved by restoring it into a scratch database.
  rehearsed_at timestamptz,
  -- Why the last rehearsal of this backup did not prove it.
  rehearsal_failure text,
  -- A backup is whole before it is copied into the bucket, and a server may die in between: what it left
  -- behind counts, and is removed by the schedule like any other.
  check (ended_at is not null or failure is null),
  check ((bytes is null) = (row_count is null)),
  check (ended_at is null or bytes is not null or failure is not null),
  check (removed_at is null or bytes is not null),
  check (rehearsed_at is null or bytes is not null),
  check (rehearsal_failure is null or rehearsed_at is not null)
);
create index backup_by_time on hub.backup (begun_at desc, id);
create index backup_by_rehearsal on hub.backup (rehearsed_at desc) where rehearsed_at is not null;
grant select, insert, update on hub.backup to :app_role;
