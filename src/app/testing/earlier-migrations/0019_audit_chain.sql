-- The audit as a chain: who removes or changes a record, whoever owns the tables, is found out.
--
-- Writers know nothing of it. They add their record in the transaction of their work, as before, and
-- wait for nobody. A moment later `seal_audit` adds, for each record that is there by now, a link:
-- its number, and a hash over the record and the link before. What only admins read, by person, kind
-- or day, is filed with the links, so that no writer waits for those indexes either.

-- Which transaction wrote a record: what has not been sealed is found by it.
alter table hub.audit add column xid xid8 not null default pg_current_xact_id();
create index audit_by_transaction on hub.audit (chapter_id, xid);

-- The server adds records and never says when, in the order of transactions, it did.
revoke insert on hub.audit from :app_role;
grant insert (chapter_id, id, at, actor_id, action, entity_kind, entity_id, before, after)
  on hub.audit to :app_role;

-- No foreign key to the record: what is damaged may name one that is not there any more.
create table hub.audit_seal (
  chapter_id uuid not null references hub.chapter (id),
  -- From 1, without gaps, in the order in which records were found.
  seq bigint not null,
  audit_id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  entity_kind text not null,
  entity_id uuid not null,
  -- What the thing was called then.
  subject text,
  sealed_at timestamptz not null,
  -- SHA-256 as hexadecimal digits; see audit_hash.
  hash text not null,
  primary key (chapter_id, seq)
);
create unique index audit_sealed_once on hub.audit_seal (chapter_id, audit_id);
create index audit_seal_of_actor on hub.audit_seal (chapter_id, actor_id, seq);
create index audit_seal_of_action on hub.audit_seal (chapter_id, action, seq);
create index audit_seal_of_kind on hub.audit_seal (chapter_id, entity_kind, seq);
create index audit_seal_of_entity on hub.audit_seal (chapter_id, entity_id, seq);
create index audit_seal_by_time on hub.audit_seal (chapter_id, at);

select set_config('search_path', string_agg(distinct extnamespace::regnamespace::text, ', '), true)
from pg_extension
where extname in ('pg_trgm', 'btree_gin');
create index audit_seal_words on hub.audit_seal using gin (chapter_id, subject gin_trgm_ops)
  with (gin_pending_list_limit = 512);

create trigger audit_seal_is_append_only before update or delete or truncate
  on hub.audit_seal for each statement execute function hub.refuse_change();

-- Where each chapter's chain ends, said a second time, so that a tail that is cut off is missed.
create table hub.audit_head (
  chapter_id uuid primary key references hub.chapter (id),
  seq bigint not null default 0,
  hash text not null default '',
  -- Whatever a transaction before this one wrote is sealed.
  sealed_below xid8 not null default '0'
);
create trigger audit_head_is_never_removed before delete or truncate
  on hub.audit_head for each statement execute function hub.refuse_change();

-- What a link's hash is over: the hash before it, and all of the record. Times as microseconds, and
-- JSON as the database keeps it, so that neither a setting nor a restore changes it.
create function hub.audit_hash(p_previous text, p_seq bigint, p_sealed_at timestamptz, p hub.audit)
returns text language sql stable set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(jsonb_build_array(
    p_previous, p.chapter_id, p_seq, p.id, (extract(epoch from p.at) * 1000000)::bigint,
    p.actor_id, p.action, p.entity_kind, p.entity_id, p.before is null, p.before,
    p.after is null, p.after, (extract(epoch from p_sealed_at) * 1000000)::bigint)::text,
    'UTF8')), 'hex')
$$;

-- What the thing of a record is called, for those who look for it.
create function hub.audit_subject(p hub.audit)
returns text language sql stable set search_path = pg_catalog, pg_temp as $$
  select left(case
    when p.entity_kind = 'member' then (
      select m.display_name from hub.member m
      where m.chapter_id = p.chapter_id and m.id = p.entity_id)
    when p.entity_kind = 'occurrence' then (
      select e.title from hub.event_occurrence o
      join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
      where o.chapter_id = p.chapter_id and o.id = p.entity_id)
    else coalesce(told ->> 'title', told ->> 'name', told ->> 'description', told ->> 'email')
  end, 200)
  from (select coalesce(p.after, p.before) as told) t
$$;

-- Links the records of a chapter that nobody has linked yet, at most so many; how many it linked. One
-- at a time for a chapter, on its head, which no writer ever touches.
create function hub.seal_audit(p_chapter uuid, p_now timestamptz, p_most integer default 1000)
returns integer language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  head hub.audit_head;
  entry hub.audit;
  sealed integer := 0;
  horizon xid8;
  beyond xid8;
begin
  insert into hub.audit_head (chapter_id)
  select c.id from hub.chapter c
  where c.id = p_chapter and not exists (select from hub.audit_head h where h.chapter_id = c.id)
  on conflict do nothing;
  select * into head from hub.audit_head h where h.chapter_id = p_chapter for no key update;
  if not found then
    return 0;
  end if;
  -- Transactions before this one have ended: the statement below sees all that they wrote.
  horizon := pg_snapshot_xmin(pg_current_snapshot());
  beyond := pg_snapshot_xmax(pg_current_snapshot());
  -- A database that was restored into another server counts its transactions anew: looked through
  -- once, what it brought along is left alone.
  if head.sealed_below > beyond then
    head.sealed_below := '0';
    beyond := '18446744073709551615';
  end if;
  for entry in
    select a.* from hub.audit a
    where a.chapter_id = p_chapter and a.xid >= head.sealed_below and a.xid < beyond
      and not exists (
        select from hub.audit_seal s where s.chapter_id = a.chapter_id and s.audit_id = a.id)
    order by a.xid, a.id
    limit p_most
  loop
    sealed := sealed + 1;
    head.seq := head.seq + 1;
    head.hash := hub.audit_hash(head.hash, head.seq, p_now, entry);
    insert into hub.audit_seal (chapter_id, seq, audit_id, at, actor_id, action, entity_kind,
      entity_id, subject, sealed_at, hash)
    values (p_chapter, head.seq, entry.id, entry.at, entry.actor_id, entry.action,
      entry.entity_kind, entry.entity_id, hub.audit_subject(entry), p_now, head.hash);
  end loop;
  update hub.audit_head h
  set seq = head.seq, hash = head.hash,
    sealed_below = case when sealed < p_most then horizon else head.sealed_below end
  where h.chapter_id = p_chapter
    and (sealed > 0 or h.sealed_below > pg_snapshot_xmax(pg_current_snapshot()));
  return sealed;
end
$$;

-- Chapters in which something waits to be linked.
create view hub.audit_waiting as
select c.id as chapter_id
from hub.chapter c
left join hub.audit_head h on h.chapter_id = c.id
cross join pg_snapshot_xmax(pg_current_snapshot()) as beyond
where h.sealed_below > beyond
  or exists (
    select from hub.audit a
    where a.chapter_id = c.id and a.xid >= coalesce(h.sealed_below, '0') and a.xid < beyond
      and not exists (
        select from hub.audit_seal s where s.chapter_id = a.chapter_id and s.audit_id = a.id));

-- Where chains are broken: no row, ever. Each link is asked by the one before as it stands, so that
-- a break is told where it is and not of all that follows.
create view hub.audit_break as
select l.chapter_id, l.seq, l.audit_id, l.problem
from (
  select s.chapter_id, s.seq, s.audit_id, case
      when s.seq <> s.previous_seq + 1 then 'links before it are gone'
      when a.id is null then 'its record is gone'
      when s.hash <> hub.audit_hash(s.previous_hash, s.seq, s.sealed_at, a)
        then 'it, its record or the link before it was changed'
      when (s.at, s.action, s.entity_kind, s.entity_id) <> (a.at, a.action, a.entity_kind, a.entity_id)
        or s.actor_id is distinct from a.actor_id then 'it is filed as something else'
    end as problem
  from (
    select s.*, lag(s.seq, 1, 0::bigint) over chain as previous_seq,
      lag(s.hash, 1, '') over chain as previous_hash
    from hub.audit_seal s
    window chain as (partition by s.chapter_id order by s.seq)
  ) s
  left join hub.audit a on a.chapter_id = s.chapter_id and a.id = s.audit_id
) l
where l.problem is not null
union all
select coalesce(h.chapter_id, s.chapter_id), coalesce(h.seq, 0), null,
  'the chain ends with link ' || coalesce(s.seq, 0) || ', its head says '
    || coalesce(h.seq::text, 'nothing')
from hub.audit_head h
full join (
  select distinct on (s.chapter_id) s.chapter_id, s.seq, s.hash
  from hub.audit_seal s order by s.chapter_id, s.seq desc
) s on s.chapter_id = h.chapter_id
where (coalesce(s.seq, 0), coalesce(s.hash, '')) is distinct from (h.seq, h.hash)
union all
select a.chapter_id, null, a.id, 'it was put beside the chain'
from hub.audit a
join hub.audit_head h on h.chapter_id = a.chapter_id
where a.xid < h.sealed_below
  and not exists (
    select from hub.audit_seal s where s.chapter_id = a.chapter_id and s.audit_id = a.id);

-- What was written until now is sealed first, in the order in which it was written.
do $$
declare
  chapter record;
begin
  for chapter in select c.id from hub.chapter c order by c.id loop
    perform hub.seal_audit(chapter.id, now(), 2147483647);
  end loop;
end
$$;

revoke all on function hub.seal_audit from public;
grant execute on function hub.seal_audit to :app_role;
grant select on hub.audit_seal, hub.audit_head, hub.audit_waiting, hub.audit_break to :app_role;
