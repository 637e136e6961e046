-- What the payer of an expense gets back, and which wallet a settlement moves, each said once for the
-- triggers, the figures and every query. Written so that the planner puts them in place of their calls.

-- In cents: Full, the whole amount; Partial, the stated one; None, nothing, because the company paid;
-- and nothing for an even split, which has no payer (a check of the table). `payerCredit` is the same
-- for forms; a test holds the two together.
create function hub.payer_credit(e hub.expense) returns bigint language sql immutable as $$
  select case
    when e.paid_by is null then 0
    when e.reimbursement_type = 'Full' then e.amount_cents
    when e.reimbursement_type = 'Partial' then e.reimbursement_cents
    else 0 end
$$;

-- The member's oldest wallet in US dollars; no row where there is none.
create function hub.settlement_wallet(p_chapter uuid, p_member uuid)
returns table (wallet_id uuid) language sql stable rows 1 as $$
  select w.id
  from hub.wallet w
  where w.chapter_id = p_chapter and w.owner_id = p_member and w.currency_code = 'USD'
  order by w.created_at, w.id
  limit 1
$$;

create or replace function hub.figures_of_expense(e hub.expense)
returns table (kind text, subject_id uuid, amount bigint) language sql stable as $$
  select f.kind, f.subject_id, f.amount
  from (values
    ('count', e.chapter_id, 1::bigint),
    ('open_count', e.chapter_id, (e.status = 'open')::int::bigint),
    ('event_count', e.event_id, 1),
    ('gross', e.chapter_id, case when e.status = 'open' then e.amount_cents else 0 end),
    ('total', e.chapter_id, case when e.is_excluded_from_group_totals then 0 else e.amount_cents end),
    ('balance', e.paid_by, case when e.status = 'open' then hub.payer_credit(e) else 0 end)
  ) f (kind, subject_id, amount)
  where e.id is not null and e.deleted_at is null and f.subject_id is not null and f.amount <> 0
$$;
