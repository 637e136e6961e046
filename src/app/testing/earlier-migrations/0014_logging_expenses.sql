-- Logging expenses: many in one statement, each as if it came alone. What was checked and counted row
-- by row of what a statement adds is checked and counted of its rows together.

-- That its author is a member says that the chapter exists.
alter table hub.expense drop constraint expense_chapter_id_fkey;

-- An index holds no more than what is looked up in it.
drop index hub.expense_of_event;
create index expense_of_event on hub.expense (chapter_id, event_id, expense_at desc, id desc)
  where deleted_at is null and event_id is not null;
-- What somebody owes, in its order, for a list that is sorted by it.
drop index hub.expense_participant_of_member;
create index expense_participant_of_member
  on hub.expense_participant (chapter_id, member_id, share_cents, expense_id);

-- Adds to figures of a chapter. Who comes first moves the figures themselves, with what others have
-- left to be added, and is alone in that until its transaction ends; whoever writes meanwhile leaves
-- what changes, and waits for nobody.
-- Every balance is at most what all open expenses add up to, so that all of them stay exact as numbers
-- of any client. What is settled takes no room, because nobody could give it back. Who writes at the
-- same moment is not seen, hence the room up to 999,999,999,999,999.
create function hub.move_expense_figures(
  p_chapter uuid, p_kinds text[], p_subjects uuid[], p_amounts bigint[]) returns void
language plpgsql as $$
declare
  gross bigint;
begin
  if pg_try_advisory_xact_lock(hashtextextended('expense figures/' || p_chapter, 0)) then
    with left_over as (
      delete from hub.expense_figure_change
      where chapter_id = p_chapter
      returning kind, subject_id, amount
    ), moved as (
      insert into hub.expense_figure as figure (chapter_id, kind, subject_id, amount)
      select p_chapter, kind, subject_id, sum(amount)
      from (
        select * from unnest(p_kinds, p_subjects, p_amounts) as change (kind, subject_id, amount)
        union all
        select * from left_over
      ) change
      group by kind, subject_id
      having sum(amount) <> 0
      on conflict (chapter_id, kind, subject_id)
        do update set amount = figure.amount + excluded.amount
      returning kind, amount
    )
    select amount into gross from moved where kind = 'gross';
  else
    insert into hub.expense_figure_change (chapter_id, kind, subject_id, amount)
    select p_chapter, kind, subject_id, sum(amount)
    from unnest(p_kinds, p_subjects, p_amounts) as change (kind, subject_id, amount)
    group by kind, subject_id
    having sum(amount) <> 0;
    if 0 < (
      select sum(amount)
      from unnest(p_kinds, p_amounts) as change (kind, amount)
      where kind = 'gross'
    ) then
      select amount into gross
      from hub.expense_figure_now
      where chapter_id = p_chapter and kind = 'gross' and subject_id = p_chapter;
    end if;
  end if;
  if gross > 900000000000000 and 0 < (
    select sum(amount)
    from unnest(p_kinds, p_amounts) as change (kind, amount)
    where kind = 'gross'
  ) then
    raise exception 'the expenses of chapter % add up to too much', p_chapter
      using errcode = 'check_violation', constraint = 'expense_figures_in_range';
  end if;
end
$$;
-- A figure moves with every write, in its place.
alter table hub.expense_figure set (fillfactor = 50);

create function hub.keep_figures_of_new_expenses() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform hub.move_expense_figures(e.chapter_id,
    array_agg(f.kind), array_agg(f.subject_id), array_agg(f.amount))
  from added e
  cross join lateral hub.figures_of_expense(e) f
  group by e.chapter_id;
  return null;
end
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
  ) change;
  return null;
end
$$;
drop trigger expense_keeps_figures on hub.expense;
create trigger expense_keeps_figures after update on hub.expense
  for each row execute function hub.keep_figures_of_expense();
create trigger expense_added_keeps_figures after insert on hub.expense
  referencing new table as added
  for each statement execute function hub.keep_figures_of_new_expenses();

create function hub.keep_figures_of_new_shares() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  part record;
begin
  for part in
    select a.chapter_id,
      (array_agg(e.id) filter (where e.status = 'settled'))[1] as settled_id,
      array_agg('balance'::text) filter (where hub.is_counted(e)) as kinds,
      array_agg(a.member_id) filter (where hub.is_counted(e)) as members,
      array_agg(-a.share_cents) filter (where hub.is_counted(e)) as amounts
    from added a
    join hub.expense e on e.chapter_id = a.chapter_id and e.id = a.expense_id
    group by a.chapter_id
  loop
    if part.settled_id is not null then
      raise exception 'expense % is settled and cannot change', part.settled_id
        using errcode = 'restrict_violation';
    end if;
    perform hub.move_expense_figures(part.chapter_id, part.kinds, part.members, part.amounts);
  end loop;
  return null;
end
$$;
drop trigger expense_participant_added_keeps_figures on hub.expense_participant;
create trigger expense_participant_added_keeps_figures after insert on hub.expense_participant
  referencing new table as added
  for each statement execute function hub.keep_figures_of_new_shares();
drop trigger expense_participant_of_settled_is_final on hub.expense_participant;
create trigger expense_participant_of_settled_is_final
  before update or delete on hub.expense_participant
  for each row execute function hub.refuse_part_of_settled_expense();

create or replace function hub.keep_figures_of_shares() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform hub.move_expense_figures(p.chapter_id,
    array_agg('balance'::text), array_agg(p.member_id), array_agg(p.share_cents))
  from removed p
  join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
  where hub.is_counted(e)
  group by p.chapter_id;
  if tg_op = 'UPDATE' then
    perform hub.move_expense_figures(p.chapter_id,
      array_agg('balance'::text), array_agg(p.member_id), array_agg(-p.share_cents))
    from added p
    join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
    where hub.is_counted(e)
    group by p.chapter_id;
  end if;
  return null;
end
$$;

-- Logs expenses: claims their keys, checks whom and what they name, stores them with their shares,
-- records them, and keeps their replies. Tells of each, in their order, what became of it:
--   logged; seen, with the reply that was kept; key_reused; in_flight; refused: there was no expense,
--   because it had been refused before; unknown_participant; unknown_payer; unknown_event; id_taken;
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
    select *, key is null or pg_try_advisory_xact_lock(
        hashtextextended(chapter_id || '/' || actor_id || '/' || key, 0)) as is_claimed
    from rows from (jsonb_to_recordset(p_expenses) as (
      chapter_id uuid, actor_id uuid, key text, request_hash text, status smallint, etag text,
      reply text, audit_id uuid, expense jsonb)) with ordinality
  ), stated as materialized (
    select a.*, e.*
    from asked a
    left join lateral jsonb_to_record(a.expense) as e (
      id uuid, title text, description text, amount bigint, "expenseDate" timestamptz,
      "eventId" uuid, participants uuid[], category text, "paidBy" uuid, "isEvenSplit" boolean,
      "isExcludedFromGroupTotals" boolean, "useWalletTransactions" boolean,
      "payerReimbursementType" text, "payerReimbursementAmount" bigint,
      "createdBy" uuid, "createdAt" timestamptz, "updatedAt" timestamptz, version integer) on true
  ), checked as materialized (
    select s.*, k.status as kept_status, k.etag as kept_etag, k.reply as kept_reply,
      case
        when k.request_hash = s.request_hash then 'seen'
        when k.key is not null then 'key_reused'
        when not s.is_claimed then 'in_flight'
        when s.expense is null then 'refused'
        when exists (
          select from unnest(s.participants) as p (id)
          left join hub.member m
            on m.chapter_id = s.chapter_id and m.id = p.id and m.status = 'active'
          where m.id is null) then 'unknown_participant'
        when s."paidBy" is not null and not exists (
          select from hub.member m
          where m.chapter_id = s.chapter_id and m.id = s."paidBy" and m.status = 'active')
          then 'unknown_payer'
        when s."eventId" is not null and not exists (
          select from hub.event v
          where v.chapter_id = s.chapter_id and v.id = s."eventId" and v.deleted_at is null)
          then 'unknown_event'
        when exists (
          select from hub.expense e where e.chapter_id = s.chapter_id and e.id = s.id)
          then 'id_taken'
        when not pg_try_advisory_xact_lock(
          hashtextextended('expense/' || s.chapter_id || '/' || s.id, 0)) then 'alone'
        else 'logged'
      end as outcome
    from stated s
    left join hub.idempotency_key k
      on k.chapter_id = s.chapter_id and k.member_id = s.actor_id and k.key = s.key
  ), logged as (
    insert into hub.expense (chapter_id, id, title, description, amount_cents, expense_at, event_id,
      category, paid_by, is_even_split, is_excluded_from_group_totals, use_wallet_transactions,
      reimbursement_type, reimbursement_cents, created_by, created_at, updated_at, version)
    select chapter_id, id, title, description, amount, "expenseDate", "eventId", category, "paidBy",
      "isEvenSplit", "isExcludedFromGroupTotals", "useWalletTransactions",
      "payerReimbursementType", "payerReimbursementAmount", "createdBy", "createdAt", "updatedAt",
      version
    from checked c
    where c.outcome = 'logged'
  ), shared as (
    insert into hub.expense_participant (chapter_id, expense_id, member_id, share_cents)
    select c.chapter_id, c.id, share."participantId", share."amountOwed"
    from checked c
    cross join lateral jsonb_to_recordset(c.expense->'participantBreakdowns')
      as share ("participantId" uuid, "amountOwed" bigint)
    where c.outcome = 'logged'
  ), audited as (
    insert into hub.audit (chapter_id, id, at, actor_id, action, entity_kind, entity_id, after)
    select chapter_id, audit_id, "createdAt", actor_id, 'expense.create', 'expense', id, expense
    from checked c
    where c.outcome = 'logged'
  ), kept as (
    insert into hub.idempotency_key
      (chapter_id, member_id, key, request_hash, status, etag, reply, created_at)
    select c.chapter_id, c.actor_id, c.key, c.request_hash, c.status, c.etag, c.reply, c."createdAt"
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
-- Whoever may call a function may make it a trigger of a table of their own, with the owner's rights.
revoke all on function hub.keep_figures_of_new_expenses, hub.keep_figures_of_new_shares,
  hub.move_expense_figures from public;
