-- Who marks an expense as paid outside may be neither of the sides: their word waits for the payee or a treasurer.
alter table hub.payment drop constraint payment_said_by_a_side;
alter table hub.payment add constraint payment_said_by_a_side check (case said_as
  when 'payer' then said_by is not distinct from from_member_id
  when 'payee' then said_by is not distinct from to_member_id
  when 'settler' then said_by is distinct from from_member_id and said_by is distinct from to_member_id
  else said_as = 'treasurer' end);

-- The expense that a payment is for: what was paid for it already is neither asked for nor recorded again.
alter table hub.payment add column expense_id uuid,
  add constraint payment_is_for_expense
    foreign key (chapter_id, expense_id) references hub.expense (chapter_id, id);
create index payment_for_expense on hub.payment (chapter_id, expense_id) where expense_id is not null;

create or replace function hub.check_payment_change() returns trigger language plpgsql as $$
begin
  if (new.chapter_id, new.id, new.from_member_id, new.to_member_id, new.amount_cents, new.paid_on,
      new.method, new.reference, new.note, new.said_by, new.said_as, new.expense_id, new.created_at)
      is distinct from
      (old.chapter_id, old.id, old.from_member_id, old.to_member_id, old.amount_cents, old.paid_on,
      old.method, old.reference, old.note, old.said_by, old.said_as, old.expense_id, old.created_at)
    or old.status <> 'waiting' and (new.decided_by, new.decided_at)
      is distinct from (old.decided_by, old.decided_at) then
    raise exception 'payment % keeps what was said and decided', old.id
      using errcode = 'check_violation', constraint = 'payment_identity';
  end if;
  if not (old.status = 'waiting' and new.status in ('confirmed', 'rejected', 'withdrawn')
    or old.status = 'confirmed' and new.status = 'taken_back') then
    raise exception 'payment % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'payment_moves_forward';
  end if;
  if new.version is distinct from old.version + 1 then
    raise exception 'payment % must count its versions', old.id
      using errcode = 'check_violation', constraint = 'payment_version';
  end if;
  return new;
end
$$;

create or replace function hub.payment_facts(p_payments jsonb, p_duplicate_days integer, p_waits boolean)
returns table (claimed text, status smallint, etag text, reply text, is_taken boolean,
  duplicate_id uuid, actor_name text, from_name text, from_has_left boolean, from_wallet uuid,
  to_name text, to_has_left boolean, to_wallet uuid)
language plpgsql
set search_path = pg_catalog, pg_temp
-- One plan, for few payments among any number of rows, whatever the statistics say.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- A statement of its own: the next one sees what was committed before the locks were taken.
  is_locked boolean[] := array(
    select case when p_waits
      then pg_advisory_xact_lock(hashtextextended(alike, 0)) is not null
      else pg_try_advisory_xact_lock(hashtextextended(alike, 0)) end
    from jsonb_to_recordset(p_payments) as asked (alike text));
begin
  return query
  select a.claimed, a.kept_status, a.kept_etag, a.kept_reply, not is_locked[a.ordinality],
    (select p.id
      from hub.payment p
      where p.chapter_id = a.chapter_id and p.amount_cents = a.amount_cents
        and p.paid_on between a.paid_on - p_duplicate_days and a.paid_on + p_duplicate_days
        and p.from_member_id is not distinct from a.from_member_id
        and p.to_member_id is not distinct from a.to_member_id
        and p.status in ('waiting', 'confirmed')
        -- What was paid for another expense is another payment.
        and (p.expense_id is null or a.expense_id is null or p.expense_id = a.expense_id)
      order by p.created_at desc, p.id desc
      limit 1),
    actor.display_name,
    payer.display_name, payer.status <> 'active', payer_wallet.wallet_id,
    payee.display_name, payee.status <> 'active', payee_wallet.wallet_id
  from rows from (
    jsonb_to_recordset(p_payments) as (
      chapter_id uuid, actor_id uuid, from_member_id uuid, to_member_id uuid,
      amount_cents bigint, paid_on date, expense_id uuid),
    hub.claim(p_payments)) with ordinality a (chapter_id, actor_id, from_member_id, to_member_id,
      amount_cents, paid_on, expense_id, claimed, kept_status, kept_etag, kept_reply, ordinality)
  left join hub.member actor on actor.chapter_id = a.chapter_id and actor.id = a.actor_id
  left join hub.member payer on payer.chapter_id = a.chapter_id and payer.id = a.from_member_id
  left join hub.member payee on payee.chapter_id = a.chapter_id and payee.id = a.to_member_id
  left join lateral hub.settlement_wallet(a.chapter_id, payer.id) payer_wallet on true
  left join lateral hub.settlement_wallet(a.chapter_id, payee.id) payee_wallet on true
  order by a.ordinality;
end
$$;
