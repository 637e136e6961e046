-- A transaction comes as its row, whole, and its versions are kept whole: neither function names a
-- column that it does not look at.

create or replace function hub.keep_wallet_transaction_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into hub.wallet_transaction_history
  select kept.*
  from jsonb_populate_record(null::hub.wallet_transaction_history,
    to_jsonb(old) || jsonb_build_object('transaction_id', old.id)) kept;
  return null;
end
$$;

-- Adds transactions to wallets: claims their keys, checks, posts, shows and records them, and keeps
-- their replies. Each brings `transaction`, its row of hub.wallet_transaction; `after` is what the audit
-- keeps. Tells of each, in their order, what became of it:
--   what its claim came to (see hub.claim), or added; no_wallet; not_allowed; unknown_member;
--   alone: another writer holds the wallet, which is waited for if p_waits alone.
-- Accounts are locked in the order of their wallets' ids. No key may come twice.
create or replace function hub.add_to_wallets(p_additions jsonb, p_waits boolean)
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
    from jsonb_to_recordset(p_additions) as a (chapter_id uuid, transaction jsonb)
    join hub.ledger_account l
      on l.chapter_id = a.chapter_id and l.wallet_id = (a.transaction->>'wallet_id')::uuid
    order by l.wallet_id
    for no key update of l;
  end if;

  return query
  with asked as materialized (
    select *
    from rows from (
      jsonb_to_recordset(p_additions) as (
        chapter_id uuid, actor_id uuid, key text, request_hash text, status smallint, etag text,
        reply text, only_owner_id uuid, audit_id uuid, transaction jsonb, after jsonb),
      hub.claim(p_additions)) with ordinality
  ), checked as materialized (
    select a.*, t.id, t.wallet_id, t.journal_id, t.amount_cents, t.created_at, t as row,
      case
        when a.claimed is not null then a.claimed
        when w.id is null then 'no_wallet'
        when w.owner_id <> a.only_owner_id then 'not_allowed'
        when m.id is null then 'unknown_member'
        else 'added'
      end as outcome
    from asked a
    cross join lateral jsonb_populate_record(null::hub.wallet_transaction, a.transaction) t
    left join hub.wallet w on w.chapter_id = a.chapter_id and w.id = t.wallet_id
    left join hub.member m
      on m.chapter_id = a.chapter_id and m.id = t.user_id and m.status = 'active'
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
    select chapter_id, journal_id, 'post', actor_id, created_at, created_at
    from posting
  ), entry as (
    insert into hub.ledger_entry (chapter_id, journal_id, leg, account, wallet_id, currency_code,
      amount_cents, seq, balance_before_cents, balance_after_cents, recorded_at)
    select chapter_id, journal_id, 1, 'wallet', wallet_id, currency_code, amount_cents,
      seq, balance_after_cents - amount_cents, balance_after_cents, created_at
    from posting
    union all
    select chapter_id, journal_id, 2, 'world', null, currency_code, -amount_cents,
      null, null, null, created_at
    from posting
  ), shown as (
    insert into hub.wallet_transaction
    select (p.row).* from posting p
  ), audited as (
    insert into hub.audit (chapter_id, id, at, actor_id, action, entity_kind, entity_id, after)
    select chapter_id, audit_id, created_at, actor_id, 'transaction.create', 'transaction', id, after
    from posting
  ), kept as (
    insert into hub.idempotency_key
      (chapter_id, member_id, key, request_hash, status, etag, reply, created_at)
    select p.chapter_id, p.actor_id, p.key, p.request_hash, p.status, p.etag, p.reply, p.created_at
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
