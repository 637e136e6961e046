-- Balances, totals and counts of the expenses, kept with every write, so that no reader ever adds up
-- a history. Each write appends what it changes; now and then those changes are folded into the
-- figures. A figure is what was folded plus what is not yet, in one view. Appending locks nothing:
-- two people who log expenses of the same chapter never wait for each other's figures.

create table hub.expense_figure (
  chapter_id uuid not null references hub.chapter (id),
  -- balance (a member): credits minus shares over open expenses, in cents
  -- total (the chapter): what counts towards group totals, in cents; gross: all that is open
  -- count, open_count (the chapter), event_count (an event): expenses that are not deleted
  kind text not null
    check (kind in ('balance', 'total', 'gross', 'count', 'open_count', 'event_count')),
  subject_id uuid not null,
  amount bigint not null,
  primary key (chapter_id, kind, subject_id)
);

create table hub.expense_figure_change (
  chapter_id uuid not null references hub.chapter (id),
  id bigint generated always as identity,
  kind text not null,
  subject_id uuid not null,
  amount bigint not null,
  primary key (chapter_id, id)
);

create view hub.expense_figure_now as
select chapter_id, kind, subject_id, sum(amount)::bigint as amount
from (
  select chapter_id, kind, subject_id, amount from hub.expense_figure
  union all
  select chapter_id, kind, subject_id, amount from hub.expense_figure_change
) part
group by chapter_id, kind, subject_id;

-- What one expense adds to the figures by itself; its shares come from its participants.
create function hub.figures_of_expense(e hub.expense)
returns table (kind text, subject_id uuid, amount bigint) language sql stable as $$
  select f.kind, f.subject_id, f.amount
  from (values
    ('count', e.chapter_id, 1::bigint),
    ('open_count', e.chapter_id, (e.status = 'open')::int::bigint),
    ('event_count', e.event_id, 1),
    ('gross', e.chapter_id, case when e.status = 'open' then e.amount_cents else 0 end),
    ('total', e.chapter_id, case when e.is_excluded_from_group_totals then 0 else e.amount_cents end),
    ('balance', e.paid_by, case
      when e.status <> 'open' then 0
      when e.reimbursement_type = 'Full' then e.amount_cents
      when e.reimbursement_type = 'Partial' then e.reimbursement_cents
      else 0 end)
  ) f (kind, subject_id, amount)
  where e.id is not null and e.deleted_at is null and f.subject_id is not null and f.amount <> 0
$$;

create function hub.is_counted(e hub.expense) returns boolean language sql stable as $$
  select coalesce(e.status = 'open' and e.deleted_at is null, false)
$$;

-- Only one transaction at a time folds a chapter's changes; who comes second leaves it to the first.
create function hub.fold_expense_figures(p_chapter uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('expense figures/' || p_chapter, 0)) then
    with folded as (
      delete from hub.expense_figure_change
      where chapter_id = p_chapter
      returning kind, subject_id, amount
    )
    insert into hub.expense_figure as figure (chapter_id, kind, subject_id, amount)
    select p_chapter, kind, subject_id, sum(amount)
    from folded
    group by kind, subject_id
    on conflict (chapter_id, kind, subject_id)
      do update set amount = figure.amount + excluded.amount;
  end if;
end
$$;

create function hub.keep_figures_of_expense() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was_counted boolean := tg_op = 'UPDATE' and hub.is_counted(old);
  grows boolean := false;
begin
  insert into hub.expense_figure_change (chapter_id, kind, subject_id, amount)
  select new.chapter_id, kind, subject_id, sum(amount)
  from (
    select * from hub.figures_of_expense(new)
    union all
    -- On an insert there is no old row, which has no figures.
    select kind, subject_id, -amount from hub.figures_of_expense(old)
  ) change
  group by kind, subject_id
  having sum(amount) <> 0;

  -- The shares of a new expense come with its participants, after it.
  if tg_op = 'UPDATE' and was_counted <> hub.is_counted(new) then
    insert into hub.expense_figure_change (chapter_id, kind, subject_id, amount)
    select chapter_id, 'balance', member_id, case when was_counted then share_cents else -share_cents end
    from hub.expense_participant
    where chapter_id = new.chapter_id and expense_id = new.id and share_cents <> 0;
  end if;

  -- Every balance is at most this sum, so that all of them stay exact as numbers of any client. What
  -- is settled takes no room, because nobody could give it back. Who writes at the same moment is not
  -- seen, hence the room up to 999,999,999,999,999.
  grows := hub.is_counted(new) and (tg_op = 'INSERT' or old.deleted_at is not null
    or new.amount_cents > old.amount_cents);
  if grows and (
    select amount from hub.expense_figure_now
    where chapter_id = new.chapter_id and kind = 'gross' and subject_id = new.chapter_id
  ) > 900000000000000 then
    raise exception 'the expenses of chapter % add up to too much', new.chapter_id
      using errcode = 'check_violation', constraint = 'expense_figures_in_range';
  end if;

  if random() < 0.03 then
    perform hub.fold_expense_figures(new.chapter_id);
  end if;
  return null;
end
$$;
create trigger expense_keeps_figures after insert or update on hub.expense
  for each row execute function hub.keep_figures_of_expense();

create function hub.keep_figures_of_shares() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'DELETE' then
    insert into hub.expense_figure_change (chapter_id, kind, subject_id, amount)
    select p.chapter_id, 'balance', p.member_id, -sum(p.share_cents)
    from added p
    join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
    where e.status = 'open' and e.deleted_at is null
    group by p.chapter_id, p.member_id
    having sum(p.share_cents) <> 0;
  end if;
  if tg_op <> 'INSERT' then
    insert into hub.expense_figure_change (chapter_id, kind, subject_id, amount)
    select p.chapter_id, 'balance', p.member_id, sum(p.share_cents)
    from removed p
    join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
    where e.status = 'open' and e.deleted_at is null
    group by p.chapter_id, p.member_id
    having sum(p.share_cents) <> 0;
  end if;
  return null;
end
$$;
create trigger expense_participant_added_keeps_figures after insert on hub.expense_participant
  referencing new table as added
  for each statement execute function hub.keep_figures_of_shares();
create trigger expense_participant_changed_keeps_figures after update on hub.expense_participant
  referencing old table as removed new table as added
  for each statement execute function hub.keep_figures_of_shares();
create trigger expense_participant_removed_keeps_figures after delete on hub.expense_participant
  referencing old table as removed
  for each statement execute function hub.keep_figures_of_shares();

revoke all on function hub.fold_expense_figures from public;
-- Whoever may call a function may make it a trigger of a table of their own, with the owner's rights.
revoke all on function hub.keep_figures_of_expense, hub.keep_figures_of_shares,
  hub.keep_wallet_transaction_history, hub.open_ledger_account from public;

-- From scratch: for the expenses that are there already, and for the reconciliation ever after.
create view hub.expense_figure_recomputed as
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
) part
group by chapter_id, kind, subject_id;

insert into hub.expense_figure (chapter_id, kind, subject_id, amount)
select chapter_id, kind, subject_id, amount from hub.expense_figure_recomputed;

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
where coalesce(recomputed.amount, 0) <> coalesce(kept.amount, 0);

-- Kept figures move with every expense, so of them too a difference is how far the two are apart.
create or replace view hub.difference as
select chapter_id, check_name, subject_id, expected, actual, case
    when (check_name in ('stored balance equals its entries', 'balance equals its visible transactions',
        'transaction keeps every version', 'expense shares add up to the total')
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
) found;

grant select on hub.expense_figure, hub.expense_figure_change, hub.expense_figure_now,
  hub.expense_figure_recomputed to :app_role;

-- Steps from one category to the next.
create index expense_category on hub.expense (chapter_id, lower(category))
  where deleted_at is null and category <> '';
-- The trash, the newest first.
create index expense_deleted on hub.expense (chapter_id, expense_at desc, id desc)
  where deleted_at is not null;

-- Texts anywhere in a chapter's expenses, by three letters at a time (see wallet_transaction_words).
select set_config('search_path', string_agg(distinct extnamespace::regnamespace::text, ', '), true)
from pg_extension
where extname in ('pg_trgm', 'btree_gin');
create index expense_words on hub.expense
  using gin (chapter_id, title gin_trgm_ops, description gin_trgm_ops, category gin_trgm_ops)
  with (gin_pending_list_limit = 512)
  where deleted_at is null;

-- An index answers alone only for pages that a vacuum has seen. The newest are read most.
alter table hub.expense set (
  autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.02);
