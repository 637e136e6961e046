-- Figures that do not add up stop the money of their chapter until the operator has explained why.
-- What a check found is kept here, so that every server knows it, and knows it after a restart.

-- Everything that must never return a row, in one view. `gap` tells one difference from another: the
-- checks named here compare figures that move with every posting, so of them it is how far the two
-- are apart. A gap that grows is a new difference; a posting is not.
create view hub.difference as
select chapter_id, check_name, subject_id, expected, actual, case
    when check_name in ('stored balance equals its entries', 'balance equals its visible transactions',
        'transaction keeps every version', 'expense shares add up to the total')
      and expected ~ '^-?\d+( [a-z]+ -?\d+)?$' and actual ~ '^-?\d+( [a-z]+ -?\d+)?$'
    then split_part(actual, ' ', 1)::numeric - split_part(expected, ' ', 1)::numeric || ' in '
      || coalesce(nullif(split_part(actual, ' ', 3), '')::numeric
        - nullif(split_part(expected, ' ', 3), '')::numeric, 0)
    else actual || ' for ' || expected
  end as gap
from (
  select chapter_id, check_name, subject_id,
    coalesce(expected, 'none') as expected, coalesce(actual, 'none') as actual
  from hub.reconciliation
  union all
  select chapter_id, check_name, subject_id, coalesce(expected, 'none'), coalesce(actual, 'none')
  from hub.expense_reconciliation
) found;

-- The differences that the last check found. No foreign keys here and below: what is damaged may
-- name a chapter that is not there.
create table hub.reconciliation_finding (
  chapter_id uuid not null,
  check_name text not null,
  subject_id uuid not null,
  gap text not null,
  expected text not null,
  actual text not null,
  found_at timestamptz not null,
  primary key (chapter_id, check_name, subject_id, gap)
);

-- Why a difference is there, in the operator's words, with the figures they saw.
create table hub.reconciliation_explanation (
  chapter_id uuid not null,
  check_name text not null,
  subject_id uuid not null,
  gap text not null,
  expected text not null,
  actual text not null,
  why text not null check (btrim(why) <> '' and char_length(why) <= 1000),
  explained_by text not null check (btrim(explained_by) <> ''),
  explained_at timestamptz not null,
  primary key (chapter_id, check_name, subject_id, gap)
);
create trigger reconciliation_explanation_is_append_only before update or delete or truncate
  on hub.reconciliation_explanation for each statement execute function hub.refuse_change();

-- While a chapter has a row here, none of its money moves. It is asked with every call, and empty.
create view hub.unexplained_difference as
select f.*
from hub.reconciliation_finding f
where not exists (
  select from hub.reconciliation_explanation e
  where e.chapter_id = f.chapter_id and e.check_name = f.check_name
    and e.subject_id = f.subject_id and e.gap = f.gap);

-- Checks every figure and keeps what it finds; returns all of it. One check at a time, because an
-- older one that ended later would bring back what a newer one no longer found.
create function hub.check_figures(p_now timestamptz)
returns table (chapter_id uuid, check_name text, subject_id uuid, expected text, actual text,
  is_explained boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('hub.check_figures', 0));
  return query
  with found as materialized (
    select distinct on (d.chapter_id, d.check_name, d.subject_id, d.gap) d.*
    from hub.difference d
  ), gone as (
    delete from hub.reconciliation_finding f
    where not exists (
      select from found n
      where n.chapter_id = f.chapter_id and n.check_name = f.check_name
        and n.subject_id = f.subject_id and n.gap = f.gap)
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
  order by n.check_name, n.chapter_id, n.subject_id, n.gap;
end
$$;

-- The server may check, and cannot make up what a check found. It never explains anything: that is
-- for whoever owns these tables.
revoke all on function hub.check_figures from public;
grant execute on function hub.check_figures to :app_role;
grant select on hub.difference, hub.reconciliation_finding, hub.reconciliation_explanation,
  hub.unexplained_difference to :app_role;
