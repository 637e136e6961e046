-- How many people share an expense, stored with it: sorting a list by it counted the shares of the whole
-- chapter, 3.4 s for a million expenses. The server writes it with the row; the check of all figures
-- compares it with the shares. The default is of an expense that no one shares.

alter table hub.expense add column participant_count smallint not null default 0
  constraint expense_participant_count_check check (participant_count >= 0);
-- Settled expenses never change, except here.
alter table hub.expense disable trigger user;
update hub.expense e
set participant_count = p.people
from (
  select chapter_id, expense_id, count(*) as people
  from hub.expense_participant
  group by chapter_id, expense_id
) p
where p.chapter_id = e.chapter_id and p.expense_id = e.id;
alter table hub.expense enable trigger user;

create or replace view hub.expense_reconciliation as
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
