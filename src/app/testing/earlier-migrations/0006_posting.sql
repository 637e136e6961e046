-- Additions to wallets: many in one statement, each as if it came alone. Where the ledger checked row
-- by row what a statement adds, it now checks the statement's rows together.

-- The range holds for every balance on the way, not for the last one of a statement alone.
alter table hub.ledger_entry add constraint ledger_entry_balance_in_range
  check (balance_after_cents between -999999999999999 and 999999999999999);

-- That the member exists says that the chapter does.
alter table hub.idempotency_key drop constraint idempotency_key_chapter_id_fkey;

-- The one mover of balances. A wallet's new entries must be one run that begins where its chain
-- ended, or they are refused; two writers of one wallet wait for each other on its account row.
create or replace function hub.continue_ledger_chain() returns trigger language plpgsql as $$
declare
  moved bigint;
begin
  update hub.ledger_account a
  set balance_cents = run.first_cents + run.change_cents, head_seq = run.last_seq,
    updated_at = greatest(a.updated_at, run.recorded_at)
  from (
    select chapter_id, wallet_id, min(seq) as first_seq, max(seq) as last_seq,
      min(balance_before_cents) filter (where previous_seq is null) as first_cents,
      sum(amount_cents)::bigint as change_cents, max(recorded_at) as recorded_at,
      bool_and(previous_seq is null
        or (previous_seq, previous_cents) = (seq - 1, balance_before_cents)) as is_one_run
    from (
      select *, lag(seq) over chain as previous_seq, lag(balance_after_cents) over chain as previous_cents
      from added
      where wallet_id is not null
      window chain as (partition by chapter_id, wallet_id order by seq)
    ) entry
    group by chapter_id, wallet_id
  ) run
  where a.chapter_id = run.chapter_id and a.wallet_id = run.wallet_id
    and a.head_seq = run.first_seq - 1 and a.balance_cents = run.first_cents and run.is_one_run;
  get diagnostics moved = row_count;
  if moved <> (select count(distinct (chapter_id, wallet_id)) from added where wallet_id is not null) then
    raise exception 'entries do not continue the chain of their wallet'
      using errcode = 'check_violation', constraint = 'ledger_entry_continues_chain';
  end if;
  return null;
end
$$;
drop trigger ledger_entry_continues_chain on hub.ledger_entry;
create trigger ledger_entry_continues_chain after insert on hub.ledger_entry
  referencing new table as added for each statement execute function hub.continue_ledger_chain();

-- What is checked of a change is checked of the row; what is checked of new rows, of all together.
create function hub.check_new_wallet_transactions() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select t.id, t.version = 1 and t.deleted_at is null as is_first into wrong
  from added t
  where t.version <> 1 or t.deleted_at is not null or not exists (
    select from hub.ledger_entry e
    join hub.ledger_journal j on j.chapter_id = e.chapter_id and j.id = e.journal_id
    where e.chapter_id = t.chapter_id and e.journal_id = t.journal_id and e.leg = t.leg
      and e.wallet_id = t.wallet_id and e.amount_cents = t.amount_cents
      and j.effective_at = t.occurred_at
      and j.kind = case t.origin when 'manual' then 'post' else 'settle' end
      and j.expense_id is not distinct from t.expense_id
      and not exists (
        select from hub.ledger_journal r
        where r.chapter_id = j.chapter_id and r.reverses_id = j.id))
  limit 1;
  if not found then
    return null;
  end if;
  if wrong.is_first then
    raise exception 'transaction % must show a posting of its wallet, amount and time', wrong.id
      using errcode = 'check_violation', constraint = 'wallet_transaction_shows_posting';
  end if;
  raise exception 'transaction % must begin with version 1', wrong.id
    using errcode = 'check_violation', constraint = 'wallet_transaction_version';
end
$$;
drop trigger wallet_transaction_is_true on hub.wallet_transaction;
create trigger wallet_transaction_is_true before update on hub.wallet_transaction
  for each row execute function hub.check_wallet_transaction();
create trigger wallet_transaction_begins_true after insert on hub.wallet_transaction
  referencing new table as added
  for each statement execute function hub.check_new_wallet_transactions();

-- Adds transactions to wallets: claims their keys, checks, posts, shows and records them, and keeps
-- their replies. Tells of each, in their order, what became of it:
--   added; seen, with the reply that was kept; key_reused; in_flight; no_wallet; not_allowed;
--   unknown_member; alone: another writer holds the wallet, which is waited for if p_waits alone.
-- Keys first, then accounts in the order of their wallets' ids. No key may come twice: the second
-- would break the primary key, as does one whose first use was committed a moment ago.
create function hub.add_to_wallets(p_additions json, p_waits boolean)
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
    from json_to_recordset(p_additions) as a (chapter_id uuid, wallet_id uuid)
    join hub.ledger_account l on l.chapter_id = a.chapter_id and l.wallet_id = a.wallet_id
    order by l.wallet_id
    for no key update of l;
  end if;

  return query
  with asked as materialized (
    select *, key is null or pg_try_advisory_xact_lock(
        hashtextextended(chapter_id || '/' || actor_id || '/' || key, 0)) as is_claimed
    from rows from (json_to_recordset(p_additions) as (
      chapter_id uuid, actor_id uuid, key text, request_hash text, status smallint, etag text,
      reply text, wallet_id uuid, only_owner_id uuid, transaction_id uuid, journal_id uuid,
      audit_id uuid, user_id uuid, amount_cents bigint, description text, reference_id text,
      metadata_json text, added_at timestamptz, after jsonb)) with ordinality
  ), checked as materialized (
    select a.*, k.status as kept_status, k.etag as kept_etag, k.reply as kept_reply,
      case
        when k.request_hash = a.request_hash then 'seen'
        when k.key is not null then 'key_reused'
        when not a.is_claimed then 'in_flight'
        when w.id is null then 'no_wallet'
        when w.owner_id <> a.only_owner_id then 'not_allowed'
        when m.id is null then 'unknown_member'
        else 'added'
      end as outcome
    from asked a
    left join hub.idempotency_key k
      on k.chapter_id = a.chapter_id and k.member_id = a.actor_id and k.key = a.key
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
