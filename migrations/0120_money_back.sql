-- Money that comes back for a settled expense: a refund, a rebate, a returned deposit. It is a settled expense of
-- negative amounts, shared as its expense was, and charged to whoever received it. What the database guarantees:
--   * it is about a settled expense that stands, has its people, and moved wallets;
--   * what has come back of an expense is never more than the expense;
--   * an expense is not reversed while money back for it stands.

alter table hub.expense add column money_back_for_id uuid;
alter table hub.expense
  add constraint expense_money_back_for_id_fkey
    foreign key (chapter_id, money_back_for_id) references hub.expense (chapter_id, id),
  drop constraint expense_amount_cents_check,
  -- A reversal has the opposite sign of what it reverses (correction_reconciliation).
  add constraint expense_amount_cents_check check (case
    when corrects_id is not null then amount_cents <> 0 and abs(amount_cents) <= 999999999999
    when money_back_for_id is not null then amount_cents between -999999999999 and -1
    else amount_cents between 1 and 999999999999 end),
  add constraint expense_money_back_is_charged check (money_back_for_id is null
    or use_wallet_transactions and reimbursement_type <> 'Partial' and not has_several_payers
      and num_nonnulls(corrects_id, replaces_id, recurring_id, original_cents) = 0);
create index expense_money_back on hub.expense (chapter_id, money_back_for_id)
  where money_back_for_id is not null;

create or replace function hub.refuse_negative_part() returns trigger language plpgsql as $$
begin
  if exists (
    select from hub.expense
    where chapter_id = new.chapter_id and id = new.expense_id
      and (corrects_id is not null or money_back_for_id is not null))
  then
    return new;
  end if;
  raise exception 'expense % is no reversal or money back, whose amounts alone are negative', new.expense_id
    using errcode = 'check_violation', constraint = 'expense_part_is_negative';
end
$$;

create or replace trigger expense_keeps_what_it_corrects
  before update of corrects_id, replaces_id, money_back_for_id on hub.expense
  for each row when ((old.corrects_id, old.replaces_id, old.money_back_for_id)
    is distinct from (new.corrects_id, new.replaces_id, new.money_back_for_id))
  execute function hub.refuse_new_correction();

-- Money back that stands: not reversed.
create view hub.money_back as
select m.chapter_id, m.id, m.money_back_for_id as expense_id, -m.amount_cents as amount_cents, m.expense_at
from hub.expense m
where m.money_back_for_id is not null and not exists (
  select from hub.expense r where r.chapter_id = m.chapter_id and r.corrects_id = m.id);

create view hub.money_back_reconciliation as
select m.chapter_id, 'money back is shared as its expense' as check_name, m.id as subject_id,
  '0' as expected, found.differences::text as actual
from hub.expense m
join hub.expense o on o.chapter_id = m.chapter_id and o.id = m.money_back_for_id
cross join lateral (
  select case when m.status = 'settled' and o.status = 'settled'
      and o.corrects_id is null and o.money_back_for_id is null then 0 else 1 end
    + (
      select count(*)
      from (
        select p.member_id
        from hub.expense_participant p
        where p.chapter_id = m.chapter_id and p.expense_id in (m.id, o.id)
        group by p.member_id
        -- Each part is the member's share of it, rounded up or down to the cent.
        having count(*) <> 2 or 1 <= abs(
          sum(p.share_cents) filter (where p.expense_id = m.id)
          - sum(p.share_cents) filter (where p.expense_id = o.id)
            * m.amount_cents::numeric / o.amount_cents)
      ) share
    ) as differences
) found
where m.money_back_for_id is not null and found.differences <> 0
union all
select b.chapter_id, 'money back is at most its expense', b.expense_id,
  case when c.id is null then 'at most ' || o.amount_cents else '0 of a reversed expense' end,
  b.amount_cents::text
from (
  select chapter_id, expense_id, sum(amount_cents) as amount_cents
  from hub.money_back
  group by chapter_id, expense_id
) b
join hub.expense o on o.chapter_id = b.chapter_id and o.id = b.expense_id
left join hub.expense c on c.chapter_id = o.chapter_id and c.corrects_id = o.id
where b.amount_cents > o.amount_cents or c.id is not null;

-- Its expense is locked, so that of two at once the second sees the first.
create function hub.check_money_back() returns trigger language plpgsql as $$
declare
  about uuid := coalesce(new.money_back_for_id, new.corrects_id);
begin
  perform from hub.expense where chapter_id = new.chapter_id and id = about for no key update;
  if exists (
    select from hub.money_back_reconciliation
    where chapter_id = new.chapter_id and subject_id in (new.id, about))
  then
    raise exception 'expense % does not fit the money back for %', new.id, about
      using errcode = 'check_violation', constraint = 'expense_money_back_fits';
  end if;
  return null;
end
$$;
create constraint trigger expense_money_back_fits after insert on hub.expense
  deferrable initially deferred for each row
  when (new.money_back_for_id is not null or new.corrects_id is not null)
  execute function hub.check_money_back();

create or replace view hub.difference as
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
  union all
  select chapter_id, check_name, subject_id, expected, actual
  from hub.money_back_reconciliation
) found;

grant select on hub.money_back, hub.money_back_reconciliation to :app_role;
