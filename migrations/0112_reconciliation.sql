-- Every figure is computed again from what it stands for. These views return no row, ever; what one returns stops
-- the money of its chapter until the operator has explained why.

-- Everything the ledger promises.
create view hub.reconciliation as
select chapter_id, 'journal adds up to zero' as check_name, journal_id as subject_id,
  '0' as expected, sum(amount_cents)::text as actual
from hub.ledger_entry
group by chapter_id, journal_id, currency_code
having sum(amount_cents) <> 0
union all
select j.chapter_id, 'journal has legs', j.id, '2 or more', count(e.leg)::text
from hub.ledger_journal j
left join hub.ledger_entry e on e.chapter_id = j.chapter_id and e.journal_id = j.id
group by j.chapter_id, j.id
having count(e.leg) < 2
union all
select r.chapter_id, 'reversal mirrors its posting', r.id, (-o.amount_cents)::text, m.amount_cents::text
from hub.ledger_journal r
join hub.ledger_entry o on o.chapter_id = r.chapter_id and o.journal_id = r.reverses_id
left join hub.ledger_entry m on m.chapter_id = r.chapter_id and m.journal_id = r.id and m.leg = o.leg
where (m.account, m.wallet_id, m.currency_code, m.amount_cents)
  is distinct from (o.account, o.wallet_id, o.currency_code, -o.amount_cents)
union all
select chapter_id, 'entry continues its chain', wallet_id,
  coalesce(expected_cents, 0) || ' after ' || seq - 1, balance_before_cents || ' after ' || coalesce(previous, 0)
from (
  select chapter_id, wallet_id, seq, balance_before_cents,
    lag(balance_after_cents) over chain as expected_cents, lag(seq) over chain as previous
  from hub.ledger_entry
  where wallet_id is not null
  window chain as (partition by chapter_id, wallet_id order by seq)
) entry
where balance_before_cents <> coalesce(expected_cents, 0) or seq - 1 <> coalesce(previous, 0)
union all
select w.chapter_id, 'wallet has its account', w.id, w.currency_code, coalesce(a.currency_code, 'none')
from hub.wallet w
left join hub.ledger_account a on a.chapter_id = w.chapter_id and a.wallet_id = w.id
where a.currency_code is distinct from w.currency_code
union all
select a.chapter_id, 'stored balance equals its entries', a.wallet_id,
  coalesce(e.sum_cents, 0) || ' at ' || coalesce(e.last_seq, 0), a.balance_cents || ' at ' || a.head_seq
from hub.ledger_account a
left join (
  select chapter_id, wallet_id, sum(amount_cents) as sum_cents, max(seq) as last_seq
  from hub.ledger_entry
  where wallet_id is not null
  group by chapter_id, wallet_id
) e on e.chapter_id = a.chapter_id and e.wallet_id = a.wallet_id
where a.balance_cents <> coalesce(e.sum_cents, 0) or a.head_seq <> coalesce(e.last_seq, 0)
union all
select a.chapter_id, 'balance equals its visible transactions', a.wallet_id,
  coalesce(t.sum_cents, 0) || ' in ' || coalesce(t.visible, 0),
  a.balance_cents || ' in ' || a.head_seq - 2 * a.reversal_count
from hub.ledger_account a
left join (
  select chapter_id, wallet_id, sum(amount_cents) as sum_cents, count(*) as visible
  from hub.wallet_transaction
  where deleted_at is null
  group by chapter_id, wallet_id
) t on t.chapter_id = a.chapter_id and t.wallet_id = a.wallet_id
where a.balance_cents <> coalesce(t.sum_cents, 0) or a.head_seq - 2 * a.reversal_count <> coalesce(t.visible, 0)
union all
select t.chapter_id, 'transaction shows its posting', t.id,
  case when r.id is null then 'shown' else 'deleted' end,
  case when t.deleted_at is null then 'shown' else 'deleted' end
from hub.wallet_transaction t
left join hub.ledger_journal r on r.chapter_id = t.chapter_id and r.reverses_id = t.journal_id
where (r.id is null) <> (t.deleted_at is null)
union all
select t.chapter_id, 'transaction keeps every version', t.id, t.version::text, (count(h.version) + 1)::text
from hub.wallet_transaction t
left join hub.wallet_transaction_history h on h.chapter_id = t.chapter_id and h.transaction_id = t.id
group by t.chapter_id, t.id
having count(h.version) + 1 <> t.version;

-- Shares and payers against totals, a settlement's journal against the expense it settles, and kept figures.
create view hub.expense_reconciliation as
select e.chapter_id, c.check_name, e.id as subject_id, c.expected::text, c.actual::text
from (
  select e.chapter_id, e.id, e.amount_cents, e.participant_count,
    coalesce(sum(p.share_cents), 0) as shares, count(p.member_id) as people
  from hub.expense e
  left join hub.expense_participant p on p.chapter_id = e.chapter_id and p.expense_id = e.id
  where e.deleted_at is null
  group by e.chapter_id, e.id
) e
cross join lateral (values
  ('expense shares add up to the total', e.amount_cents, e.shares),
  ('kept number of participants equals them', e.people, e.participant_count)
) c (check_name, expected, actual)
where c.expected <> c.actual
union all
select j.chapter_id, 'a settlement belongs to a settled expense', j.id, 'settled', e.status
from hub.ledger_journal j
join hub.expense e on e.chapter_id = j.chapter_id and e.id = j.expense_id
where j.kind = 'settle' and e.status <> 'settled'
union all
select chapter_id, 'kept ' || kind || ' equals its expenses', subject_id,
  coalesce(recomputed.amount, 0)::text, coalesce(kept.amount, 0)::text
from hub.expense_figure_recomputed recomputed
full join hub.expense_figure_now kept using (chapter_id, kind, subject_id)
where coalesce(recomputed.amount, 0) <> coalesce(kept.amount, 0)
union all
select chapter_id, c.check_name, expense_id, c.expected::text, c.actual::text
from (
  select e.chapter_id, e.id as expense_id, e.amount_cents as amount, hub.payer_credit(e) as credit
  from hub.expense e
  where e.has_several_payers
) e
full join (
  select chapter_id, expense_id, sum(amount_cents) as amount, sum(credit_cents) as credit
  from hub.expense_payer
  group by chapter_id, expense_id
) p using (chapter_id, expense_id)
cross join lateral (values
  ('payers add up to the total', coalesce(e.amount, 0), coalesce(p.amount, 0)),
  ('payers get back the reimbursement', coalesce(e.credit, 0), coalesce(p.credit, 0))
) c (check_name, expected, actual)
where c.expected <> c.actual
union all
-- Within a cent of the exact fraction.
select p.chapter_id, 'a payer gets back their part', p.expense_id,
  (hub.payer_credit(e)::numeric * p.amount_cents / e.amount_cents)::bigint::text, p.credit_cents::text
from hub.expense_payer p
join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
where abs(p.credit_cents::numeric * e.amount_cents - hub.payer_credit(e)::numeric * p.amount_cents)
  >= abs(e.amount_cents);

-- Stated shares that are not what the share rule makes of them: returns no row, ever. A share is rounded
-- up or down from its exact value; which of the two, the tie break decides, which only the server knows.
create view hub.stated_share_reconciliation as
with stating as (
  select e.chapter_id, e.id, e.amount_cents,
    e.amount_cents - sum(case
      when o.stated_unit is null then o.amount_cents
      when o.stated_unit = 'percent' then e.amount_cents * hub.parse_fraction(o.stated_value) / 100
      else 0 end) as rest_cents,
    (select count(*) from hub.expense_participant p
      where p.chapter_id = e.chapter_id and p.expense_id = e.id)
      - count(*) filter (where o.type = 'manual')
      + coalesce(sum(hub.parse_fraction(o.stated_value)) filter (where o.stated_unit = 'weight'), 0)
      as weights
  from hub.expense e
  join hub.expense_override o on o.chapter_id = e.chapter_id and o.expense_id = e.id
  where e.deleted_at is null and exists (
    select from hub.expense_override s
    where s.chapter_id = e.chapter_id and s.expense_id = e.id and s.stated_unit is not null)
  group by e.chapter_id, e.id
), stated as (
  select x.chapter_id, x.id as expense_id, o.amount_cents, p.share_cents,
    hub.parse_fraction(o.stated_value) * case o.stated_unit
      when 'percent' then x.amount_cents / 100.0
      else coalesce(x.rest_cents / nullif(x.weights, 0), 0) end as exact_cents
  from stating x
  join hub.expense_override o
    on o.chapter_id = x.chapter_id and o.expense_id = x.id and o.stated_unit is not null
  left join hub.expense_participant p
    on p.chapter_id = o.chapter_id and p.expense_id = o.expense_id and p.member_id = o.manual_member_id
)
select chapter_id, 'stated share equals its fraction' as check_name, expense_id as subject_id,
  round(exact_cents)::bigint::text as expected, coalesce(share_cents, 0)::text as actual
from stated
-- Quotients have sixteen digits at least.
where share_cents is null or abs(share_cents - exact_cents) > 1.001
union all
select chapter_id, 'stated override equals its share', expense_id,
  coalesce(share_cents, 0)::text, amount_cents::text
from stated
where share_cents is distinct from amount_cents;

-- How far a correction is from what it must be: of a reversal, what it does not mirror of its settled
-- original, its shares, its several payers and, by wallet, what settling moved; of a replacement, that it
-- is open, or its original not reversed.
create view hub.correction_reconciliation as
select r.chapter_id, 'reversal mirrors its expense' as check_name, r.id as subject_id,
  '0' as expected, found.differences::text as actual
from hub.expense r
left join hub.expense o on o.chapter_id = r.chapter_id and o.id = r.corrects_id
cross join lateral (
  select case
      when o.status = 'settled' and r.status = 'settled' and o.corrects_id is null
        and (r.amount_cents, r.expense_at, r.category, r.is_even_split, r.is_excluded_from_group_totals,
            r.use_wallet_transactions, r.reimbursement_type, r.has_several_payers)
          = (-o.amount_cents, o.expense_at, o.category, o.is_even_split, o.is_excluded_from_group_totals,
            o.use_wallet_transactions, o.reimbursement_type, o.has_several_payers)
        and (r.event_id, r.paid_by, r.reimbursement_cents)
          is not distinct from (o.event_id, o.paid_by, -o.reimbursement_cents)
      then 0 else 1 end
    + (
      select count(*)
      from (
        select p.member_id
        from hub.expense_participant p
        where p.chapter_id = r.chapter_id and p.expense_id in (r.id, r.corrects_id)
        group by p.member_id
        having count(*) <> 2 or sum(p.share_cents) <> 0
      ) share
    ) + (
      select count(*)
      from (
        select p.member_id
        from hub.expense_payer p
        where p.chapter_id = r.chapter_id and p.expense_id in (r.id, r.corrects_id)
        group by p.member_id
        having count(*) <> 2 or sum(p.amount_cents) <> 0 or sum(p.credit_cents) <> 0
      ) payer
    ) + (
      select count(*)
      from (
        select e.wallet_id
        from hub.ledger_journal j
        join hub.ledger_entry e on e.chapter_id = j.chapter_id and e.journal_id = j.id
        where j.chapter_id = r.chapter_id and j.expense_id in (r.id, r.corrects_id)
        group by e.wallet_id
        having sum(e.amount_cents) <> 0
      ) wallet
    ) as differences
) found
where r.corrects_id is not null and found.differences <> 0
union all
select n.chapter_id, 'replacement follows a reversal', n.id, 'settled after its reversal',
  n.status || case when c.id is null then ' without a reversal' else '' end
from hub.expense n
left join hub.expense c on c.chapter_id = n.chapter_id and c.corrects_id = n.replaces_id
where n.replaces_id is not null and (n.status <> 'settled' or c.id is null);

-- Where a day is past, and neither an expense was made for it nor was it skipped: returns no row, ever.
create view hub.recurring_reconciliation as
select r.chapter_id, 'recurring expense was made for every day' as check_name, r.id as subject_id,
  (r.position - r.skipped)::text as expected, count(e.id)::text as actual
from hub.recurring_expense r
left join lateral generate_series(0, r.position - 1) n on true
left join hub.expense e on e.chapter_id = r.chapter_id and e.recurring_id = r.id
  and e.recurring_day = hub.recurring_day(r.first_day, r.frequency, r.interval_count, n)
group by r.chapter_id, r.id
having count(e.id) <> r.position - r.skipped;

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

-- A member's standing: credits minus shares of their open expenses, plus the balances of their wallets
-- in US dollars. Negative is what they have to pay, positive what they have. Read from figures and
-- balances that every write maintains, so that its cost does not grow with what was ever written.
create view hub.member_standing as
select m.chapter_id, m.id as member_id,
  coalesce(f.amount, 0) as open_cents,
  coalesce(t.balance_cents, 0) as wallet_cents,
  coalesce(f.amount, 0) + coalesce(t.balance_cents, 0) as standing_cents
from hub.member m
left join hub.expense_figure_now f
  on f.chapter_id = m.chapter_id and f.subject_id = m.id and f.kind = 'balance'
left join hub.wallet_total t
  on t.chapter_id = m.chapter_id and t.owner_id = m.id and t.currency_code = 'USD';

-- The chapter's side is recomputed from the other side of the books: what it pays of open expenses,
-- and its own accounts. A figure that is wrong on one side only shows here, whatever it is kept in.
create view hub.standing_reconciliation as
select chapter_id, 'standings and the chapter add up to zero' as check_name, chapter_id as subject_id,
  (-coalesce(chapter.amount, 0))::text as expected, coalesce(members.amount, 0)::text as actual
from (
  select chapter_id, sum(standing_cents) as amount
  from hub.member_standing
  group by chapter_id
) members
full join (
  select chapter_id, sum(amount) as amount
  from (
    select e.chapter_id, sum(e.amount_cents - hub.payer_credit(e)) as amount
    from hub.expense e
    where e.status = 'open' and e.deleted_at is null
    group by e.chapter_id
    union all
    select chapter_id, sum(amount_cents)
    from hub.ledger_entry
    where account in ('world', 'company') and currency_code = 'USD'
    group by chapter_id
  ) side
  group by chapter_id
) chapter using (chapter_id)
where coalesce(members.amount, 0) <> -coalesce(chapter.amount, 0);

-- Everything that must never return a row, in one view. `gap` tells one difference from another: the
-- checks named here compare figures that move with every write, so of them it is how far the two
-- are apart. A gap that grows is a new difference; a posting is not.
create view hub.difference as
select chapter_id, check_name, subject_id, expected, actual, case
    when (check_name in ('stored balance equals its entries', 'balance equals its visible transactions',
        'transaction keeps every version', 'expense shares add up to the total',
        'payers add up to the total', 'payers get back the reimbursement', 'a payer gets back their part',
        'standings and the chapter add up to zero',
        'payment equals its posting', 'payment taken back equals its posting',
        'stated share equals its fraction', 'stated override equals its share')
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
  union all
  select chapter_id, check_name, subject_id, expected, actual
  from hub.recurring_reconciliation
  union all
  select chapter_id, check_name, subject_id, expected, actual
  from hub.correction_reconciliation
  union all
  select chapter_id, check_name, subject_id, expected, actual
  from hub.stated_share_reconciliation
) found;

-- What a check found is kept here, so that every server knows it, and knows it after a restart: the differences
-- that the last check found. No foreign keys here and below: what is damaged may name a chapter that is not there.
create table hub.reconciliation_finding (
  chapter_id uuid not null,
  check_name text not null,
  subject_id uuid not null,
  gap text not null,
  expected text not null,
  actual text not null,
  found_at timestamptz not null,
  primary key (chapter_id, check_name, subject_id, gap)
);

-- Why a difference is there, in the operator's words, with the figures they saw.
create table hub.reconciliation_explanation (
  chapter_id uuid not null,
  check_name text not null,
  subject_id uuid not null,
  gap text not null,
  expected text not null,
  actual text not null,
  why text not null check (btrim(why) <> '' and char_length(why) <= 1000),
  explained_by text not null check (btrim(explained_by) <> ''),
  explained_at timestamptz not null,
  primary key (chapter_id, check_name, subject_id, gap)
);
create trigger reconciliation_explanation_is_append_only before update or delete or truncate
  on hub.reconciliation_explanation for each statement execute function hub.refuse_change();

-- While a chapter has a row here, none of its money moves. It is asked with every call, and empty.
create view hub.unexplained_difference as
select f.*
from hub.reconciliation_finding f
where not exists (
  select from hub.reconciliation_explanation e
  where e.chapter_id = f.chapter_id and e.check_name = f.check_name
    and e.subject_id = f.subject_id and e.gap = f.gap);

-- Checks every figure and keeps what it finds; returns all of it. One check at a time, because an
-- older one that ended later would bring back what a newer one no longer found.
create function hub.check_figures(p_now timestamptz)
returns table (chapter_id uuid, check_name text, subject_id uuid, expected text, actual text,
  is_explained boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('hub.check_figures', 0));
  return query
  with found as materialized (
    select distinct on (d.chapter_id, d.check_name, d.subject_id, d.gap) d.*
    from hub.difference d
  ), gone as (
    delete from hub.reconciliation_finding f
    where not exists (
      select from found n
      where n.chapter_id = f.chapter_id and n.check_name = f.check_name
        and n.subject_id = f.subject_id and n.gap = f.gap)
  ), kept as (
    insert into hub.reconciliation_finding
      (chapter_id, check_name, subject_id, gap, expected, actual, found_at)
    select n.chapter_id, n.check_name, n.subject_id, n.gap, n.expected, n.actual, p_now
    from found n
    on conflict (chapter_id, check_name, subject_id, gap)
      do update set expected = excluded.expected, actual = excluded.actual
  )
  select n.chapter_id, n.check_name, n.subject_id, n.expected, n.actual, exists (
    select from hub.reconciliation_explanation e
    where e.chapter_id = n.chapter_id and e.check_name = n.check_name
      and e.subject_id = n.subject_id and e.gap = n.gap)
  from found n
  order by n.check_name, n.chapter_id, n.subject_id, n.gap;
end
$$;

-- The server may check, and cannot make up what a check found. It never explains anything: that is
-- for whoever owns these tables.
revoke all on function hub.check_figures from public;
grant execute on function hub.check_figures to :app_role;
grant select on hub.reconciliation, hub.expense_reconciliation, hub.stated_share_reconciliation,
  hub.correction_reconciliation, hub.recurring_reconciliation, hub.payment_reconciliation,
  hub.member_standing, hub.standing_reconciliation, hub.difference, hub.reconciliation_finding,
  hub.reconciliation_explanation, hub.unexplained_difference to :app_role;
