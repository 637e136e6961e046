-- A member's standing: credits minus shares of their open expenses, plus the balances of their wallets
-- in US dollars. Negative is what they have to pay, positive what they have. Read from figures and
-- balances that every write maintains, so that its cost does not grow with what was ever written.

-- Stored balances by owner and currency.
create view hub.wallet_total as
select w.chapter_id, w.owner_id, w.currency_code, sum(a.balance_cents)::bigint as balance_cents
from hub.wallet w
join hub.ledger_account a on a.chapter_id = w.chapter_id and a.wallet_id = w.id
group by w.chapter_id, w.owner_id, w.currency_code;

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

-- The sums move with every write, so of them too a difference is how far the two are apart.
create or replace view hub.difference as
select chapter_id, check_name, subject_id, expected, actual, case
    when (check_name in ('stored balance equals its entries', 'balance equals its visible transactions',
        'transaction keeps every version', 'expense shares add up to the total',
        'standings and the chapter add up to zero')
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
) found;

grant select on hub.wallet_total, hub.member_standing, hub.standing_reconciliation to :app_role;
