-- A settled expense is corrected by its reversal, an expense of the same amounts negated, and where
-- something is to stand in its place, a replacement. All are settled in one transaction. What is settled
-- never changes, so the links are columns of the new expenses.
alter table hub.expense
  add column corrects_id uuid,
  add column replaces_id uuid,
  add foreign key (chapter_id, corrects_id) references hub.expense (chapter_id, id),
  add foreign key (chapter_id, replaces_id) references hub.expense (chapter_id, id),
  add constraint expense_corrects_or_replaces check (corrects_id is null or replaces_id is null),
  drop constraint expense_amount_cents_check,
  add constraint expense_amount_cents_check check (case
    when corrects_id is null then amount_cents between 1 and 999999999999
    else amount_cents between -999999999999 and -1 end),
  drop constraint expense_check2,
  add constraint expense_reimbursement_cents_check check (case
    when corrects_id is null then reimbursement_cents between 1 and amount_cents
    else reimbursement_cents between amount_cents and -1 end);
create unique index expense_corrected_once on hub.expense (chapter_id, corrects_id)
  where corrects_id is not null;
create unique index expense_replaced_once on hub.expense (chapter_id, replaces_id)
  where replaces_id is not null;

-- Shares, and what several payers paid and get back, are negative in reversals alone.
alter table hub.expense_participant drop constraint expense_participant_share_cents_check;
alter table hub.expense_payer
  drop constraint expense_payer_amount_cents_check,
  add constraint expense_payer_amount_cents_check check (amount_cents <> 0),
  drop constraint expense_payer_check,
  add constraint expense_payer_credit_cents_check check (
    credit_cents between least(amount_cents, 0) and greatest(amount_cents, 0));
create function hub.refuse_negative_part() returns trigger language plpgsql as $$
begin
  if exists (
    select from hub.expense
    where chapter_id = new.chapter_id and id = new.expense_id and corrects_id is not null)
  then
    return new;
  end if;
  raise exception 'expense % is no reversal, whose amounts alone are negative', new.expense_id
    using errcode = 'check_violation', constraint = 'expense_part_is_negative';
end
$$;
create trigger expense_participant_has_its_sign before insert or update on hub.expense_participant
  for each row when (new.share_cents < 0) execute function hub.refuse_negative_part();
create trigger expense_payer_has_its_sign before insert on hub.expense_payer
  for each row when (new.amount_cents < 0) execute function hub.refuse_negative_part();

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
grant select on hub.correction_reconciliation to :app_role;

-- A correction is whole at the end of the transaction that makes it, and never after.
create function hub.check_correction() returns trigger language plpgsql as $$
begin
  if exists (
    select from hub.correction_reconciliation
    where chapter_id = new.chapter_id and subject_id = new.id)
  then
    raise exception 'expense % is no correction', new.id
      using errcode = 'check_violation', constraint = 'expense_correction_is_whole';
  end if;
  return null;
end
$$;
create constraint trigger expense_correction_is_whole after insert on hub.expense
  deferrable initially deferred for each row
  when (new.corrects_id is not null or new.replaces_id is not null)
  execute function hub.check_correction();
-- What is open cannot become a correction.
create function hub.refuse_new_correction() returns trigger language plpgsql as $$
begin
  raise exception 'expense % keeps what it corrects', old.id
    using errcode = 'check_violation', constraint = 'expense_keeps_what_it_corrects';
end
$$;
create trigger expense_keeps_what_it_corrects before update of corrects_id, replaces_id on hub.expense
  for each row when ((old.corrects_id, old.replaces_id) is distinct from (new.corrects_id, new.replaces_id))
  execute function hub.refuse_new_correction();

-- Of a reversal, too, the first of several payers is the one who paid the most.
create or replace function hub.check_payers_add_up() returns trigger language plpgsql as $$
declare
  part record;
  e hub.expense;
  paid record;
begin
  part := case tg_op when 'DELETE' then old else new end;
  select * into e
  from hub.expense x
  where x.chapter_id = part.chapter_id
    and x.id = (to_jsonb(part)->>case tg_table_name when 'expense' then 'id' else 'expense_id' end)::uuid
  for no key update;
  select count(*) as people, coalesce(sum(p.amount_cents), 0) as amount,
    coalesce(sum(p.credit_cents), 0) as credit, coalesce(max(abs(p.amount_cents)), 0) as most,
    max(abs(p.amount_cents)) filter (where p.member_id = e.paid_by) as first
  into paid
  from hub.expense_payer p
  where p.chapter_id = e.chapter_id and p.expense_id = e.id;
  if not e.has_several_payers and paid.people = 0 or e.has_several_payers
    and paid.people between 2 and 20 and paid.amount = e.amount_cents
    and paid.credit = hub.payer_credit(e) and paid.first = paid.most then
    return null;
  end if;
  raise exception 'the payers of expense % do not add up to it', e.id
    using errcode = 'check_violation', constraint = 'expense_payers_add_up';
end
$$;

create or replace view hub.expense_reconciliation as
select e.chapter_id, 'expense shares add up to the total' as check_name, e.id as subject_id,
  e.amount_cents::text as expected, coalesce(sum(p.share_cents), 0)::text as actual
from hub.expense e
left join hub.expense_participant p on p.chapter_id = e.chapter_id and p.expense_id = e.id
where e.deleted_at is null
group by e.chapter_id, e.id
having e.amount_cents <> coalesce(sum(p.share_cents), 0)
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

create or replace view hub.difference as
select chapter_id, check_name, subject_id, expected, actual, case
    when (check_name in ('stored balance equals its entries', 'balance equals its visible transactions',
        'transaction keeps every version', 'expense shares add up to the total',
        'payers add up to the total', 'payers get back the reimbursement', 'a payer gets back their part',
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
  union all
  select chapter_id, check_name, subject_id, expected, actual
  from hub.recurring_reconciliation
  union all
  select chapter_id, check_name, subject_id, expected, actual
  from hub.correction_reconciliation
) found;
