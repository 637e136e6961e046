-- Wallets and the append-only double-entry ledger under them.
--
-- Truth is in ledger_journal and ledger_entry, which only ever grow. Above them, ledger_account
-- keeps each wallet's balance and wallet_transaction what a person sees. What the database itself
-- guarantees, whoever writes, the owner of these tables included:
--   * the legs of a journal arrive in one statement, in one currency, and add up to zero;
--   * a wallet's entries form one chain: no gap, no fork, each starts where the last one ended;
--   * a stored balance is the end of that chain, moved by the insert of the entries alone;
--   * a journal is reversed at most once, by its exact mirror; a settlement never;
--   * every posting to a wallet that is not reversed is shown by exactly one visible transaction
--     of the same amount and time, so that a balance is the sum of what is seen.
-- What a statement adds is checked of all its rows together, what is checked of a change, of the row.

create table hub.wallet (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  name text not null check (btrim(name) <> '' and char_length(name) <= 300),
  owner_id uuid not null,
  currency_code text not null check (currency_code in ('USD', 'EUR', 'GBP', 'CAD', 'AUD')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (chapter_id, id),
  -- What pins the currency: accounts and entries point at it, so that it can never change.
  unique (chapter_id, id, currency_code),
  foreign key (chapter_id, owner_id) references hub.member (chapter_id, id)
);
create index wallet_newest on hub.wallet (chapter_id, created_at desc, id desc);
create index wallet_of_owner on hub.wallet (chapter_id, owner_id, currency_code, created_at, id);

-- One narrow, hot row a wallet. Half of each page stays free and no index holds a balance, so that
-- an update stays on its page. The chapter's own accounts (`world`: money from and to outside,
-- `company`: the chapter's purse) have no row: nothing is ever locked or counted for them, and
-- their balance is the sum of their entries.
create table hub.ledger_account (
  chapter_id uuid not null,
  wallet_id uuid not null,
  currency_code text not null,
  balance_cents bigint not null default 0
    constraint ledger_account_balance_in_range
    check (balance_cents between -999999999999999 and 999999999999999),
  -- The seq of the wallet's last entry.
  head_seq bigint not null default 0,
  -- Entries that reverse another. Each takes two entries out of sight, so that a wallet has
  -- head_seq - 2 * reversal_count visible transactions, known without counting them.
  reversal_count bigint not null default 0,
  updated_at timestamptz not null,
  primary key (chapter_id, wallet_id),
  unique (chapter_id, wallet_id, currency_code),
  foreign key (chapter_id, wallet_id, currency_code)
    references hub.wallet (chapter_id, id, currency_code)
) with (fillfactor = 50);

-- One business event. `post` and `reverse` come from a person's add, edit and delete; `pay_back` is the opposite
-- of `pay`.
create table hub.ledger_journal (
  chapter_id uuid not null,
  id uuid not null,
  kind text not null,
  reverses_id uuid,
  -- The expense that a settlement settles.
  expense_id uuid,
  actor_id uuid not null,
  -- When the money moved; a reversal keeps the time of what it reverses.
  effective_at timestamptz not null,
  recorded_at timestamptz not null,
  payment_id uuid,
  primary key (chapter_id, id),
  foreign key (chapter_id, reverses_id) references hub.ledger_journal (chapter_id, id),
  foreign key (chapter_id, expense_id) references hub.expense (chapter_id, id),
  foreign key (chapter_id, payment_id) references hub.payment (chapter_id, id),
  foreign key (chapter_id, actor_id) references hub.member (chapter_id, id),
  check (case kind
    when 'post' then num_nonnulls(reverses_id, expense_id, payment_id) = 0
    when 'reverse' then reverses_id is not null and reverses_id <> id
      and num_nonnulls(expense_id, payment_id) = 0
    when 'settle' then expense_id is not null and num_nonnulls(reverses_id, payment_id) = 0
    when 'pay' then payment_id is not null and num_nonnulls(reverses_id, expense_id) = 0
    when 'pay_back' then payment_id is not null and num_nonnulls(reverses_id, expense_id) = 0
    else false end)
);
create unique index ledger_journal_reversed_once
  on hub.ledger_journal (chapter_id, reverses_id) where reverses_id is not null;
create unique index ledger_journal_settled_once
  on hub.ledger_journal (chapter_id, expense_id) where expense_id is not null;
create unique index ledger_journal_paid_once
  on hub.ledger_journal (chapter_id, payment_id, kind) where payment_id is not null;

create table hub.ledger_entry (
  chapter_id uuid not null,
  journal_id uuid not null,
  leg smallint not null,
  account text not null,
  wallet_id uuid,
  currency_code text not null,
  amount_cents bigint not null,
  -- A wallet's entries count from 1; the chapter's own accounts keep no order and no balance.
  seq bigint,
  balance_before_cents bigint,
  balance_after_cents bigint,
  recorded_at timestamptz not null,
  primary key (chapter_id, journal_id, leg),
  foreign key (chapter_id, journal_id) references hub.ledger_journal (chapter_id, id),
  foreign key (chapter_id, wallet_id, currency_code)
    references hub.ledger_account (chapter_id, wallet_id, currency_code),
  check (amount_cents <> 0 and case
    when account = 'wallet' then num_nulls(wallet_id, seq, balance_before_cents, balance_after_cents) = 0
      and balance_after_cents = balance_before_cents + amount_cents
    when account in ('world', 'company')
      then num_nonnulls(wallet_id, seq, balance_before_cents, balance_after_cents) = 0
    else false end),
  -- The range holds for every balance on the way, not for the last one of a statement alone.
  constraint ledger_entry_balance_in_range
    check (balance_after_cents between -999999999999999 and 999999999999999)
);
create unique index ledger_entry_never_forks
  on hub.ledger_entry (chapter_id, wallet_id, seq) where wallet_id is not null;

-- What the API shows: the current version of each transaction.
create table hub.wallet_transaction (
  chapter_id uuid not null,
  id uuid not null,
  wallet_id uuid not null,
  version integer not null default 1,
  -- The posting it shows: a journal and its leg.
  journal_id uuid not null,
  leg smallint not null,
  user_id uuid not null,
  amount_cents bigint not null
    check (amount_cents <> 0 and amount_cents between -999999999999 and 999999999999),
  description text not null check (description <> '' and char_length(description) <= 255),
  reference_id text check (reference_id <> '' and char_length(reference_id) <= 255),
  metadata_json text not null default '' check (octet_length(metadata_json) <= 8192),
  occurred_at timestamptz not null,
  origin text not null check (origin in ('manual', 'settlement', 'payment')),
  expense_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz,
  payment_id uuid,
  primary key (chapter_id, id),
  unique (chapter_id, journal_id, leg),
  foreign key (chapter_id, user_id) references hub.member (chapter_id, id),
  foreign key (chapter_id, updated_by) references hub.member (chapter_id, id),
  foreign key (chapter_id, payment_id) references hub.payment (chapter_id, id),
  check ((origin = 'settlement') = (expense_id is not null)),
  constraint wallet_transaction_of_payment check ((origin = 'payment') = (payment_id is not null))
)
-- An index answers alone only for pages that a vacuum has seen. The newest are read most.
with (autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.02);
-- A page of a wallet, and without reading a row a running balance or the balance as of any time:
-- reversals keep the time of what they reverse, so visible transactions alone say it.
create index wallet_transaction_newest
  on hub.wallet_transaction (chapter_id, wallet_id, occurred_at desc, id desc)
  include (amount_cents) where deleted_at is null;
create index wallet_transaction_of_payment on hub.wallet_transaction (chapter_id, payment_id)
  where payment_id is not null;

-- The extension may have been there before, elsewhere: its operator classes are found where it is.
select set_config('search_path', extnamespace::regnamespace::text, true)
from pg_extension where extname = 'pg_trgm';
-- A wallet is searched as fast with a million transactions as with a thousand (see event_words).
create index wallet_transaction_words on hub.wallet_transaction
  using gin (chapter_id, wallet_id, description gin_trgm_ops, reference_id gin_trgm_ops)
  with (gin_pending_list_limit = 512)
  where deleted_at is null;
create index wallet_words on hub.wallet using gin (chapter_id, name gin_trgm_ops);

-- The versions that later ones replaced, written by a trigger: nobody can forget them.
create table hub.wallet_transaction_history (
  chapter_id uuid not null,
  transaction_id uuid not null,
  version integer not null,
  journal_id uuid not null,
  leg smallint not null,
  user_id uuid not null,
  amount_cents bigint not null,
  description text not null,
  reference_id text,
  metadata_json text not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  primary key (chapter_id, transaction_id, version),
  foreign key (chapter_id, transaction_id) references hub.wallet_transaction (chapter_id, id)
);

-- Append-only: these raise whether or not a row would match.
create trigger ledger_journal_is_append_only before update or delete or truncate
  on hub.ledger_journal for each statement execute function hub.refuse_change();
create trigger ledger_entry_is_append_only before update or delete or truncate
  on hub.ledger_entry for each statement execute function hub.refuse_change();
create trigger wallet_transaction_history_is_append_only before update or delete or truncate
  on hub.wallet_transaction_history for each statement execute function hub.refuse_change();
create trigger wallet_transaction_is_never_removed before delete or truncate
  on hub.wallet_transaction for each statement execute function hub.refuse_change();
create trigger ledger_account_is_never_removed before delete or truncate
  on hub.ledger_account for each statement execute function hub.refuse_change();

-- An account is made with its wallet and moved with its entries, never by a statement of its own.
-- Called from such a trigger, this one is the second in depth.
create function hub.refuse_direct_change() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% of % is refused: the ledger alone writes it', tg_op, tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create trigger ledger_account_is_moved_by_entries before insert or update
  on hub.ledger_account for each statement execute function hub.refuse_direct_change();
create trigger wallet_transaction_history_is_kept_by_edits before insert
  on hub.wallet_transaction_history for each statement execute function hub.refuse_direct_change();

create function hub.open_ledger_account() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into hub.ledger_account (chapter_id, wallet_id, currency_code, updated_at)
  values (new.chapter_id, new.id, new.currency_code, new.created_at);
  return null;
end
$$;
create trigger wallet_opens_its_account after insert on hub.wallet
  for each row execute function hub.open_ledger_account();

-- The one mover of balances. A wallet's new entries must be one run that begins where its chain
-- ended, or they are refused; two writers of one wallet wait for each other on its account row.
create function hub.continue_ledger_chain() returns trigger language plpgsql as $$
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
create trigger ledger_entry_continues_chain after insert on hub.ledger_entry
  referencing new table as added for each statement execute function hub.continue_ledger_chain();

-- All legs of a journal come in one statement, in one currency, and add up to zero. Leg 1 exists
-- once, so asking for it in every insert keeps later statements from adding to a journal.
create function hub.check_legs_balance() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  select journal_id into wrong
  from added
  group by chapter_id, journal_id
  having sum(amount_cents) <> 0
    or min(leg) <> 1 or max(leg) <> count(*)
    or min(currency_code) <> max(currency_code)
    or min(recorded_at) <> max(recorded_at)
  limit 1;
  if found then
    raise exception 'the legs of journal % must come together, in one currency, and add up to zero', wrong
      using errcode = 'check_violation', constraint = 'ledger_entry_balanced';
  end if;
  return null;
end
$$;
create trigger ledger_entry_is_balanced after insert on hub.ledger_entry
  referencing new table as added for each statement execute function hub.check_legs_balance();

create function hub.count_reversal() returns trigger language plpgsql as $$
begin
  update hub.ledger_account a
  set reversal_count = a.reversal_count + e.legs
  from (
    select wallet_id, count(*) as legs
    from hub.ledger_entry
    where chapter_id = new.chapter_id and journal_id = new.reverses_id and wallet_id is not null
    group by wallet_id
  ) e
  where a.chapter_id = new.chapter_id and a.wallet_id = e.wallet_id;
  return null;
end
$$;
create trigger ledger_journal_counts_reversal after insert on hub.ledger_journal
  for each row when (new.kind = 'reverse') execute function hub.count_reversal();

-- Whole when the transaction commits: a journal has legs; a reversal is the mirror of a posting
-- that nobody sees any more; each wallet leg of anything else is seen, or reversed already.
create function hub.check_journal_is_whole() returns trigger language plpgsql as $$
declare
  is_seen boolean;
  fault text;
begin
  if new.kind = 'reverse' then
    select case
        when r.kind <> 'post' then 'only a posting can be reversed'
        when r.effective_at <> new.effective_at then 'a reversal keeps the time of its posting'
        when exists (
          select from hub.wallet_transaction t
          where t.chapter_id = new.chapter_id and t.journal_id = r.id and t.deleted_at is null)
          then 'a reversed posting is still shown'
        when exists (
          select from
            (select * from hub.ledger_entry where chapter_id = new.chapter_id and journal_id = r.id) o
          full join
            (select * from hub.ledger_entry where chapter_id = new.chapter_id and journal_id = new.id) m
            using (leg)
          where (m.account, m.wallet_id, m.currency_code, m.amount_cents)
            is distinct from (o.account, o.wallet_id, o.currency_code, -o.amount_cents))
          then 'a reversal mirrors its posting leg by leg'
      end
    into fault
    from hub.ledger_journal r
    where r.chapter_id = new.chapter_id and r.id = new.reverses_id;
  else
    select bool_and(e.wallet_id is null or exists (
      select from hub.wallet_transaction t
      where t.chapter_id = e.chapter_id and t.journal_id = e.journal_id and t.leg = e.leg
        and t.deleted_at is null))
    into is_seen
    from hub.ledger_entry e
    where e.chapter_id = new.chapter_id and e.journal_id = new.id;
    if is_seen is null then
      fault := 'a journal has legs';
    elsif not is_seen and not exists (
      select from hub.ledger_journal r
      where r.chapter_id = new.chapter_id and r.reverses_id = new.id) then
      fault := 'a posting to a wallet is shown by a transaction';
    end if;
  end if;
  if fault is not null then
    raise exception 'journal %: %', new.id, fault
      using errcode = 'check_violation', constraint = 'ledger_journal_whole';
  end if;
  return null;
end
$$;
create constraint trigger ledger_journal_is_whole after insert on hub.ledger_journal
  deferrable initially deferred
  for each row execute function hub.check_journal_is_whole();

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
      and case t.origin
        when 'manual' then j.kind = 'post'
        when 'settlement' then j.kind = 'settle'
        else j.kind in ('pay', 'pay_back') end
      and j.expense_id is not distinct from t.expense_id
      and j.payment_id is not distinct from t.payment_id
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
create trigger wallet_transaction_begins_true after insert on hub.wallet_transaction
  referencing new table as added
  for each statement execute function hub.check_new_wallet_transactions();

-- Only what a person entered can be changed or deleted one by one. Checked of changes alone.
create function hub.check_wallet_transaction() returns trigger language plpgsql as $$
begin
  if old.origin <> 'manual' or old.deleted_at is not null then
    raise exception 'transaction % is final', old.id using errcode = 'restrict_violation';
  end if;
  if new.version is distinct from old.version + 1 then
    raise exception 'transaction % must count its versions', old.id
      using errcode = 'check_violation', constraint = 'wallet_transaction_version';
  end if;
  if (new.chapter_id, new.id, new.wallet_id, new.origin, new.expense_id, new.payment_id, new.created_at)
      is distinct from
      (old.chapter_id, old.id, old.wallet_id, old.origin, old.expense_id, old.payment_id, old.created_at)
    or new.deleted_at is not null
      and (new.journal_id, new.leg, new.amount_cents, new.occurred_at)
        is distinct from (old.journal_id, old.leg, old.amount_cents, old.occurred_at) then
    raise exception 'transaction % keeps what it was born with', old.id
      using errcode = 'check_violation', constraint = 'wallet_transaction_identity';
  end if;
  if new.deleted_at is not null then
    return new;
  end if;

  perform
  from hub.ledger_entry e
  join hub.ledger_journal j on j.chapter_id = e.chapter_id and j.id = e.journal_id
  where e.chapter_id = new.chapter_id and e.journal_id = new.journal_id and e.leg = new.leg
    and e.wallet_id = new.wallet_id and e.amount_cents = new.amount_cents
    and j.effective_at = new.occurred_at and j.kind = 'post'
    and not exists (
      select from hub.ledger_journal r
      where r.chapter_id = j.chapter_id and r.reverses_id = j.id);
  if not found then
    raise exception 'transaction % must show a posting of its wallet, amount and time', new.id
      using errcode = 'check_violation', constraint = 'wallet_transaction_shows_posting';
  end if;
  return new;
end
$$;
create trigger wallet_transaction_is_true before update on hub.wallet_transaction
  for each row when (not hub.is_erasing()) execute function hub.check_wallet_transaction();
create trigger wallet_transaction_is_erased before update on hub.wallet_transaction
  for each row when (hub.is_erasing()) execute function hub.keep_all_but_words('description');

create function hub.keep_wallet_transaction_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into hub.wallet_transaction_history (chapter_id, transaction_id, version, journal_id, leg,
    user_id, amount_cents, description, reference_id, metadata_json, updated_at, updated_by)
  values (old.chapter_id, old.id, old.version, old.journal_id, old.leg,
    old.user_id, old.amount_cents, old.description, old.reference_id, old.metadata_json,
    old.updated_at, old.updated_by);
  return null;
end
$$;
create trigger wallet_transaction_keeps_history after update on hub.wallet_transaction
  for each row when (not hub.is_erasing()) execute function hub.keep_wallet_transaction_history();

create function hub.check_replaced_posting() returns trigger language plpgsql as $$
begin
  perform from hub.ledger_journal r
  where r.chapter_id = old.chapter_id and r.reverses_id = old.journal_id;
  if not found then
    raise exception 'transaction %: the posting it no longer shows must be reversed', old.id
      using errcode = 'check_violation', constraint = 'wallet_transaction_reverses_posting';
  end if;
  return null;
end
$$;
create constraint trigger wallet_transaction_reverses_posting after update
  on hub.wallet_transaction deferrable initially deferred
  for each row
  when (new.deleted_at is not null
    or (new.journal_id, new.leg) is distinct from (old.journal_id, old.leg))
  execute function hub.check_replaced_posting();

-- Whoever may call a function may make it a trigger of a table of their own, with the owner's rights.
revoke all on function hub.open_ledger_account, hub.keep_wallet_transaction_history from public;

-- The writers. Each locks the accounts it moves in the order of their wallets' ids, with the weakest
-- lock that keeps a balance still: foreign keys that point at the account do not wait for it.

-- A transaction that posts more than one journal locks the accounts of all of them first, in the order in
-- which each posting does: account by account, it would wait for another that waits for it.
create function hub.ledger_lock(p_chapter uuid, p_wallets uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from hub.ledger_account
  where chapter_id = p_chapter and wallet_id = any (p_wallets)
  order by wallet_id
  for no key update;
end
$$;

create function hub.ledger_append(
  p_chapter uuid, p_journal uuid, p_wallet uuid, p_amount_cents bigint, p_recorded_at timestamptz
) returns void language plpgsql as $$
declare
  account record;
begin
  select currency_code, balance_cents, head_seq into account
  from hub.ledger_account
  where chapter_id = p_chapter and wallet_id = p_wallet
  for no key update;
  insert into hub.ledger_entry (chapter_id, journal_id, leg, account, wallet_id, currency_code,
    amount_cents, seq, balance_before_cents, balance_after_cents, recorded_at)
  values
    (p_chapter, p_journal, 1, 'wallet', p_wallet, account.currency_code, p_amount_cents,
      account.head_seq + 1, account.balance_cents, account.balance_cents + p_amount_cents, p_recorded_at),
    (p_chapter, p_journal, 2, 'world', null, account.currency_code, -p_amount_cents,
      null, null, null, p_recorded_at);
end
$$;

-- Credits (or debits, when negative) a wallet from outside: the wallet's leg is 1.
create function hub.ledger_post(
  p_chapter uuid, p_journal uuid, p_actor uuid, p_wallet uuid, p_amount_cents bigint,
  p_effective_at timestamptz, p_recorded_at timestamptz
) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into hub.ledger_journal (chapter_id, id, kind, actor_id, effective_at, recorded_at)
  values (p_chapter, p_journal, 'post', p_actor, p_effective_at, p_recorded_at);
  perform hub.ledger_append(p_chapter, p_journal, p_wallet, p_amount_cents, p_recorded_at);
end
$$;

-- Undoes a posting by its mirror, at the posting's own time. At most once, and never a settlement.
create function hub.ledger_reverse(
  p_chapter uuid, p_journal uuid, p_actor uuid, p_reverses uuid, p_recorded_at timestamptz
) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  posting record;
begin
  select j.effective_at, e.wallet_id, e.amount_cents into posting
  from hub.ledger_journal j
  join hub.ledger_entry e on e.chapter_id = j.chapter_id and e.journal_id = j.id and e.leg = 1
  where j.chapter_id = p_chapter and j.id = p_reverses;
  insert into hub.ledger_journal
    (chapter_id, id, kind, reverses_id, actor_id, effective_at, recorded_at)
  values (p_chapter, p_journal, 'reverse', p_reverses, p_actor, posting.effective_at, p_recorded_at);
  perform hub.ledger_append(
    p_chapter, p_journal, posting.wallet_id, -posting.amount_cents, p_recorded_at);
end
$$;

-- The entries of a journal that moves members' wallets: leg n moves wallet n by amount n (a wallet may
-- come twice), and the company takes what is left over.
create function hub.ledger_move(
  p_chapter uuid, p_journal uuid, p_wallets uuid[], p_amounts_cents bigint[],
  p_recorded_at timestamptz
) returns void language plpgsql as $$
begin
  perform from hub.ledger_account
  where chapter_id = p_chapter and wallet_id = any (p_wallets)
  order by wallet_id
  for no key update;

  with leg as (
    select l.leg, l.wallet_id, l.amount_cents, a.currency_code, a.balance_cents, a.head_seq,
      row_number() over wallet as step, sum(l.amount_cents) over wallet as change_cents
    from unnest(p_wallets, p_amounts_cents) with ordinality as l (wallet_id, amount_cents, leg)
    -- An unknown wallet stays, without a currency, and is refused.
    left join hub.ledger_account a on a.chapter_id = p_chapter and a.wallet_id = l.wallet_id
    window wallet as (partition by l.wallet_id order by l.leg)
  )
  insert into hub.ledger_entry (chapter_id, journal_id, leg, account, wallet_id, currency_code,
    amount_cents, seq, balance_before_cents, balance_after_cents, recorded_at)
  select p_chapter, p_journal, leg, 'wallet', wallet_id, currency_code, amount_cents,
    head_seq + step, balance_cents + change_cents - amount_cents, balance_cents + change_cents,
    p_recorded_at
  from leg
  union all
  select p_chapter, p_journal, max(leg) + 1, 'company', null, min(currency_code), -sum(amount_cents),
    null, null, null, p_recorded_at
  from leg
  having sum(amount_cents) <> 0
  -- The chain is continued row by row, in this order.
  order by leg;
end
$$;

-- Settles an expense.
create function hub.ledger_settle(
  p_chapter uuid, p_journal uuid, p_actor uuid, p_expense uuid,
  p_wallets uuid[], p_amounts_cents bigint[],
  p_effective_at timestamptz, p_recorded_at timestamptz
) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into hub.ledger_journal
    (chapter_id, id, kind, expense_id, actor_id, effective_at, recorded_at)
  values (p_chapter, p_journal, 'settle', p_expense, p_actor, p_effective_at, p_recorded_at);
  perform hub.ledger_move(p_chapter, p_journal, p_wallets, p_amounts_cents, p_recorded_at);
end
$$;

-- Posts a payment ('pay') or takes it back ('pay_back'), each at most once.
create function hub.ledger_pay(
  p_chapter uuid, p_journal uuid, p_actor uuid, p_payment uuid, p_kind text,
  p_wallets uuid[], p_amounts_cents bigint[],
  p_effective_at timestamptz, p_recorded_at timestamptz
) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into hub.ledger_journal
    (chapter_id, id, kind, payment_id, actor_id, effective_at, recorded_at)
  values (p_chapter, p_journal, p_kind, p_payment, p_actor, p_effective_at, p_recorded_at);
  perform hub.ledger_move(p_chapter, p_journal, p_wallets, p_amounts_cents, p_recorded_at);
end
$$;

-- The application reads everything and writes journals through these functions only.
revoke all on function hub.ledger_lock, hub.ledger_append, hub.ledger_post, hub.ledger_reverse,
  hub.ledger_move, hub.ledger_settle, hub.ledger_pay from public;
grant execute on function hub.ledger_lock, hub.ledger_post, hub.ledger_reverse, hub.ledger_settle,
  hub.ledger_pay to :app_role;
grant select on hub.wallet, hub.ledger_account, hub.ledger_journal, hub.ledger_entry,
  hub.wallet_transaction, hub.wallet_transaction_history to :app_role;
grant insert on hub.wallet, hub.wallet_transaction to :app_role;
grant update (version, journal_id, leg, user_id, amount_cents, description, reference_id,
  metadata_json, occurred_at, updated_at, updated_by, deleted_at) on hub.wallet_transaction to :app_role;

-- Which wallet a settlement moves, said once for every query: the member's oldest one in US dollars; no row where
-- there is none. Written so that the planner puts it in place of its calls.
create function hub.settlement_wallet(p_chapter uuid, p_member uuid)
returns table (wallet_id uuid) language sql stable rows 1 as $$
  select w.id
  from hub.wallet w
  where w.chapter_id = p_chapter and w.owner_id = p_member and w.currency_code = 'USD'
  order by w.created_at, w.id
  limit 1
$$;

-- Stored balances by owner and currency.
create view hub.wallet_total as
select w.chapter_id, w.owner_id, w.currency_code, sum(a.balance_cents)::bigint as balance_cents
from hub.wallet w
join hub.ledger_account a on a.chapter_id = w.chapter_id and a.wallet_id = w.id
group by w.chapter_id, w.owner_id, w.currency_code;

-- What stands against a wallet, for saying what of it the wallet covers. Pairs that cancel each other out are
-- left out: a payment and its counter-entry in one wallet, and what a corrected expense and its reversal moved.
create view hub.wallet_debit as
select t.chapter_id, t.wallet_id, t.id, t.user_id, -t.amount_cents as amount_cents, t.occurred_at
from hub.wallet_transaction t
where t.deleted_at is null and t.amount_cents < 0
  and not (t.payment_id is not null and exists (
    select from hub.wallet_transaction o
    where o.chapter_id = t.chapter_id and o.payment_id = t.payment_id
      and o.wallet_id = t.wallet_id and o.amount_cents = -t.amount_cents))
  and not (t.expense_id is not null and (
    exists (
      select from hub.expense r
      where r.chapter_id = t.chapter_id and r.corrects_id = t.expense_id and r.status = 'settled')
    or exists (
      select from hub.expense r
      where r.chapter_id = t.chapter_id and r.id = t.expense_id and r.corrects_id is not null)));
grant select on hub.wallet_total, hub.wallet_debit to :app_role;
