-- Figures are checked chapter by chapter, and what was found whole once is not read again until it changes.
--
-- PostgreSQL stamps every version of a row with the transaction that wrote it (xmin), triggers off or not, whoever
-- writes. Of a chapter whose rows carry the same stamps as when it was checked nothing was added, changed or removed
-- since: no later transaction can write a row with an earlier stamp. What has no stamps, a disk that changes what it
-- keeps, is found by the check that each chapter has once a week, or by command.

-- The stamps of all rows that a check of figures reads, by chapter. A test compares this list with what
-- `hub.difference` reads.
create view hub.figures_stamp as
select chapter_id, sum(n) || ' ' || sum(hash) as stamp
from (
  select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.charge_act group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.charge_item group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.expense group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.expense_figure group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.expense_figure_change group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.expense_override group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.expense_participant group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.expense_payer group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.ledger_account group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.ledger_entry group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.ledger_journal group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.member group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.payment group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.recurring_expense group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.wallet group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.wallet_transaction group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.wallet_transaction_history group by chapter_id
) written
group by chapter_id;

-- Where and by which checks something was proved. It changes with another or a promoted server, with a crash, after
-- which PostgreSQL counts its statistics anew, and with a migration, which may change the checks.
create function hub.place_of_proof() returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select concat_ws('/', (pg_control_system()).system_identifier,
    left(pg_walfile_name(pg_current_wal_lsn()), 8), extract(epoch from s.stats_reset),
    (select max(m.version) from hub.migration m))
  from pg_stat_wal s
$$;
revoke all on function hub.place_of_proof from public;

-- When all figures of a chapter were last computed and nothing was found. Only checks write it.
create table hub.proof (
  -- No foreign key: what is damaged may name a chapter that is not there.
  chapter_id uuid primary key,
  proved_at timestamptz not null,
  place text not null,
  stamp text not null
);

-- Every chapter with figures, and whether they may be others than those that were proved.
create view hub.chapter_figures as
select chapter_id, p.proved_at,
  f.chapter_id is not null
    or (p.stamp, p.place) is distinct from (s.stamp, (select hub.place_of_proof())) as has_moved
from hub.figures_stamp s
full join hub.proof p using (chapter_id)
full join (select distinct chapter_id from hub.reconciliation_finding) f using (chapter_id);

-- As before, but `stated` is named once: of what is named twice, the database makes a table of all chapters first.
create or replace view hub.stated_share_reconciliation as
with stating as (
  select e.chapter_id, e.id, e.amount_cents,
    e.amount_cents - sum(case
      when o.stated_unit is null then o.amount_cents
      when o.stated_unit = 'percent' then e.amount_cents * hub.parse_fraction(o.stated_value) / 100
      else 0 end) as rest_cents,
    (select count(*) from hub.expense_participant p
      where p.chapter_id = e.chapter_id and p.expense_id = e.id)
      - count(*) filter (where o.type = 'manual')
      + coalesce(sum(hub.parse_fraction(o.stated_value)) filter (where o.stated_unit = 'weight'), 0)
      as weights
  from hub.expense e
  join hub.expense_override o on o.chapter_id = e.chapter_id and o.expense_id = e.id
  where e.deleted_at is null and exists (
    select from hub.expense_override s
    where s.chapter_id = e.chapter_id and s.expense_id = e.id and s.stated_unit is not null)
  group by e.chapter_id, e.id
), stated as (
  select x.chapter_id, x.id as expense_id, o.amount_cents, p.share_cents,
    hub.parse_fraction(o.stated_value) * case o.stated_unit
      when 'percent' then x.amount_cents / 100.0
      else coalesce(x.rest_cents / nullif(x.weights, 0), 0) end as exact_cents
  from stating x
  join hub.expense_override o
    on o.chapter_id = x.chapter_id and o.expense_id = x.id and o.stated_unit is not null
  left join hub.expense_participant p
    on p.chapter_id = o.chapter_id and p.expense_id = o.expense_id and p.member_id = o.manual_member_id
)
select s.chapter_id, c.check_name, s.expense_id as subject_id, c.expected, c.actual
from stated s
cross join lateral (values
  -- Quotients have sixteen digits at least.
  ('stated share equals its fraction', round(s.exact_cents)::bigint::text, coalesce(s.share_cents, 0)::text,
    s.share_cents is null or abs(s.share_cents - s.exact_cents) > 1.001),
  ('stated override equals its share', coalesce(s.share_cents, 0)::text, s.amount_cents::text,
    s.share_cents is distinct from s.amount_cents)
) c (check_name, expected, actual, differs)
where c.differs;

-- Computes every figure of a chapter and keeps what it finds; returns all of it. One at a time for a chapter,
-- because an older check that ended later would bring back what a newer one no longer found.
drop function hub.check_figures;
create function hub.check_figures(p_chapter uuid, p_now timestamptz)
returns table (chapter_id uuid, check_name text, subject_id uuid, expected text, actual text,
  is_explained boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp
-- One plan for all chapters of a run, in which nothing that a chapter has is read once for each of its rows.
set plan_cache_mode = force_generic_plan
set enable_nestloop = off
set jit = off
as $$
#variable_conflict use_column
declare
  found_stamp text;
begin
  perform pg_advisory_xact_lock(hashtextextended('hub.check_figures ' || p_chapter, 0));
  -- Read before the figures, so that what is written meanwhile counts as moved.
  select s.stamp into found_stamp from hub.figures_stamp s where s.chapter_id = p_chapter;
  return query
  with found as materialized (
    select distinct on (d.chapter_id, d.check_name, d.subject_id, d.gap) d.*
    from hub.difference d
    where d.chapter_id = p_chapter
  ), gone as (
    delete from hub.reconciliation_finding f
    where f.chapter_id = p_chapter and not exists (
      select from found n
      where n.check_name = f.check_name and n.subject_id = f.subject_id and n.gap = f.gap)
  ), kept as (
    insert into hub.reconciliation_finding
      (chapter_id, check_name, subject_id, gap, expected, actual, found_at)
    select n.chapter_id, n.check_name, n.subject_id, n.gap, n.expected, n.actual, p_now
    from found n
    on conflict (chapter_id, check_name, subject_id, gap)
      do update set expected = excluded.expected, actual = excluded.actual
  )
  select n.chapter_id, n.check_name, n.subject_id, n.expected, n.actual, exists (
    select from hub.reconciliation_explanation e
    where e.chapter_id = n.chapter_id and e.check_name = n.check_name
      and e.subject_id = n.subject_id and e.gap = n.gap)
  from found n
  order by n.check_name, n.subject_id, n.gap;
  delete from hub.proof p where p.chapter_id = p_chapter;
  insert into hub.proof (chapter_id, proved_at, place, stamp)
  select p_chapter, now(), hub.place_of_proof(), found_stamp
  where found_stamp is not null and not exists (
    select from hub.reconciliation_finding f where f.chapter_id = p_chapter);
end
$$;

-- The server may check, and can make up neither what a check found nor that it found nothing.
revoke all on function hub.check_figures from public;
grant execute on function hub.check_figures, hub.place_of_proof to :app_role;
grant select on hub.figures_stamp, hub.proof, hub.chapter_figures to :app_role;

-- Audit logs likewise: of a chain that was whole, the links that came since are checked, if the links and records that
-- were there carry the same stamps.
create table hub.audit_proof (
  chapter_id uuid primary key references hub.chapter (id),
  -- When all of it was last checked.
  proved_at timestamptz not null,
  place text not null,
  -- The last link, and the stamps up to it.
  seq bigint not null,
  stamp text not null,
  -- Of everything, whatever it is linked to.
  log_stamp text not null
);

-- The stamps of all that an audit log is made of, by chapter.
create view hub.audit_log_stamp as
select chapter_id, sum(n) || ' ' || sum(hash) as stamp
from (
  select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.audit group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.audit_seal group by chapter_id
  union all select chapter_id, count(*) as n, sum(hashtextextended(xmin::text, 0)) as hash
  from hub.audit_head group by chapter_id
) written
group by chapter_id;

create function hub.audit_stamp(p_chapter uuid, p_last bigint) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select count(*) || ' ' || sum(hashtextextended(concat_ws(' ', s.xmin::text, a.xmin::text), 0))
  from hub.audit_seal s
  left join hub.audit a on a.chapter_id = s.chapter_id and a.id = s.audit_id
  where s.chapter_id = p_chapter and s.seq <= p_last
$$;

-- Where the chain of a chapter is broken after link `p_after`: no row, ever. Each link is asked by the one before as it
-- stands, so that a break is told where it is and not of all that follows. A record that a later erasure names is asked
-- for what that one sealed: its own hash is still held by the link after it, and of several erasures the last one counts.
create function hub.find_audit_breaks(p_chapter uuid, p_after bigint)
returns table (seq bigint, audit_id uuid, problem text)
language sql stable set search_path = pg_catalog, pg_temp as $$
  with erased as materialized (
    select distinct on (named.key) named.key as audit_id, s.seq, named.value as hash
    from hub.audit_seal s
    join hub.audit a on a.chapter_id = s.chapter_id and a.id = s.audit_id
    cross join lateral jsonb_each_text(case when jsonb_typeof(a.after -> 'erased') = 'object'
      then a.after -> 'erased' else '{}' end) named
    where s.chapter_id = p_chapter and s.action = 'member.erase'
    order by named.key, s.seq desc
  )
  select l.seq, l.audit_id, l.problem
  from (
    select s.seq, s.audit_id, case
        when s.seq <> s.previous_seq + 1 then 'links before it are gone'
        when a.id is null then 'its record is gone'
        when e.seq is null and s.hash <> hub.audit_hash(s.previous_hash, s.seq, s.sealed_at, a)
          then 'it, its record or the link before it was changed'
        when e.hash <> hub.erased_hash(a) then 'its record was changed after it was erased'
        when (s.at, s.action, s.entity_kind, s.entity_id) <> (a.at, a.action, a.entity_kind, a.entity_id)
          or s.actor_id is distinct from a.actor_id then 'it is filed as something else'
      end as problem
    from (
      select s.*, lag(s.seq, 1, 0::bigint) over chain as previous_seq,
        lag(s.hash, 1, '') over chain as previous_hash
      from hub.audit_seal s
      where s.chapter_id = p_chapter and (p_after = 0 or s.seq >= p_after)
      window chain as (order by s.seq)
    ) s
    left join hub.audit a on a.chapter_id = p_chapter and a.id = s.audit_id
    left join erased e on e.audit_id = s.audit_id::text and e.seq > s.seq
    where s.seq > p_after or p_after = 0
  ) l
  where l.problem is not null
  union all
  select coalesce(h.seq, 0), null,
    'the chain ends with link ' || coalesce(s.seq, 0) || ', its head says '
      || coalesce(h.seq::text, 'nothing')
  from (select h.seq, h.hash from hub.audit_head h where h.chapter_id = p_chapter) h
  full join (
    select s.seq, s.hash from hub.audit_seal s where s.chapter_id = p_chapter order by s.seq desc limit 1
  ) s on true
  where (coalesce(s.seq, 0), coalesce(s.hash, '')) is distinct from (h.seq, h.hash)
  union all
  select null, a.id, 'it was put beside the chain'
  from hub.audit a
  join hub.audit_head h on h.chapter_id = a.chapter_id
  where a.chapter_id = p_chapter and a.xid < h.sealed_below
    and not exists (
      select from hub.audit_seal s where s.chapter_id = a.chapter_id and s.audit_id = a.id)
$$;

-- Every chapter, and whether its log may be another than the one that was proved, or was proved a week ago: a night
-- early, so that none is older before the next one. What is damaged may name a chapter that is not there.
create view hub.audited_chapter as
select chapter_id,
  (p.log_stamp, p.place) is distinct from (s.stamp, (select hub.place_of_proof()))
    or p.proved_at not between now() - interval '6 days' and now() as is_due
from (select id as chapter_id from hub.chapter) c
full join hub.audit_log_stamp s using (chapter_id)
left join hub.audit_proof p using (chapter_id);

create or replace view hub.audit_break as
select c.chapter_id, b.seq, b.audit_id, b.problem
from hub.audited_chapter c
cross join lateral hub.find_audit_breaks(c.chapter_id, 0) b;

-- The breaks of a chapter's chain: of all of it, or of what its proof does not cover or is too old for.
create function hub.check_audit(p_chapter uuid, p_whole boolean)
returns table (seq bigint, audit_id uuid, problem text)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_nestloop = off
set jit = off
as $$
#variable_conflict use_column
declare
  proof hub.audit_proof;
  here text := hub.place_of_proof();
  proved bigint := 0;
  last_seq bigint;
  found_stamp text;
  found_log_stamp text;
  is_whole boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('hub.check_audit ' || p_chapter, 0));
  select p.* into proof from hub.audit_proof p where p.chapter_id = p_chapter;
  if not p_whole and proof.place = here and proof.proved_at between now() - interval '6 days' and now()
    and proof.stamp = hub.audit_stamp(p_chapter, proof.seq) then
    proved := proof.seq;
  end if;
  -- Read before the links, so that what changes meanwhile counts as changed.
  select s.stamp into found_log_stamp from hub.audit_log_stamp s where s.chapter_id = p_chapter;
  select max(s.seq) into last_seq from hub.audit_seal s where s.chapter_id = p_chapter;
  found_stamp := hub.audit_stamp(p_chapter, last_seq);
  return query select b.seq, b.audit_id, b.problem from hub.find_audit_breaks(p_chapter, proved) b;
  is_whole := not found;
  delete from hub.audit_proof p where p.chapter_id = p_chapter;
  insert into hub.audit_proof (chapter_id, proved_at, place, seq, stamp, log_stamp)
  select c.id, case when proved > 0 then proof.proved_at else now() end, here, last_seq, found_stamp,
    found_log_stamp
  from hub.chapter c
  where c.id = p_chapter and is_whole and last_seq is not null;
end
$$;
revoke all on function hub.audit_stamp, hub.find_audit_breaks, hub.check_audit from public;
grant execute on function hub.audit_stamp, hub.find_audit_breaks, hub.check_audit to :app_role;
grant select on hub.audit_proof, hub.audit_log_stamp, hub.audited_chapter to :app_role;
