-- Logging an expense costs the same beside any number of expenses and members: each lookup is by key.

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
create or replace function hub.log_expenses(p_expenses jsonb, p_waits boolean)
returns table (outcome text, status smallint, etag text, reply text)
language plpgsql
set search_path = pg_catalog, pg_temp
-- One plan, for few expenses among any number of rows, whatever the statistics say.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
-- What is looked up is asked with `limit 1`, not by `exists`: the planner may turn that into a table of all
-- rows of all chapters, and did, for every batch.
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
        when e.paid_by is not null and (
          select true from hub.member m
          where m.chapter_id = a.chapter_id and m.id = e.paid_by and m.status = 'active'
          limit 1) is null then 'unknown_payer'
        when e.event_id is not null and (
          select true from hub.event v
          where v.chapter_id = a.chapter_id and v.id = e.event_id and v.deleted_at is null
          limit 1) is null then 'unknown_event'
        when (
          select true from hub.expense o where o.chapter_id = a.chapter_id and o.id = e.id
          limit 1) then 'id_taken'
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
