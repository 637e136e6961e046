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
