-- Recording payments: many in one transaction, each as if it came alone. One statement tells what
-- decides about them, and one writes what was decided.

-- Tells of each payment that somebody wants to record, in their order, what decides about it:
--   what its claim came to (see hub.claim);
--   is_taken: another transaction is recording one alike, which is waited for if p_waits alone;
--   the latest one alike that is waiting or confirmed, within p_duplicate_days;
--   the names of who says it and of both sides, null for someone unknown;
--   whether a side has left the chapter;
--   the sides' settlement wallets, null for a side without one.
-- `alike` names the sides and the amount. Neither a key nor an `alike` may come twice. What it locks
-- stays locked until the transaction ends, so that two at once find each other.
create function hub.payment_facts(p_payments jsonb, p_duplicate_days integer, p_waits boolean)
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
      order by p.created_at desc, p.id desc
      limit 1),
    actor.display_name,
    payer.display_name, payer.status <> 'active', payer_wallet.wallet_id,
    payee.display_name, payee.status <> 'active', payee_wallet.wallet_id
  from rows from (
    jsonb_to_recordset(p_payments) as (
      chapter_id uuid, actor_id uuid, from_member_id uuid, to_member_id uuid,
      amount_cents bigint, paid_on date),
    hub.claim(p_payments)) with ordinality a (chapter_id, actor_id, from_member_id, to_member_id,
      amount_cents, paid_on, claimed, kept_status, kept_etag, kept_reply, ordinality)
  left join hub.member actor on actor.chapter_id = a.chapter_id and actor.id = a.actor_id
  left join hub.member payer on payer.chapter_id = a.chapter_id and payer.id = a.from_member_id
  left join hub.member payee on payee.chapter_id = a.chapter_id and payee.id = a.to_member_id
  left join lateral hub.settlement_wallet(a.chapter_id, payer.id) payer_wallet on true
  left join lateral hub.settlement_wallet(a.chapter_id, payee.id) payee_wallet on true
  order by a.ordinality;
end
$$;

-- Writes payments as they were decided: each brings its row of hub.payment, whole; `after`, which the
-- audit keeps; its key and reply, if it has a key; and, if it is confirmed, its journal's id, when it
-- counts and the transactions of its legs.
-- Tells of each, in their order, whether it was written. It is not where another writer holds one of
-- its wallets, which are waited for if p_waits alone. Accounts are locked in the order of their ids.
create function hub.record_payments(p_payments jsonb, p_waits boolean) returns setof boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if p_waits then
    perform
    from jsonb_to_recordset(p_payments) as asked (chapter_id uuid, legs jsonb)
    cross join lateral jsonb_to_recordset(asked.legs) as leg (wallet_id uuid)
    join hub.ledger_account l on l.chapter_id = asked.chapter_id and l.wallet_id = leg.wallet_id
    order by l.wallet_id
    for no key update of l;
  end if;

  return query
  with decided as materialized (
    select *
    from rows from (
      jsonb_to_recordset(p_payments) as (
        chapter_id uuid, actor_id uuid, key text, request_hash text, status smallint, etag text,
        reply text, audit_id uuid, payment jsonb, after jsonb,
        journal_id uuid, effective_at timestamptz, legs jsonb)) with ordinality
  ), leg as materialized (
    select d.ordinality, d.chapter_id, d.journal_id, leg.*
    from decided d
    cross join lateral rows from (
      jsonb_to_recordset(d.legs) as (
        transaction_id uuid, wallet_id uuid, user_id uuid, amount_cents bigint, description text))
      with ordinality leg (transaction_id, wallet_id, user_id, amount_cents, description, leg)
  ), locked as materialized (
    select l.*
    from hub.ledger_account l
    where (l.chapter_id, l.wallet_id) in (select leg.chapter_id, leg.wallet_id from leg)
    order by l.wallet_id
    for no key update skip locked
  ), recorded as materialized (
    select d.*, p.id, p.reference, p.created_at, p as row
    from decided d
    cross join lateral jsonb_populate_record(null::hub.payment, d.payment) p
    where not exists (
      select from leg
      left join locked l on l.chapter_id = leg.chapter_id and l.wallet_id = leg.wallet_id
      where leg.ordinality = d.ordinality and l.wallet_id is null)
  ), posting as materialized (
    select leg.*, r.id as payment_id, r.reference, r.effective_at, r.actor_id, r.created_at,
      l.currency_code, l.head_seq + row_number() over wallet as seq,
      (l.balance_cents + sum(leg.amount_cents) over wallet)::bigint as balance_after_cents
    from recorded r
    join leg on leg.ordinality = r.ordinality
    join locked l on l.chapter_id = leg.chapter_id and l.wallet_id = leg.wallet_id
    window wallet as (partition by leg.chapter_id, leg.wallet_id order by leg.ordinality, leg.leg)
  ), paid as (
    insert into hub.payment
    select (r.row).* from recorded r
  ), journal as (
    insert into hub.ledger_journal
      (chapter_id, id, kind, payment_id, actor_id, effective_at, recorded_at)
    select chapter_id, journal_id, 'pay', id, actor_id, effective_at, created_at
    from recorded
    where journal_id is not null
  ), entry as (
    insert into hub.ledger_entry (chapter_id, journal_id, leg, account, wallet_id, currency_code,
      amount_cents, seq, balance_before_cents, balance_after_cents, recorded_at)
    select chapter_id, journal_id, leg, 'wallet', wallet_id, currency_code, amount_cents,
      seq, balance_after_cents - amount_cents, balance_after_cents, created_at
    from posting
    union all
    -- The chapter's side.
    select chapter_id, journal_id, max(leg) + 1, 'company', null, min(currency_code),
      -sum(amount_cents), null, null, null, created_at
    from posting
    group by chapter_id, journal_id, created_at
    having sum(amount_cents) <> 0
  ), shown as (
    insert into hub.wallet_transaction (chapter_id, id, wallet_id, journal_id, leg, user_id,
      amount_cents, description, reference_id, occurred_at, origin, payment_id,
      created_at, updated_at, updated_by)
    select chapter_id, transaction_id, wallet_id, journal_id, leg, user_id,
      amount_cents, description, reference, effective_at, 'payment', payment_id,
      created_at, created_at, actor_id
    from posting
  ), audited as (
    insert into hub.audit (chapter_id, id, at, actor_id, action, entity_kind, entity_id, after)
    select chapter_id, audit_id, created_at, actor_id, 'payment.create', 'payment', id, after
    from recorded
  ), kept as (
    insert into hub.idempotency_key
      (chapter_id, member_id, key, request_hash, status, etag, reply, created_at)
    select chapter_id, actor_id, key, request_hash, status, etag, reply, created_at
    from recorded
    where key is not null
  )
  select r.ordinality is not null
  from decided d
  left join recorded r on r.ordinality = d.ordinality
  order by d.ordinality;
end
$$;

revoke all on function hub.payment_facts, hub.record_payments from public;
grant execute on function hub.payment_facts, hub.record_payments to :app_role;
