-- Payments: what somebody says they paid or received outside of the hub. What one side alone says waits
-- until the other side or a treasurer decides; once confirmed, it is posted exactly once, and taken back
-- only by a counter-entry. What the database itself guarantees, the owner of these tables included:
--   * who paid whom, how much and when never changes, and a status only moves forward;
--   * a confirmed payment has its one journal of its amount, one taken back also the opposite, and
--     any other none;
--   * what a member alone said is decided by someone else.

create table hub.payment (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  -- A side without a member is the chapter.
  from_member_id uuid,
  to_member_id uuid,
  amount_cents bigint not null
    constraint payment_amount_in_range check (amount_cents between 1 and 999999999999),
  paid_on date not null check (paid_on >= '1900-01-01'),
  method text not null check (method in ('cash', 'check', 'bank', 'other')),
  reference text check (reference <> '' and char_length(reference) <= 255),
  note text check (note <> '' and char_length(note) <= 500),
  status text not null default 'waiting',
  said_by uuid not null,
  said_as text not null,
  decided_by uuid,
  decided_at timestamptz,
  taken_back_by uuid,
  taken_back_at timestamptz,
  -- Why it was rejected or taken back.
  reason text check (btrim(reason) <> '' and char_length(reason) <= 500),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (chapter_id, id),
  foreign key (chapter_id, from_member_id) references hub.member (chapter_id, id),
  foreign key (chapter_id, to_member_id) references hub.member (chapter_id, id),
  foreign key (chapter_id, said_by) references hub.member (chapter_id, id),
  foreign key (chapter_id, decided_by) references hub.member (chapter_id, id),
  foreign key (chapter_id, taken_back_by) references hub.member (chapter_id, id),
  constraint payment_has_two_sides check (from_member_id is distinct from to_member_id),
  constraint payment_said_by_a_side check (case said_as
    when 'payer' then said_by is not distinct from from_member_id
    when 'payee' then said_by is not distinct from to_member_id
    else said_as = 'treasurer' end),
  constraint payment_says_what_became_of_it check (
    num_nulls(decided_by, decided_at) in (0, 2) and num_nulls(taken_back_by, taken_back_at) in (0, 2)
    and (decided_by is not null) = (status <> 'waiting')
    and (taken_back_by is not null) = (status = 'taken_back')
    and (reason is not null) = (status in ('rejected', 'taken_back'))
    and case status
      when 'waiting' then said_as <> 'treasurer'
      when 'withdrawn' then decided_by = said_by
      when 'rejected' then decided_by <> said_by
      when 'confirmed' then said_as = 'treasurer' or decided_by <> said_by
      when 'taken_back' then said_as = 'treasurer' or decided_by <> said_by
      else false end)
);
create index payment_newest on hub.payment (chapter_id, created_at desc, id desc);
create index payment_of_payer on hub.payment (chapter_id, from_member_id, created_at desc);
create index payment_of_payee on hub.payment (chapter_id, to_member_id, created_at desc);
create index payment_waiting on hub.payment (chapter_id, created_at desc, id desc)
  where status = 'waiting';
create index payment_of_amount on hub.payment (chapter_id, amount_cents, paid_on);

create trigger payment_is_never_removed before delete or truncate
  on hub.payment for each statement execute function hub.refuse_change();

create function hub.check_payment_change() returns trigger language plpgsql as $$
begin
  if (new.chapter_id, new.id, new.from_member_id, new.to_member_id, new.amount_cents, new.paid_on,
      new.method, new.reference, new.note, new.said_by, new.said_as, new.created_at)
      is distinct from
      (old.chapter_id, old.id, old.from_member_id, old.to_member_id, old.amount_cents, old.paid_on,
      old.method, old.reference, old.note, old.said_by, old.said_as, old.created_at)
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
create trigger payment_moves_forward before update on hub.payment
  for each row execute function hub.check_payment_change();

-- The ledger learns two kinds of journals: 'pay', and 'pay_back', its opposite.
alter table hub.ledger_journal add column payment_id uuid;
alter table hub.ledger_journal drop constraint ledger_journal_check,
  add constraint ledger_journal_check check (case kind
    when 'post' then num_nonnulls(reverses_id, expense_id, payment_id) = 0
    when 'reverse' then reverses_id is not null and reverses_id <> id
      and num_nonnulls(expense_id, payment_id) = 0
    when 'settle' then expense_id is not null and num_nonnulls(reverses_id, payment_id) = 0
    when 'pay' then payment_id is not null and num_nonnulls(reverses_id, expense_id) = 0
    when 'pay_back' then payment_id is not null and num_nonnulls(reverses_id, expense_id) = 0
    else false end),
  add foreign key (chapter_id, payment_id) references hub.payment (chapter_id, id);
create unique index ledger_journal_paid_once
  on hub.ledger_journal (chapter_id, payment_id, kind) where payment_id is not null;

alter table hub.wallet_transaction add column payment_id uuid;
alter table hub.wallet_transaction drop constraint wallet_transaction_origin_check,
  add constraint wallet_transaction_origin_check
    check (origin in ('manual', 'settlement', 'payment')),
  add constraint wallet_transaction_of_payment
    check ((origin = 'payment') = (payment_id is not null)),
  add foreign key (chapter_id, payment_id) references hub.payment (chapter_id, id);
create index wallet_transaction_of_payment on hub.wallet_transaction (chapter_id, payment_id)
  where payment_id is not null;

create or replace function hub.check_new_wallet_transactions() returns trigger language plpgsql as $$
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

-- Only what a person entered can be changed or deleted one by one. Checked of changes alone.
create or replace function hub.check_wallet_transaction() returns trigger language plpgsql as $$
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

create or replace function hub.ledger_settle(
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

-- Where a payment and its journals differ, by the kind of journal and the side (a member, or the
-- chapter): returns no row, ever. The payer's side goes up and the payee's down. Grouped by the
-- payment, so that one alone is checked without reading the others.
create view hub.payment_reconciliation as
select chapter_id,
  case kind when 'pay' then 'payment equals its posting' else 'payment taken back equals its posting' end
    as check_name,
  payment_id as subject_id, sum(expected_cents)::text as expected, sum(actual_cents)::text as actual
from (
  select p.chapter_id, p.id as payment_id, journal.kind, party.side,
    journal.direction * party.direction * p.amount_cents as expected_cents, 0 as actual_cents
  from hub.payment p
  cross join (values ('pay', 1), ('pay_back', -1)) journal (kind, direction)
  cross join lateral (values
    (coalesce(p.from_member_id, p.chapter_id), 1), (coalesce(p.to_member_id, p.chapter_id), -1)
  ) party (side, direction)
  where p.status = 'taken_back' or p.status = 'confirmed' and journal.kind = 'pay'
  union all
  select j.chapter_id, j.payment_id, j.kind, coalesce(w.owner_id, j.chapter_id), 0, e.amount_cents
  from hub.ledger_journal j
  join hub.ledger_entry e on e.chapter_id = j.chapter_id and e.journal_id = j.id
  left join hub.wallet w on w.chapter_id = e.chapter_id and w.id = e.wallet_id
  where j.payment_id is not null
) posting
group by chapter_id, payment_id, kind, side
having sum(expected_cents) <> sum(actual_cents);

-- Asked when a transaction that wrote a payment or its journal commits.
create function hub.check_payment_is_posted() returns trigger language plpgsql as $$
declare
  p_payment uuid := to_jsonb(new) ->> case tg_table_name when 'payment' then 'id' else 'payment_id' end;
begin
  perform from hub.payment_reconciliation where chapter_id = new.chapter_id and subject_id = p_payment;
  if found then
    raise exception 'payment % and its postings differ', p_payment
      using errcode = 'check_violation', constraint = 'payment_is_posted';
  end if;
  return null;
end
$$;
create constraint trigger payment_is_posted after insert or update on hub.payment
  deferrable initially deferred
  for each row execute function hub.check_payment_is_posted();
create constraint trigger ledger_journal_is_of_payment after insert on hub.ledger_journal
  deferrable initially deferred
  for each row when (new.payment_id is not null) execute function hub.check_payment_is_posted();

create or replace view hub.difference as
select chapter_id, check_name, subject_id, expected, actual, case
    when (check_name in ('stored balance equals its entries', 'balance equals its visible transactions',
        'transaction keeps every version', 'expense shares add up to the total',
        'standings and the chapter add up to zero',
        'payment equals its posting', 'payment taken back equals its posting')
      or check_name like 'kept %')
      and expected ~ '^-?\d+( [a-z]+ -?\d+)?$' and actual ~ '^-?\d+( [a-z]+ -?\d+)?$'
    then split_part(actual, ' ', 1)::numeric - split_part(expected, ' ', 1)::numeric || ' in '
      || coalesce(nullif(split_part(actual, ' ', 3), '')::numeric
        - nullif(split_part(expected, ' ', 3), '')::numeric, 0)
    else actual || ' for ' || expected
  end as gap
from (
  select chapter_id, check_name, subject_id,
    coalesce(expected, 'none') as expected, coalesce(actual, 'none') as actual
  from hub.reconciliation
  union all
  select chapter_id, check_name, subject_id, coalesce(expected, 'none'), coalesce(actual, 'none')
  from hub.expense_reconciliation
  union all
  select chapter_id, check_name, subject_id, expected, actual
  from hub.standing_reconciliation
  union all
  select chapter_id, check_name, subject_id, expected, actual
  from hub.payment_reconciliation
) found;

revoke all on function hub.ledger_move, hub.ledger_pay from public;
grant execute on function hub.ledger_pay to :app_role;
grant select on hub.payment, hub.payment_reconciliation to :app_role;
grant insert on hub.payment to :app_role;
grant update (status, decided_by, decided_at, taken_back_by, taken_back_at, reason, version, updated_at)
  on hub.payment to :app_role;
