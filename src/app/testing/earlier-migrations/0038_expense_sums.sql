-- What a list of expenses adds up to: the kept group total, and what it leaves out. Most expenses are not
-- left out and so move no further figure.
alter table hub.expense_figure drop constraint expense_figure_kind_check;
alter table hub.expense_figure add constraint expense_figure_kind_check
  check (kind in ('balance', 'total', 'excluded', 'gross', 'count', 'open_count', 'event_count'));

create or replace function hub.figures_of_expense(e hub.expense)
returns table (kind text, subject_id uuid, amount bigint) language sql stable as $$
  select f.kind, f.subject_id, f.amount
  from (values
    ('count', e.chapter_id, 1::bigint),
    ('open_count', e.chapter_id, (e.status = 'open')::int::bigint),
    ('event_count', e.event_id, 1),
    ('gross', e.chapter_id, case when e.status = 'open' then e.amount_cents else 0 end),
    ('total', e.chapter_id, case when e.is_excluded_from_group_totals then 0 else e.amount_cents end),
    ('excluded', e.chapter_id, case when e.is_excluded_from_group_totals then e.amount_cents else 0 end),
    ('balance', e.paid_by, case when e.status = 'open' then hub.payer_credit(e) else 0 end)
  ) f (kind, subject_id, amount)
  where e.id is not null and e.deleted_at is null and f.subject_id is not null and f.amount <> 0
$$;

insert into hub.expense_figure (chapter_id, kind, subject_id, amount)
select chapter_id, 'excluded', chapter_id, sum(amount_cents)
from hub.expense
where is_excluded_from_group_totals and deleted_at is null and amount_cents <> 0
group by chapter_id;
