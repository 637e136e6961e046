-- Dues: what the chapter asks of its members. An act is stored, what has become of it is derived. What the database
-- guarantees:
--   * a charge moves each of its members' wallets by what it asks of them, once, and each act what it takes off;
--   * what a charge asks never changes; what is taken off, its due day and its cancellation are those of its acts;
--   * nobody is asked twice for the same title and day.

create table hub.charge (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  title text not null check (btrim(title) <> '' and char_length(title) <= 100),
  title_key text not null generated always as (hub.folded(btrim(title))) stored,
  -- The day that all were given; some may have got another since.
  due_on date not null,
  category text check (category <> '' and char_length(category) <= 100),
  note text check (note <> '' and char_length(note) <= 500),
  occurrence_id uuid,
  is_late_fee boolean not null default false,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (chapter_id, id),
  -- What pins title and day in the rows below.
  unique (chapter_id, id, title_key, due_on),
  foreign key (chapter_id, created_by) references hub.member (chapter_id, id),
  constraint charge_is_for_occurrence foreign key (chapter_id, occurrence_id)
    references hub.event_occurrence (chapter_id, id) on delete set null (occurrence_id)
);
create index charge_newest on hub.charge (chapter_id, due_on desc, id desc);
create index charge_of_occurrence on hub.charge (chapter_id, occurrence_id) where occurrence_id is not null;

create table hub.charge_item (
  chapter_id uuid not null,
  -- That of the transaction that shows it in the member's wallet.
  id uuid not null,
  charge_id uuid not null,
  title_key text not null,
  asked_due_on date not null,
  member_id uuid not null,
  amount_cents bigint not null check (amount_cents between 1 and 9999999),
  -- From here on as its acts left it.
  due_on date not null,
  waived_cents bigint not null default 0
    constraint charge_item_waived_in_range check (waived_cents between 0 and amount_cents),
  canceled_at timestamptz,
  version integer not null default 1,
  primary key (chapter_id, id),
  unique (chapter_id, charge_id, member_id),
  foreign key (chapter_id, charge_id, title_key, asked_due_on)
    references hub.charge (chapter_id, id, title_key, due_on),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
);
create unique index charge_item_asked_once
  on hub.charge_item (chapter_id, title_key, asked_due_on, member_id) where canceled_at is null;
create index charge_item_due on hub.charge_item (chapter_id, member_id, due_on desc, id desc);

create table hub.charge_act (
  chapter_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  -- The version of the item that it leads to: the order in which acts were applied, whatever clocks say.
  version integer not null default 0,
  act text not null,
  -- What it takes off, for all of one posting.
  amount_cents bigint,
  posting_id uuid,
  due_on date,
  reason text check (btrim(reason) <> '' and char_length(reason) <= 500),
  acted_by uuid not null,
  acted_at timestamptz not null,
  primary key (chapter_id, id),
  foreign key (chapter_id, item_id) references hub.charge_item (chapter_id, id),
  foreign key (chapter_id, acted_by) references hub.member (chapter_id, id),
  constraint charge_act_says_what_it_does check (
    (posting_id is not null) = (coalesce(amount_cents, 0) > 0) and case act
      when 'waive' then amount_cents > 0 and reason is not null and due_on is null
      when 'cancel' then amount_cents >= 0 and reason is not null and due_on is null
      when 'move' then due_on is not null and num_nonnulls(amount_cents, reason) = 0
      else false end)
);
create unique index charge_act_of_item on hub.charge_act (chapter_id, item_id, version desc);
create index charge_act_posted on hub.charge_act (chapter_id, posting_id) where posting_id is not null;

-- Reminders of a member rest up to this day. It moves no money.
create table hub.dues_pause (
  chapter_id uuid not null,
  member_id uuid not null,
  until_on date not null,
  note text check (note <> '' and char_length(note) <= 500),
  paused_by uuid not null,
  paused_at timestamptz not null,
  primary key (chapter_id, member_id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id),
  foreign key (chapter_id, paused_by) references hub.member (chapter_id, id)
);

create trigger charge_is_never_removed before delete or truncate
  on hub.charge for each statement execute function hub.refuse_change();
create trigger charge_item_is_never_removed before delete or truncate
  on hub.charge_item for each statement execute function hub.refuse_change();
create trigger charge_act_is_append_only before update or delete or truncate
  on hub.charge_act for each statement execute function hub.refuse_change();

-- The date of an event may be gone; nothing else of a charge changes.
create trigger charge_keeps_what_it_asks before update on hub.charge
  for each row when (
    (new.chapter_id, new.id, new.title, new.due_on, new.category, new.note, new.is_late_fee, new.created_by,
      new.created_at) is distinct from
    (old.chapter_id, old.id, old.title, old.due_on, old.category, old.note, old.is_late_fee, old.created_by,
      old.created_at)
    or new.occurrence_id is not null)
  execute function hub.refuse_change();
create trigger charge_item_is_changed_by_acts before update on hub.charge_item
  for each statement execute function hub.refuse_direct_change();

create function hub.begin_charge_item() returns trigger language plpgsql as $$
begin
  if (new.due_on, new.waived_cents, new.version) is distinct from (new.asked_due_on, 0::bigint, 1)
    or new.canceled_at is not null
    or exists (
      select from hub.ledger_journal
      where chapter_id = new.chapter_id and source_id = new.charge_id and kind = 'charge')
  then
    raise exception 'what charge % asks is written with it', new.charge_id
      using errcode = 'check_violation', constraint = 'charge_item_begins_with_charge';
  end if;
  return new;
end
$$;
create trigger charge_item_begins_with_charge before insert on hub.charge_item
  for each row execute function hub.begin_charge_item();

create function hub.apply_charge_act() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update hub.charge_item i
  set waived_cents = i.waived_cents + case new.act when 'waive' then new.amount_cents else 0 end,
    canceled_at = case new.act when 'cancel' then new.acted_at end,
    due_on = coalesce(new.due_on, i.due_on),
    version = i.version + 1
  where i.chapter_id = new.chapter_id and i.id = new.item_id and i.canceled_at is null
    and (new.act <> 'cancel' or new.amount_cents = i.amount_cents - i.waived_cents)
  returning i.version into new.version;
  if not found then
    raise exception 'act % does not fit what it is about', new.id
      using errcode = 'check_violation', constraint = 'charge_act_fits';
  end if;
  return new;
end
$$;
revoke all on function hub.apply_charge_act from public;
create trigger charge_act_applies before insert on hub.charge_act
  for each row execute function hub.apply_charge_act();

-- One journal for all whom a charge asks, and one for what an act takes off of one or several of them.
insert into hub.ledger_kind (kind, origin, subject, counter_account)
values ('charge', 'charge', 'source_id', 'company'),
  ('charge_off', 'charge', 'source_id', 'company');

create view hub.charge_reconciliation as
select chapter_id, check_name, subject_id, sum(expected_cents)::text as expected, sum(actual_cents)::text as actual
from (
  select chapter_id, 'charge equals its posting' as check_name, charge_id as subject_id, member_id,
    -amount_cents as expected_cents, 0 as actual_cents
  from hub.charge_item
  union all
  select a.chapter_id, 'what was taken off a charge equals its posting', a.posting_id, i.member_id, a.amount_cents, 0
  from hub.charge_act a
  join hub.charge_item i on i.chapter_id = a.chapter_id and i.id = a.item_id
  where a.posting_id is not null
  union all
  select j.chapter_id, case j.kind when 'charge' then 'charge equals its posting'
      else 'what was taken off a charge equals its posting' end,
    j.source_id, w.owner_id, 0, e.amount_cents
  from hub.ledger_journal j
  join hub.ledger_entry e on e.chapter_id = j.chapter_id and e.journal_id = j.id
  join hub.wallet w on w.chapter_id = e.chapter_id and w.id = e.wallet_id
  where j.kind in ('charge', 'charge_off')
) posting
group by chapter_id, check_name, subject_id, member_id
having sum(expected_cents) <> sum(actual_cents)
union all
select i.chapter_id, 'charge equals its posting', i.charge_id, (-i.amount_cents)::text, 'none of its id'
from hub.charge_item i
where not exists (
  select from hub.wallet_transaction t
  join hub.ledger_journal j on j.chapter_id = t.chapter_id and j.id = t.journal_id
  where t.chapter_id = i.chapter_id and t.id = i.id and t.user_id = i.member_id
    and j.kind = 'charge' and j.source_id = i.charge_id)
union all
select i.chapter_id, 'charge is as its acts left it', i.id,
  concat_ws(' ', coalesce(a.waived_cents, 0), coalesce(a.due_on, i.asked_due_on), a.canceled_at is not null),
  concat_ws(' ', i.waived_cents, i.due_on, i.canceled_at is not null)
from hub.charge_item i
left join (
  select chapter_id, item_id, sum(amount_cents) filter (where act = 'waive') as waived_cents,
    (array_agg(due_on order by version desc) filter (where act = 'move'))[1] as due_on,
    max(acted_at) filter (where act = 'cancel') as canceled_at
  from hub.charge_act
  group by chapter_id, item_id
) a on a.chapter_id = i.chapter_id and a.item_id = i.id
where (coalesce(a.waived_cents, 0), coalesce(a.due_on, i.asked_due_on), a.canceled_at)
  is distinct from (i.waived_cents, i.due_on, i.canceled_at);

-- Asked when a transaction that wrote a charge, an act or their journal commits.
create function hub.check_charge_is_posted() returns trigger language plpgsql as $$
declare
  about uuid := to_jsonb(new) ->> tg_argv[0];
begin
  perform from hub.charge_reconciliation where chapter_id = new.chapter_id and subject_id = about;
  if found then
    raise exception 'charge or act % and its posting differ', about
      using errcode = 'check_violation', constraint = 'charge_is_posted';
  end if;
  return null;
end
$$;
create constraint trigger charge_is_posted after insert on hub.charge
  deferrable initially deferred for each row execute function hub.check_charge_is_posted('id');
create constraint trigger charge_act_is_posted after insert on hub.charge_act
  deferrable initially deferred for each row when (new.posting_id is not null)
  execute function hub.check_charge_is_posted('posting_id');
create constraint trigger ledger_journal_is_of_charge after insert on hub.ledger_journal
  deferrable initially deferred for each row when (new.kind in ('charge', 'charge_off'))
  execute function hub.check_charge_is_posted('source_id');

-- What stood against wallets at an instant ('infinity': now), with the day until when it is to be paid: the one
-- definition of what is open. What is no charge is due thirty days after it was recorded. Left out are pairs that
-- cancel each other out: a payment and its counter-entry in one wallet, what a corrected expense and its reversal
-- moved, and of a charge what was taken off. Written so that the planner puts it in place of its calls.
create function hub.wallet_debits(p_until timestamptz)
returns table (chapter_id uuid, wallet_id uuid, id uuid, user_id uuid, amount_cents bigint, occurred_at timestamptz,
  due_on date, description text, expense_id uuid, is_charge boolean, is_backdated boolean)
language sql stable as $$
  select t.chapter_id, t.wallet_id, t.id, t.user_id, -t.amount_cents - coalesce(o.cents, 0), t.occurred_at,
    coalesce(o.due_on, (greatest(t.occurred_at, t.created_at) at time zone c.time_zone)::date + 30), t.description, t.expense_id,
    t.origin = 'charge', t.created_at > t.occurred_at
  from hub.wallet_transaction t
  join hub.chapter c on c.id = t.chapter_id
  left join hub.charge_item i on i.chapter_id = t.chapter_id and i.id = t.id
  cross join lateral (
    select
      case when p_until = 'infinity'
        then case when i.canceled_at is null then i.waived_cents else i.amount_cents end
        else (
          select sum(a.amount_cents)::bigint from hub.charge_act a
          where a.chapter_id = i.chapter_id and a.item_id = i.id and a.acted_at <= p_until) end as cents,
      case when p_until = 'infinity' then i.due_on else coalesce((
        select a.due_on from hub.charge_act a
        where a.chapter_id = i.chapter_id and a.item_id = i.id and a.act = 'move' and a.acted_at <= p_until
        order by a.version desc limit 1), i.asked_due_on) end as due_on
  ) o
  where t.deleted_at is null and t.amount_cents < 0 and t.occurred_at <= p_until
    and -t.amount_cents > coalesce(o.cents, 0)
    and not (t.payment_id is not null and exists (
      select from hub.wallet_transaction b
      where b.chapter_id = t.chapter_id and b.payment_id = t.payment_id
        and b.wallet_id = t.wallet_id and b.amount_cents = -t.amount_cents and b.occurred_at <= p_until))
    and not (t.expense_id is not null and (
      exists (
        select from hub.expense r
        where r.chapter_id = t.chapter_id and r.corrects_id = t.expense_id and r.corrects_id is not null
          and r.status = 'settled'
          and r.settled_at <= p_until)
      or exists (
        select from hub.expense r
        where r.chapter_id = t.chapter_id and r.id = t.expense_id and r.corrects_id is not null)))
$$;

drop view hub.wallet_debit;
-- Debits that count from a day before they were recorded, as payments to a member may; they are few.
create index wallet_transaction_backdated on hub.wallet_transaction (chapter_id, wallet_id, created_at desc, id desc)
  where deleted_at is null and amount_cents < 0 and created_at > occurred_at;

create view hub.wallet_debit as
select chapter_id, wallet_id, id, user_id, amount_cents, occurred_at from hub.wallet_debits('infinity');

-- What covers debits: all other credits, without what the pairs above and payments for an expense take away.
create view hub.wallet_credit as
select t.chapter_id, t.wallet_id, t.id, t.amount_cents, t.occurred_at, t.payment_id is not null as is_payment
from hub.wallet_transaction t
where t.deleted_at is null and t.amount_cents > 0 and t.origin <> 'charge'
  and not (t.payment_id is not null and (
    exists (
      select from hub.wallet_transaction o
      where o.chapter_id = t.chapter_id and o.payment_id = t.payment_id
        and o.wallet_id = t.wallet_id and o.amount_cents = -t.amount_cents)
    or exists (
      select from hub.payment p
      join hub.wallet_debits('infinity') d on d.chapter_id = p.chapter_id and d.wallet_id = t.wallet_id
        and d.expense_id = p.expense_id
      where p.chapter_id = t.chapter_id and p.id = t.payment_id)))
  and not (t.expense_id is not null and (
    exists (
      select from hub.expense r
      where r.chapter_id = t.chapter_id and r.corrects_id = t.expense_id and r.corrects_id is not null
          and r.status = 'settled')
    or exists (
      select from hub.expense r
      where r.chapter_id = t.chapter_id and r.id = t.expense_id and r.corrects_id is not null)));

create or replace view hub.difference as
select chapter_id, check_name, subject_id, expected, actual, case
    when (check_name in ('stored balance equals its entries', 'balance equals its visible transactions',
        'transaction keeps every version', 'expense shares add up to the total',
        'payers add up to the total', 'payers get back the reimbursement', 'a payer gets back their part',
        'standings and the chapter add up to zero',
        'payment equals its posting', 'payment taken back equals its posting',
        'charge equals its posting', 'what was taken off a charge equals its posting',
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
  union all
  select chapter_id, check_name, subject_id, expected, actual
  from hub.charge_reconciliation
) found;

grant select, insert on hub.charge, hub.charge_item, hub.charge_act to :app_role;
-- To lock a row; no statement of its own changes one.
grant update (version) on hub.charge_item to :app_role;
grant select, insert, update, delete on hub.dues_pause to :app_role;
grant select on hub.wallet_debit, hub.wallet_credit, hub.charge_reconciliation to :app_role;
