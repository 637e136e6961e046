-- Recurring expenses: what is logged again and again, and on which days. An expense made from one says
-- which and for which day. What the database itself guarantees, the owner of these tables included:
--   * for one day, one expense is made, whatever runs twice, late, or is killed halfway;
--   * the next day is the one that the rule comes to;
--   * an expense never changes what it was made from.

-- The n-th day of a rule, counted from the first: January 31 is followed by February 28 and March 31.
create function hub.recurring_day(p_first date, p_frequency text, p_interval integer, n integer)
returns date language sql immutable parallel safe
return (p_first + case p_frequency
  when 'weekly' then make_interval(weeks => p_interval * n)
  when 'monthly' then make_interval(months => p_interval * n)
  else make_interval(years => p_interval * n)
end)::date;

create table hub.recurring_expense (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  frequency text not null check (frequency in ('weekly', 'monthly', 'yearly')),
  interval_count integer not null check (interval_count between 1 and 99),
  -- Days count from the first one on; those before are of an earlier rule.
  first_day date not null check (first_day >= '1900-01-01'),
  last_day date not null check (last_day <= '9998-12-31'),
  -- How many days are past: those made, and those skipped while paused.
  position integer not null check (position >= 0),
  skipped integer not null default 0 check (skipped between 0 and position),
  -- Null once the rule has ended.
  next_day date,
  local_time text not null check (local_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- The body of a new expense, as it goes over the wire, without its date.
  template jsonb not null check (jsonb_typeof(template) = 'object'),
  paused_at timestamptz,
  ended_at timestamptz,
  -- Why the next one could not be made the last time.
  failure_code text,
  failure_message text,
  failed_at timestamptz,
  created_by uuid not null,
  -- Whose rights the expenses are made with.
  saved_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1 check (version >= 1),
  primary key (chapter_id, id),
  foreign key (chapter_id, created_by) references hub.member (chapter_id, id),
  foreign key (chapter_id, saved_by) references hub.member (chapter_id, id),
  constraint recurring_expense_fails_with_a_reason
    check (num_nulls(failure_code, failure_message, failed_at) in (0, 3)),
  constraint recurring_expense_follows_its_rule check (next_day is not distinct from
    case when hub.recurring_day(first_day, frequency, interval_count, position) <= last_day
      then hub.recurring_day(first_day, frequency, interval_count, position) end)
);
create index recurring_expense_due on hub.recurring_expense (chapter_id, next_day, id)
  where ended_at is null and next_day is not null;
create trigger recurring_expense_is_never_removed before delete or truncate
  on hub.recurring_expense for each statement execute function hub.refuse_change();

alter table hub.expense
  add column recurring_id uuid,
  add column recurring_day date,
  add constraint expense_is_made_for_a_day check (num_nulls(recurring_id, recurring_day) in (0, 2)),
  add foreign key (chapter_id, recurring_id) references hub.recurring_expense (chapter_id, id);
create unique index expense_made_once on hub.expense (chapter_id, recurring_id, recurring_day)
  where recurring_id is not null;
create trigger expense_keeps_what_it_was_made_from before update on hub.expense
  for each row when ((old.recurring_id, old.recurring_day)
    is distinct from (new.recurring_id, new.recurring_day))
  execute function hub.refuse_change();

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
  union all
  select chapter_id, check_name, subject_id, expected, actual
  from hub.recurring_reconciliation
) found;

grant select on hub.recurring_expense, hub.recurring_reconciliation to :app_role;
grant insert on hub.recurring_expense to :app_role;
grant update (frequency, interval_count, first_day, last_day, position, skipped, next_day, local_time,
    template, paused_at, ended_at, failure_code, failure_message, failed_at, saved_by, updated_at, version)
  on hub.recurring_expense to :app_role;
grant execute on function hub.recurring_day to :app_role;
