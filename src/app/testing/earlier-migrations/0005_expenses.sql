-- Shared expenses. Shares are computed by the server when an expense is written and stored; they
-- add up to the total to the cent (held by the reconciliation, and again when it settles).

create table hub.expense (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  title text not null check (btrim(title) <> ''),
  description text not null default '',
  amount_cents bigint not null check (amount_cents between 1 and 999999999999),
  expense_at timestamptz not null,
  event_id uuid,
  category text not null default '',
  paid_by uuid,
  is_even_split boolean not null,
  is_excluded_from_group_totals boolean not null,
  use_wallet_transactions boolean not null,
  reimbursement_type text not null check (reimbursement_type in ('Full', 'None', 'Partial')),
  reimbursement_cents bigint,
  receipt_ids text[] not null default '{}',
  status text not null default 'open' check (status in ('open', 'settled')),
  settled_at timestamptz,
  settled_by uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  deleted_at timestamptz,
  primary key (chapter_id, id),
  foreign key (chapter_id, event_id) references hub.event (chapter_id, id),
  foreign key (chapter_id, paid_by) references hub.member (chapter_id, id),
  foreign key (chapter_id, settled_by) references hub.member (chapter_id, id),
  foreign key (chapter_id, created_by) references hub.member (chapter_id, id),
  check (is_even_split = (paid_by is null)),
  check ((reimbursement_type = 'Partial') = (reimbursement_cents is not null)),
  check (reimbursement_cents between 1 and amount_cents),
  check ((status = 'settled') = (settled_at is not null)),
  check (deleted_at is null or status = 'open')
);
create index expense_newest on hub.expense (chapter_id, expense_at desc, id desc) where deleted_at is null;
create index expense_of_event on hub.expense (chapter_id, event_id, expense_at desc, id desc)
  where deleted_at is null;
create index expense_open_of_payer on hub.expense (chapter_id, paid_by)
  where status = 'open' and deleted_at is null;

create table hub.expense_participant (
  chapter_id uuid not null,
  expense_id uuid not null,
  member_id uuid not null,
  share_cents bigint not null check (share_cents >= 0),
  primary key (chapter_id, expense_id, member_id),
  foreign key (chapter_id, expense_id) references hub.expense (chapter_id, id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);
create index expense_participant_of_member on hub.expense_participant (chapter_id, member_id, expense_id);

create table hub.expense_override (
  chapter_id uuid not null,
  expense_id uuid not null,
  id uuid not null,
  type text not null check (type in ('equal', 'manual')),
  amount_cents bigint not null check (amount_cents between 0 and 999999999999),
  label text not null,
  manual_member_id uuid,
  created_at timestamptz not null,
  primary key (chapter_id, expense_id, id),
  -- One manual override a participant.
  unique (chapter_id, expense_id, manual_member_id),
  foreign key (chapter_id, expense_id) references hub.expense (chapter_id, id),
  foreign key (chapter_id, expense_id, manual_member_id)
    references hub.expense_participant (chapter_id, expense_id, member_id) deferrable initially deferred,
  check ((type = 'manual') = (manual_member_id is not null))
);

create table hub.expense_override_participant (
  chapter_id uuid not null,
  expense_id uuid not null,
  override_id uuid not null,
  member_id uuid not null,
  primary key (chapter_id, expense_id, override_id, member_id),
  foreign key (chapter_id, expense_id, override_id)
    references hub.expense_override (chapter_id, expense_id, id) on delete cascade,
  foreign key (chapter_id, expense_id, member_id)
    references hub.expense_participant (chapter_id, expense_id, member_id) deferrable initially deferred
);

alter table hub.ledger_journal
  add foreign key (chapter_id, expense_id) references hub.expense (chapter_id, id);

-- Nothing settled ever changes: neither the expense nor its parts, whoever asks.
create function hub.refuse_settled_expense() returns trigger language plpgsql as $$
begin
  if old.status = 'settled' then
    raise exception 'expense % is settled and cannot change', old.id using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger expense_settled_is_final before update or delete on hub.expense
  for each row execute function hub.refuse_settled_expense();
create trigger expense_is_never_emptied before truncate on hub.expense
  for each statement execute function hub.refuse_change();

create function hub.refuse_part_of_settled_expense() returns trigger language plpgsql as $$
declare
  touched record;
begin
  for touched in
    select e.id from hub.expense e
    where e.status = 'settled'
      and ((tg_op <> 'INSERT' and e.chapter_id = old.chapter_id and e.id = old.expense_id)
        or (tg_op <> 'DELETE' and e.chapter_id = new.chapter_id and e.id = new.expense_id))
  loop
    raise exception 'expense % is settled and cannot change', touched.id
      using errcode = 'restrict_violation';
  end loop;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger expense_participant_of_settled_is_final
  before insert or update or delete on hub.expense_participant
  for each row execute function hub.refuse_part_of_settled_expense();
create trigger expense_override_of_settled_is_final
  before insert or update or delete on hub.expense_override
  for each row execute function hub.refuse_part_of_settled_expense();
create trigger expense_override_participant_of_settled_is_final
  before insert or update or delete on hub.expense_override_participant
  for each row execute function hub.refuse_part_of_settled_expense();

grant select, insert, update on hub.expense to :app_role;
grant select, insert, update, delete
  on hub.expense_participant, hub.expense_override, hub.expense_override_participant to :app_role;

-- The reconciliation, with the expenses' part: shares against totals, and a settlement's journal
-- against the expense it settles.
create view hub.expense_reconciliation as
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
where j.kind = 'settle' and e.status <> 'settled';
grant select on hub.expense_reconciliation to :app_role;
