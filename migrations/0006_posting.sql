-- Additions to wallets: many in one statement, each as if it came alone.

-- One addition as asked for: by whom, under which key and for which reply, and the rows it makes.
create type hub.wallet_addition as (
  chapter_id uuid,
  actor_id uuid,
  -- Null where the request carries no Idempotency-Key.
  key text,
  request_hash text,
  status smallint,
  etag text,
  reply text,
  wallet_id uuid,
  -- The only owner whose wallets the actor may write; null: everybody's.
  only_owner_id uuid,
  transaction_id uuid,
  journal_id uuid,
  audit_id uuid,
  user_id uuid,
  amount_cents bigint,
  description text,
  reference_id text,
  metadata_json text,
  added_at timestamptz,
  after jsonb
);

create function hub.add_to_wallets(p_additions json, p_waits boolean)
returns table (outcome text, status smallint, etag text, reply text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- The plan for few additions among any number of rows, whatever the statistics say.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  asked hub.wallet_addition[];
  is_claimed boolean[];
  outcomes text[];
  statuses smallint[];
  etags text[];
  replies text[];
  added bigint[];
begin
  asked := array(select a from json_populate_recordset(null::hub.wallet_addition, p_additions) a);

  -- The keys' locks come first, so that the look at the keys sees what their last holders kept.
  is_claimed := array(
    select a.key is null or pg_try_advisory_xact_lock(
      hashtextextended(a.chapter_id || '/' || a.actor_id || '/' || a.key, 0))
    from unnest(asked) with ordinality a
    order by a.ordinality);

  select array_agg(
      case
        when k.request_hash = a.request_hash then 'seen'
        when k.key is not null then 'key_reused'
        when not a.is_claimed then 'in_flight'
        when a.turn > 1 then 'alone'
        when w.id is null then 'no_wallet'
        when w.owner_id <> a.only_owner_id then 'not_allowed'
        when m.id is null then 'unknown_member'
        else 'added'
      end order by a.n),
    array_agg(k.status order by a.n), array_agg(k.etag order by a.n), array_agg(k.reply order by a.n)
  into outcomes, statuses, etags, replies
  from (
    select a.chapter_id, a.actor_id, a.key, a.request_hash, a.wallet_id, a.only_owner_id, a.user_id,
      c.is_claimed, a.ordinality as n,
      case when a.key is null then 1 else row_number()
        over (partition by a.chapter_id, a.actor_id, a.key order by a.ordinality) end as turn
    from unnest(asked) with ordinality a
    join unnest(is_claimed) with ordinality c (is_claimed, n) on c.n = a.ordinality
  ) a
  left join hub.idempotency_key k
    on k.chapter_id = a.chapter_id and k.member_id = a.actor_id and k.key = a.key
  left join hub.wallet w on w.chapter_id = a.chapter_id and w.id = a.wallet_id
  left join hub.member m
    on m.chapter_id = a.chapter_id and m.id = a.user_id and m.status = 'active';

  if p_waits then
    perform
    from hub.ledger_account l
    join unnest(asked) with ordinality a on l.chapter_id = a.chapter_id and l.wallet_id = a.wallet_id
    where outcomes[a.ordinality] = 'added'
    order by l.wallet_id
    for no key update of l;
  end if;

  with account as materialized (
    select l.chapter_id, l.wallet_id, l.currency_code, l.balance_cents, l.head_seq
    from (
      select distinct a.chapter_id, a.wallet_id
      from unnest(asked) with ordinality a
      where outcomes[a.ordinality] = 'added'
    ) a
    join hub.ledger_account l on l.chapter_id = a.chapter_id and l.wallet_id = a.wallet_id
    order by l.wallet_id
    for no key update of l skip locked
  ), posting as materialized (
    select a.*, l.currency_code,
      l.head_seq + row_number() over wallet as seq,
      l.balance_cents + sum(a.amount_cents) over wallet as balance_after_cents
    from unnest(asked) with ordinality a
    join account l on l.chapter_id = a.chapter_id and l.wallet_id = a.wallet_id
    where outcomes[a.ordinality] = 'added'
    window wallet as (partition by a.chapter_id, a.wallet_id order by a.ordinality)
  ), journal as (
    insert into hub.ledger_journal (chapter_id, id, kind, actor_id, effective_at, recorded_at)
    select chapter_id, journal_id, 'post', actor_id, added_at, added_at
    from posting
  ), entry as (
    insert into hub.ledger_entry (chapter_id, journal_id, leg, account, wallet_id, currency_code,
      amount_cents, seq, balance_before_cents, balance_after_cents, recorded_at)
    select p.chapter_id, p.journal_id, l.leg, l.account, l.wallet_id, p.currency_code,
      l.amount_cents, l.seq, l.before_cents, l.after_cents, p.added_at
    from posting p, lateral (values
      (1, 'wallet', p.wallet_id, p.amount_cents, p.seq,
        p.balance_after_cents - p.amount_cents, p.balance_after_cents),
      (2, 'world', null, -p.amount_cents, null, null, null)
    ) l (leg, account, wallet_id, amount_cents, seq, before_cents, after_cents)
    -- The chain is continued row by row, in this order.
    order by p.seq, l.leg
  ), audited as (
    insert into hub.audit (chapter_id, id, at, actor_id, action, entity_kind, entity_id, after)
    select chapter_id, audit_id, added_at, actor_id, 'transaction.create', 'transaction',
      transaction_id, after
    from posting
  ), kept as (
    insert into hub.idempotency_key
      (chapter_id, member_id, key, request_hash, status, etag, reply, created_at)
    select chapter_id, actor_id, key, request_hash, p.status, p.etag, p.reply, added_at
    from posting p
    where key is not null
  )
  select array_agg(ordinality) into added from posting;

  insert into hub.wallet_transaction (chapter_id, id, wallet_id, journal_id, leg, user_id,
    amount_cents, description, reference_id, metadata_json, occurred_at, origin,
    created_at, updated_at, updated_by)
  select chapter_id, transaction_id, wallet_id, journal_id, 1, user_id,
    amount_cents, description, reference_id, metadata_json, added_at, 'manual',
    added_at, added_at, actor_id
  from unnest(asked) with ordinality a
  where a.ordinality = any (added);

  return query
  select case when o.outcome = 'added' and o.n <> all (coalesce(added, '{}')) then 'alone' else o.outcome end,
    o.status, o.etag, o.reply
  from unnest(outcomes, statuses, etags, replies) with ordinality o (outcome, status, etag, reply, n)
  order by o.n;
end
$$;

revoke all on function hub.add_to_wallets from public;
grant execute on function hub.add_to_wallets to :app_role;
