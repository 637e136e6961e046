-- What is posted many at a time: additions to wallets in one statement, and payments in one transaction, each as if
-- it came alone (decision 8).

-- Adds transactions to wallets: claims their keys, checks, posts, shows and records them, and keeps
-- their replies. Tells of each, in their order, what became of it:
--   what its claim came to (see hub.claim), or added; no_wallet; not_allowed; unknown_member;
--   alone: another writer holds the wallet, which is waited for if p_waits alone.
-- Accounts are locked in the order of their wallets' ids. No key may come twice.
create function hub.add_to_wallets(p_additions jsonb, p_waits boolean)
returns table (outcome text, status smallint, etag text, reply text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- One plan, for few additions among any number of rows, whatever the statistics say.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if p_waits then
    perform
    from jsonb_to_recordset(p_additions) as a (chapter_id uuid, wallet_id uuid)
    join hub.ledger_account l on l.chapter_id = a.chapter_id and l.wallet_id = a.wallet_id
    order by l.wallet_id
    for no key update of l;
  end if;

  return query
  with asked as materialized (
    select *
    from rows from (
      jsonb_to_recordset(p_additions) as (
        chapter_id uuid, actor_id uuid, key text, request_hash text, status smallint, etag text,
        reply text, wallet_id uuid, only_owner_id uuid, transaction_id uuid, journal_id uuid,
        audit_id uuid, user_id uuid, amount_cents bigint, description text, reference_id text,
        metadata_json text, added_at timestamptz, after jsonb),
      hub.claim(p_additions)) with ordinality
  ), checked as materialized (
    select a.*,
      case
        when a.claimed is not null then a.claimed
        when w.id is null then 'no_wallet'
        when w.owner_id <> a.only_owner_id then 'not_allowed'
        when m.id is null then 'unknown_member'
        else 'added'
      end as outcome
    from asked a
    left join hub.wallet w on w.chapter_id = a.chapter_id and w.id = a.wallet_id
    left join hub.member m
      on m.chapter_id = a.chapter_id and m.id = a.user_id and m.status = 'active'
  ), locked as materialized (
    select c.*, l.currency_code, l.balance_cents, l.head_seq
    from checked c
    join hub.ledger_account l on l.chapter_id = c.chapter_id and l.wallet_id = c.wallet_id
    where c.outcome = 'added'
    order by l.wallet_id
    for no key update of l skip locked
  ), posting as materialized (
    select *, head_seq + row_number() over wallet as seq,
      (balance_cents + sum(amount_cents) over wallet)::bigint as balance_after_cents
    from locked
    window wallet as (partition by chapter_id, wallet_id order by ordinality)
  ), journal as (
    insert into hub.ledger_journal (chapter_id, id, kind, actor_id, effective_at, recorded_at)
    select chapter_id, journal_id, 'post', actor_id, added_at, added_at
    from posting
  ), entry as (
    insert into hub.ledger_entry (chapter_id, journal_id, leg, account, wallet_id, currency_code,
      amount_cents, seq, balance_before_cents, balance_after_cents, recorded_at)
    select chapter_id, journal_id, 1, 'wallet', wallet_id, currency_code, amount_cents,
      seq, balance_after_cents - amount_cents, balance_after_cents, added_at
    from posting
    union all
    select chapter_id, journal_id, 2, 'world', null, currency_code, -amount_cents,
      null, null, null, added_at
    from posting
  ), shown as (
    insert into hub.wallet_transaction (chapter_id, id, wallet_id, journal_id, leg, user_id,
      amount_cents, description, reference_id, metadata_json, occurred_at, origin,
      created_at, updated_at, updated_by)
    select chapter_id, transaction_id, wallet_id, journal_id, 1, user_id,
      amount_cents, description, reference_id, metadata_json, added_at, 'manual',
      added_at, added_at, actor_id
    from posting
  ), audited as (
    insert into hub.audit (chapter_id, id, at, actor_id, action, entity_kind, entity_id, after)
    select chapter_id, audit_id, added_at, actor_id, 'transaction.create', 'transaction',
      transaction_id, after
    from posting
  ), kept as (
    insert into hub.idempotency_key
      (chapter_id, member_id, key, request_hash, status, etag, reply, created_at)
    select p.chapter_id, p.actor_id, p.key, p.request_hash, p.status, p.etag, p.reply, p.added_at
    from posting p
    where p.key is not null
  )
  select case when c.outcome = 'added' and p.ordinality is null then 'alone' else c.outcome end,
    c.kept_status, c.kept_etag, c.kept_reply
  from checked c
  left join posting p on p.ordinality = c.ordinality
  order by c.ordinality;
end
$$;

revoke all on function hub.add_to_wallets from public;
grant execute on function hub.add_to_wallets to :app_role;

-- Of payments, one statement tells what decides about them, and one writes what was decided.

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
