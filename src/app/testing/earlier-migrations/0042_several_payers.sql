-- Several people may pay one expense. What each paid adds up to its total; the reimbursement is divided
-- in proportion to it, to the cent, by the server when the expense is written, and stored as shares are.
-- An expense with one payer has no rows here: `paid_by` paid it all, and writing it costs what it did.

alter table hub.expense
  add column has_several_payers boolean not null default false,
  add check (paid_by is not null or not has_several_payers);

create table hub.expense_payer (
  chapter_id uuid not null,
  expense_id uuid not null,
  member_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  credit_cents bigint not null check (credit_cents between 0 and amount_cents),
  primary key (chapter_id, expense_id, member_id),
  foreign key (chapter_id, expense_id) references hub.expense (chapter_id, id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);
create index expense_payer_of_member on hub.expense_payer (chapter_id, member_id, expense_id)
  include (credit_cents);

create trigger expense_payer_of_settled_is_final
  before insert or delete on hub.expense_payer
  for each row execute function hub.refuse_part_of_settled_expense();
-- They are deleted and inserted again.
create trigger expense_payer_never_changes before update on hub.expense_payer
  for each row execute function hub.refuse_change();
create trigger expense_payer_is_never_emptied before truncate on hub.expense_payer
  for each statement execute function hub.refuse_change();
grant select, insert, delete on hub.expense_payer to :app_role;

-- At the end of a transaction, payers add up to their expense. The expense is locked, so that of two
-- transactions that change its payers the second sees the rows of the first.
create function hub.check_payers_add_up() returns trigger language plpgsql as $$
declare
  part record;
  e hub.expense;
  paid record;
begin
  part := case tg_op when 'DELETE' then old else new end;
  select * into e
  from hub.expense x
  where x.chapter_id = part.chapter_id
    and x.id = (to_jsonb(part)->>case tg_table_name when 'expense' then 'id' else 'expense_id' end)::uuid
  for no key update;
  select count(*) as people, coalesce(sum(p.amount_cents), 0) as amount,
    coalesce(sum(p.credit_cents), 0) as credit, coalesce(max(p.amount_cents), 0) as most,
    max(p.amount_cents) filter (where p.member_id = e.paid_by) as first
  into paid
  from hub.expense_payer p
  where p.chapter_id = e.chapter_id and p.expense_id = e.id;
  if not e.has_several_payers and paid.people = 0 or e.has_several_payers
    and paid.people between 2 and 20 and paid.amount = e.amount_cents
    and paid.credit = hub.payer_credit(e) and paid.first = paid.most then
    return null;
  end if;
  raise exception 'the payers of expense % do not add up to it', e.id
    using errcode = 'check_violation', constraint = 'expense_payers_add_up';
end
$$;
create constraint trigger expense_payers_add_up after insert or delete on hub.expense_payer
  deferrable initially deferred
  for each row execute function hub.check_payers_add_up();
create constraint trigger expense_added_has_its_payers after insert on hub.expense
  deferrable initially deferred
  for each row when (new.has_several_payers) execute function hub.check_payers_add_up();
create constraint trigger expense_keeps_its_payers after update on hub.expense
  deferrable initially deferred
  for each row when (old.has_several_payers or new.has_several_payers)
  execute function hub.check_payers_add_up();

-- What payers of open expenses are to get back, by payer, said once for every query. What all payers of
-- an expense get back together is `payer_credit`.
drop index hub.expense_open_of_payer;
create index expense_open_of_payer on hub.expense (chapter_id, paid_by)
  include (id, use_wallet_transactions, reimbursement_type, amount_cents, reimbursement_cents)
  where status = 'open' and deleted_at is null and not has_several_payers;
create view hub.open_credit as
select e.chapter_id, e.id as expense_id, e.paid_by as member_id, hub.payer_credit(e) as credit_cents,
  e.use_wallet_transactions
from hub.expense e
where e.status = 'open' and e.deleted_at is null and not e.has_several_payers and e.paid_by is not null
union all
select p.chapter_id, p.expense_id, p.member_id, p.credit_cents, e.use_wallet_transactions
from hub.expense_payer p
join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
where e.status = 'open' and e.deleted_at is null;
grant select on hub.open_credit to :app_role;

-- Credits of several payers move balances with their rows, as shares do.
create or replace function hub.figures_of_expense(e hub.expense)
returns table (kind text, subject_id uuid, amount bigint) language sql stable as $$
  select f.kind, f.subject_id, f.amount
  from (values
    ('count', e.chapter_id, 1::bigint),
    ('open_count', e.chapter_id, (e.status = 'open')::int::bigint),
    ('event_count', e.event_id, 1),
    ('gross', e.chapter_id, case when e.status = 'open' then e.amount_cents else 0 end),
    ('total', e.chapter_id, case when e.is_excluded_from_group_totals then 0 else e.amount_cents end),
    ('excluded', e.chapter_id, case when e.is_excluded_from_group_totals then e.amount_cents else 0 end),
    ('balance', e.paid_by, case
      when e.status = 'open' and not e.has_several_payers then hub.payer_credit(e) else 0 end)
  ) f (kind, subject_id, amount)
  where e.id is not null and e.deleted_at is null and f.subject_id is not null and f.amount <> 0
$$;

create or replace function hub.keep_figures_of_expense() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was_counted boolean := hub.is_counted(old);
begin
  perform hub.move_expense_figures(new.chapter_id,
    array_agg(kind), array_agg(subject_id), array_agg(amount))
  from (
    select * from hub.figures_of_expense(new)
    union all
    select kind, subject_id, -amount from hub.figures_of_expense(old)
    union all
    select 'balance', member_id, case when was_counted then share_cents else -share_cents end
    from hub.expense_participant
    where chapter_id = new.chapter_id and expense_id = new.id
      and was_counted <> hub.is_counted(new)
    union all
    select 'balance', member_id, case when was_counted then -credit_cents else credit_cents end
    from hub.expense_payer
    where new.has_several_payers and chapter_id = new.chapter_id and expense_id = new.id
      and was_counted <> hub.is_counted(new)
  ) change;
  return null;
end
$$;

create function hub.keep_figures_of_payers() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform hub.move_expense_figures(p.chapter_id, array_agg('balance'::text), array_agg(p.member_id),
    array_agg(case tg_op when 'DELETE' then -p.credit_cents else p.credit_cents end))
  from changed p
  join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
  where hub.is_counted(e)
  group by p.chapter_id;
  return null;
end
$$;
create trigger expense_payer_added_keeps_figures after insert on hub.expense_payer
  referencing new table as changed
  for each statement execute function hub.keep_figures_of_payers();
create trigger expense_payer_removed_keeps_figures after delete on hub.expense_payer
  referencing old table as changed
  for each statement execute function hub.keep_figures_of_payers();
-- Whoever may call a function may make it a trigger of a table of their own, with the owner's rights.
revoke all on function hub.keep_figures_of_payers from public;

create or replace view hub.expense_figure_recomputed as
select chapter_id, kind, subject_id, sum(amount)::bigint as amount
from (
  select e.chapter_id, f.kind, f.subject_id, f.amount
  from hub.expense e
  cross join lateral hub.figures_of_expense(e) f
  union all
  select p.chapter_id, 'balance', p.member_id, -p.share_cents
  from hub.expense_participant p
  join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
  where e.status = 'open' and e.deleted_at is null
  union all
  select p.chapter_id, 'balance', p.member_id, p.credit_cents
  from hub.expense_payer p
  join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
  where e.status = 'open' and e.deleted_at is null
) part
group by chapter_id, kind, subject_id;

create or replace view hub.expense_reconciliation as
select e.chapter_id, 'expense shares add up to the total' as check_name, e.id as subject_id,
  e.amount_cents::text as expected, coalesce(sum(p.share_cents), 0)::text as actual
from hub.expense e
left join hub.expense_participant p on p.chapter_id = e.chapter_id and p.expense_id = e.id
where e.deleted_at is null
group by e.chapter_id, e.id
having e.amount_cents <> coalesce(sum(p.share_cents), 0)
union all
select j.chapter_id, 'a settlement belongs to a settled expense', j.id, 'settled', e.status
from hub.ledger_journal j
join hub.expense e on e.chapter_id = j.chapter_id and e.id = j.expense_id
where j.kind = 'settle' and e.status <> 'settled'
union all
select chapter_id, 'kept ' || kind || ' equals its expenses', subject_id,
  coalesce(recomputed.amount, 0)::text, coalesce(kept.amount, 0)::text
from hub.expense_figure_recomputed recomputed
full join hub.expense_figure_now kept using (chapter_id, kind, subject_id)
where coalesce(recomputed.amount, 0) <> coalesce(kept.amount, 0)
union all
select chapter_id, c.check_name, expense_id, c.expected::text, c.actual::text
from (
  select e.chapter_id, e.id as expense_id, e.amount_cents as amount, hub.payer_credit(e) as credit
  from hub.expense e
  where e.has_several_payers
) e
full join (
  select chapter_id, expense_id, sum(amount_cents) as amount, sum(credit_cents) as credit
  from hub.expense_payer
  group by chapter_id, expense_id
) p using (chapter_id, expense_id)
cross join lateral (values
  ('payers add up to the total', coalesce(e.amount, 0), coalesce(p.amount, 0)),
  ('payers get back the reimbursement', coalesce(e.credit, 0), coalesce(p.credit, 0))
) c (check_name, expected, actual)
where c.expected <> c.actual
union all
-- Within a cent of the exact fraction.
select p.chapter_id, 'a payer gets back their part', p.expense_id,
  (hub.payer_credit(e)::numeric * p.amount_cents / e.amount_cents)::bigint::text, p.credit_cents::text
from hub.expense_payer p
join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
where abs(p.credit_cents::numeric * e.amount_cents - hub.payer_credit(e)::numeric * p.amount_cents)
  >= e.amount_cents;

create or replace view hub.difference as
select chapter_id, check_name, subject_id, expected, actual, case
    when (check_name in ('stored balance equals its entries', 'balance equals its visible transactions',
        'transaction keeps every version', 'expense shares add up to the total',
        'payers add up to the total', 'payers get back the reimbursement', 'a payer gets back their part',
        'standings and the chapter add up to zero',
        'payment equals its posting', 'payment taken back equals its posting')
      or check_name like 'kept %')
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
  union all
  select chapter_id, check_name, subject_id, expected, actual
  from hub.standing_reconciliation
  union all
  select chapter_id, check_name, subject_id, expected, actual
  from hub.payment_reconciliation
  union all
  select chapter_id, check_name, subject_id, expected, actual
  from hub.recurring_reconciliation
) found;

drop function hub.log_expenses;

-- Logs expenses: claims their keys, checks whom and what they name, stores them with their shares,
-- records them, and keeps their replies. Each brings its rows, whole: `expense` of hub.expense and
-- `shares` of hub.expense_participant, and its overrides and several payers if it has any; `after` is
-- what the audit keeps.
-- Tells of each, in their order, what became of it:
--   what its claim came to (see hub.claim), or logged; refused: there was no expense, because it had
--   been refused before; unknown_participant; unknown_payer; unknown_payers; unknown_event;
--   id_taken;
--   alone: somebody else is logging one with this id, who is waited for if p_waits alone.
-- Neither a key nor an id may come twice.
create function hub.log_expenses(p_expenses jsonb, p_waits boolean)
returns table (outcome text, status smallint, etag text, reply text)
language plpgsql
set search_path = pg_catalog, pg_temp
-- One plan, for few expenses among any number of rows, whatever the statistics say.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if p_waits then
    perform pg_advisory_xact_lock(hashtextextended('expense/' || chapter_id || '/' || (expense->>'id'), 0))
    from jsonb_to_recordset(p_expenses) as asked (chapter_id uuid, expense jsonb)
    where expense is not null;
  end if;

  return query
  with asked as materialized (
    select *
    from rows from (
      jsonb_to_recordset(p_expenses) as (
        chapter_id uuid, actor_id uuid, key text, request_hash text, status smallint, etag text,
        reply text, audit_id uuid, expense jsonb, shares jsonb,
        payers jsonb, overrides jsonb, override_participants jsonb, after jsonb),
      hub.claim(p_expenses)) with ordinality
  ), checked as materialized (
    select a.*, e.id, e.created_at, e as row,
      case
        when a.claimed is not null then a.claimed
        when a.expense is null then 'refused'
        when exists (
          select from jsonb_to_recordset(a.shares) as p (member_id uuid)
          left join hub.member m
            on m.chapter_id = a.chapter_id and m.id = p.member_id and m.status = 'active'
          where m.id is null) then 'unknown_participant'
        when a.payers is not null and exists (
          select from jsonb_to_recordset(a.payers) as p (member_id uuid)
          left join hub.member m
            on m.chapter_id = a.chapter_id and m.id = p.member_id and m.status = 'active'
          where m.id is null) then 'unknown_payers'
        when e.paid_by is not null and not exists (
          select from hub.member m
          where m.chapter_id = a.chapter_id and m.id = e.paid_by and m.status = 'active')
          then 'unknown_payer'
        when e.event_id is not null and not exists (
          select from hub.event v
          where v.chapter_id = a.chapter_id and v.id = e.event_id and v.deleted_at is null)
          then 'unknown_event'
        when exists (
          select from hub.expense o where o.chapter_id = a.chapter_id and o.id = e.id)
          then 'id_taken'
        when not pg_try_advisory_xact_lock(
          hashtextextended('expense/' || a.chapter_id || '/' || e.id, 0)) then 'alone'
        else 'logged'
      end as outcome
    from asked a
    cross join lateral jsonb_populate_record(null::hub.expense, a.expense) e
  ), logged as (
    insert into hub.expense
    select (c.row).* from checked c where c.outcome = 'logged'
  ), shared as (
    insert into hub.expense_participant
    select share.*
    from checked c
    cross join lateral jsonb_populate_recordset(null::hub.expense_participant, c.shares) share
    where c.outcome = 'logged'
  ), paid as (
    insert into hub.expense_payer
    select payer.*
    from checked c
    cross join lateral jsonb_populate_recordset(null::hub.expense_payer, c.payers) payer
    where c.outcome = 'logged'
  ), overridden as (
    insert into hub.expense_override
    select override.*
    from checked c
    cross join lateral jsonb_populate_recordset(null::hub.expense_override, c.overrides) override
    where c.outcome = 'logged'
  ), overriding as (
    insert into hub.expense_override_participant
    select overriding.*
    from checked c
    cross join lateral
      jsonb_populate_recordset(null::hub.expense_override_participant, c.override_participants) overriding
    where c.outcome = 'logged'
  ), audited as (
    insert into hub.audit (chapter_id, id, at, actor_id, action, entity_kind, entity_id, after)
    select chapter_id, audit_id, created_at, actor_id, 'expense.create', 'expense', id, after
    from checked c
    where c.outcome = 'logged'
  ), kept as (
    insert into hub.idempotency_key
      (chapter_id, member_id, key, request_hash, status, etag, reply, created_at)
    select c.chapter_id, c.actor_id, c.key, c.request_hash, c.status, c.etag, c.reply, c.created_at
    from checked c
    where c.outcome = 'logged' and c.key is not null
  )
  select c.outcome, c.kept_status, c.kept_etag, c.kept_reply
  from checked c
  order by c.ordinality;
end
$$;

revoke all on function hub.log_expenses from public;
grant execute on function hub.log_expenses to :app_role;
