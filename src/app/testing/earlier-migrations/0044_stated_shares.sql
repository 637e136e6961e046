-- A manual override may state its share as a percentage or a weight. It is kept as stated, and its
-- amount is what the share came to when the expense was last written (decision 5).

alter table hub.expense_override
  add column stated_unit text check (stated_unit in ('percent', 'weight')),
  add column stated_value text
    check (stated_value ~ '^([0-9]{1,5}([.][0-9]{1,4})?|([0-9]{1,5} )?[0-9]{1,4}/[1-9][0-9]{0,3})$'),
  add constraint expense_override_states_a_share
    check (num_nulls(stated_unit, stated_value) in (0, 2) and (stated_unit is null or type = 'manual'));
create index expense_override_stated on hub.expense_override (chapter_id, expense_id)
  where stated_unit is not null;

-- '12', '12.5', '1/3' and '33 1/3'. `parseFraction` is the same, but exact; a test compares them.
create function hub.parse_fraction(value text) returns numeric language sql immutable as $$
  select case
    when value not like '%/%' then value::numeric
    else case when value like '% %' then split_part(value, ' ', 1)::numeric else 0 end
      + split_part(split_part(value, ' ', -1), '/', 1)::numeric
        / split_part(split_part(value, ' ', -1), '/', 2)::numeric
  end
$$;

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
) found;

grant select on hub.stated_share_reconciliation to :app_role;
grant execute on function hub.parse_fraction to :app_role;
