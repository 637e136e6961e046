-- Claiming an Idempotency-Key is one function, for a single request and for a batch of them.

-- Claims the keys of requests and tells of each, in their order, what that came to: nothing where the
-- work is to be done, because the key is new or there is none; seen, with the reply that was kept;
-- key_reused for another request; in_flight while another transaction does the work. A claim lasts
-- until the transaction ends. No key may come twice.
-- Each statement of a function sees what has been committed since, so that the look-up finds what
-- another request finished while this one took the lock.
create function hub.claim(p_requests jsonb)
returns table (claimed text, kept_status smallint, kept_etag text, kept_reply text)
language plpgsql rows 10
set search_path = pg_catalog, pg_temp
-- One plan, for few requests among any number of keys, whatever the statistics say: `offset 0` holds
-- it to one look-up for each request.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  is_locked boolean[] := array(
    select key is null or pg_try_advisory_xact_lock(
      hashtextextended(chapter_id || '/' || actor_id || '/' || key, 0))
    from jsonb_to_recordset(p_requests) as request (chapter_id uuid, actor_id uuid, key text));
begin
  return query
  select case
      when k.request_hash = r.request_hash then 'seen'
      when k.key is not null then 'key_reused'
      when not is_locked[r.ordinality] then 'in_flight'
    end, k.status, k.etag, k.reply
  from rows from (jsonb_to_recordset(p_requests) as (
    chapter_id uuid, actor_id uuid, key text, request_hash text)) with ordinality r
  left join lateral (
    select * from hub.idempotency_key k
    where k.chapter_id = r.chapter_id and k.member_id = r.actor_id and k.key = r.key
    offset 0
  ) k on true
  order by r.ordinality;
end
$$;
revoke all on function hub.claim from public;
grant execute on function hub.claim to :app_role;

drop function hub.claim_idempotency_key;

drop function hub.add_to_wallets;
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
