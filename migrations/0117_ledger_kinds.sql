-- What the ledger holds is data: a feature adds its kinds of journals by a migration of its own, and no law of the
-- ledger names any.

create table hub.ledger_kind (
  kind text primary key,
  -- Of the transactions that show its journals, several kinds may have one; reversals are not shown.
  origin text,
  -- Whether its transactions are edited and deleted one by one, which reverses its journals.
  is_changeable boolean not null default false,
  -- The column of a journal that says what it is about; null if it is about nothing else.
  subject text check (subject in ('reverses_id', 'expense_id', 'payment_id', 'source_id')),
  -- The account of the chapter's that it may move besides wallets; a reversal mirrors its posting.
  counter_account text check (counter_account in ('world', 'company')),
  check ((origin is null) = (subject is not distinct from 'reverses_id')),
  check (origin is not null or not is_changeable and counter_account is null)
);
insert into hub.ledger_kind (kind, origin, is_changeable, subject, counter_account)
values ('post', 'manual', true, null, 'world'),
  ('reverse', null, false, 'reverses_id', null),
  ('settle', 'settlement', false, 'expense_id', 'company'),
  ('pay', 'payment', false, 'payment_id', 'company'),
  ('pay_back', 'payment', false, 'payment_id', 'company');

-- What was posted keeps its law. Because no kind is ever changed or removed, asking for it once, when a journal is
-- written, is as good as a foreign key, by which the postings of all chapters would lock the same row.
create trigger ledger_kind_is_append_only before update or delete or truncate
  on hub.ledger_kind for each statement execute function hub.refuse_change();
grant select on hub.ledger_kind to :app_role;

-- What a journal of a feature without a column of its own is about, once for each kind.
alter table hub.ledger_journal
  add column source_id uuid,
  drop constraint ledger_journal_check;
create unique index ledger_journal_sourced_once
  on hub.ledger_journal (chapter_id, source_id, kind) where source_id is not null;

-- A transaction is as its journal is, which says all of this.
alter table hub.wallet_transaction
  drop constraint wallet_transaction_origin_check,
  drop constraint wallet_transaction_check,
  drop constraint wallet_transaction_of_payment;

drop trigger ledger_journal_counts_reversal on hub.ledger_journal;
create trigger ledger_journal_counts_reversal after insert on hub.ledger_journal
  for each row when (new.reverses_id is not null) execute function hub.count_reversal();

-- Whole when the transaction commits: a journal is as its kind says and has legs; a reversal is the mirror of a
-- posting that nobody sees any more; each wallet leg of anything else is seen, or reversed already.
create or replace function hub.check_journal_is_whole() returns trigger language plpgsql as $$
declare
  law hub.ledger_kind;
  is_seen boolean;
  is_of_kind boolean;
  fault text;
begin
  select * into law from hub.ledger_kind k where k.kind = new.kind;
  if not found then
    fault := 'its kind is unknown';
  elsif coalesce(law.subject, '') <> concat_ws(' ',
      case when new.reverses_id is not null then 'reverses_id' end,
      case when new.expense_id is not null then 'expense_id' end,
      case when new.payment_id is not null then 'payment_id' end,
      case when new.source_id is not null then 'source_id' end) then
    fault := 'a journal is about what its kind says alone';
  elsif new.reverses_id is not null then
    select case
        when not (select k.is_changeable from hub.ledger_kind k where k.kind = r.kind)
          then 'only a posting can be reversed'
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
    select
      bool_and(e.wallet_id is null or exists (
        select from hub.wallet_transaction t
        where t.chapter_id = e.chapter_id and t.journal_id = e.journal_id and t.leg = e.leg
          and t.deleted_at is null)),
      bool_and(e.account = 'wallet' or e.account is not distinct from law.counter_account)
    into is_seen, is_of_kind
    from hub.ledger_entry e
    where e.chapter_id = new.chapter_id and e.journal_id = new.id;
    if is_seen is null then
      fault := 'a journal has legs';
    elsif not is_of_kind then
      fault := 'a journal moves the accounts of its kind';
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

create or replace function hub.check_new_wallet_transactions() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select t.id, t.version = 1 and t.deleted_at is null as is_first into wrong
  from added t
  where t.version <> 1 or t.deleted_at is not null or not exists (
    select from hub.ledger_entry e
    join hub.ledger_journal j on j.chapter_id = e.chapter_id and j.id = e.journal_id
    join hub.ledger_kind k on k.kind = j.kind
    where e.chapter_id = t.chapter_id and e.journal_id = t.journal_id and e.leg = t.leg
      and e.wallet_id = t.wallet_id and e.amount_cents = t.amount_cents
      and j.effective_at = t.occurred_at and k.origin = t.origin
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

-- Only what its kind lets people change can be changed or deleted one by one. Checked of changes alone.
create or replace function hub.check_wallet_transaction() returns trigger language plpgsql as $$
declare
  old_kind text;
begin
  select k.kind into old_kind
  from hub.ledger_journal j
  join hub.ledger_kind k on k.kind = j.kind and k.is_changeable
  where j.chapter_id = old.chapter_id and j.id = old.journal_id;
  if not found or old.deleted_at is not null then
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
    and j.effective_at = new.occurred_at and j.kind = old_kind
    and j.expense_id is not distinct from new.expense_id
    and j.payment_id is not distinct from new.payment_id
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

-- Posts a journal of any kind that moves members' wallets, with what it is about: leg n moves wallet n by amount n
-- (a wallet may come twice), and the kind's other account takes what is left over.
create function hub.ledger_record(
  p_chapter uuid, p_journal uuid, p_kind text, p_subject uuid, p_actor uuid,
  p_wallets uuid[], p_amounts_cents bigint[], p_effective_at timestamptz, p_recorded_at timestamptz
) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  law hub.ledger_kind;
begin
  select * into law from hub.ledger_kind k where k.kind = p_kind;
  insert into hub.ledger_journal (chapter_id, id, kind, reverses_id, expense_id, payment_id, source_id, actor_id,
    effective_at, recorded_at)
  values (p_chapter, p_journal, p_kind, case law.subject when 'reverses_id' then p_subject end,
    case law.subject when 'expense_id' then p_subject end,
    case law.subject when 'payment_id' then p_subject end,
    case law.subject when 'source_id' then p_subject end, p_actor, p_effective_at, p_recorded_at);

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
  select p_chapter, p_journal, max(leg) + 1, law.counter_account, null, min(currency_code), -sum(amount_cents),
    null, null, null, p_recorded_at
  from leg
  having sum(amount_cents) <> 0
  -- The chain is continued row by row, in this order.
  order by leg;
end
$$;
revoke all on function hub.ledger_record from public;
grant execute on function hub.ledger_record to :app_role;
drop function hub.ledger_settle;
drop function hub.ledger_pay;
drop function hub.ledger_move;
