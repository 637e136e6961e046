-- Shared expenses. Shares are computed by the server when an expense is written and stored; they
-- add up to the total to the cent (held by the reconciliation, and again when it settles).

-- The n-th day of a rule, counted from the first: January 31 is followed by February 28 and March 31.
create function hub.recurring_day(p_first date, p_frequency text, p_interval integer, n integer)
returns date language sql immutable parallel safe
return (p_first + case p_frequency
  when 'weekly' then make_interval(weeks => p_interval * n)
  when 'monthly' then make_interval(months => p_interval * n)
  else make_interval(years => p_interval * n)
end)::date;
grant execute on function hub.recurring_day to :app_role;

-- Recurring expenses: what is logged again and again, and on which days. An expense made from one says
-- which and for which day. What the database itself guarantees, the owner of these tables included:
--   * for one day, one expense is made, whatever runs twice, late, or is killed halfway;
--   * the next day is the one that the rule comes to;
--   * an expense never changes what it was made from.
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

grant select, insert on hub.recurring_expense to :app_role;
grant update (frequency, interval_count, first_day, last_day, position, skipped, next_day, local_time,
    template, paused_at, ended_at, failure_code, failure_message, failed_at, saved_by, updated_at, version)
  on hub.recurring_expense to :app_role;

create table hub.expense (
  chapter_id uuid not null,
  id uuid not null,
  title text not null check (btrim(title) <> ''),
  description text not null default '',
  amount_cents bigint not null,
  expense_at timestamptz not null,
  event_id uuid,
  category text not null default '',
  paid_by uuid,
  is_even_split boolean not null,
  is_excluded_from_group_totals boolean not null,
  use_wallet_transactions boolean not null,
  reimbursement_type text not null check (reimbursement_type in ('Full', 'None', 'Partial')),
  reimbursement_cents bigint,
  status text not null default 'open' check (status in ('open', 'settled')),
  settled_at timestamptz,
  settled_by uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  deleted_at timestamptz,
  -- How a settled expense was paid, in the words of whoever settled it: 'cash at dinner'.
  settlement_note text,
  recurring_id uuid,
  recurring_day date,
  -- What each of them paid is in expense_payer. An expense with one payer has no rows there: `paid_by` paid it
  -- all, and writing it costs nothing more.
  has_several_payers boolean not null default false,
  -- A settled expense is corrected by its reversal, an expense of the same amounts negated, and where
  -- something is to stand in its place, a replacement. All are settled in one transaction. What is settled
  -- never changes, so the links are columns of the new expenses.
  corrects_id uuid,
  replaces_id uuid,
  -- An expense may have been paid in another currency. What it came to there is kept with its rate, in US
  -- dollars for one unit, and its amount follows from both: rounded half up to the cent, as in
  -- src/features/expenses/original.ts. A reversal has the negative of both amounts.
  original_currency text check (original_currency in ('EUR', 'GBP', 'CAD', 'AUD')),
  original_cents bigint check (abs(original_cents) between 1 and 999999999999),
  -- Decimal text without needless zeros, as it was entered.
  original_rate text check (original_rate ~ '^(0|[1-9]\d{0,3})(\.\d{0,7}[1-9])?$'),
  -- How many people share it, stored with it: sorting a list by it counted the shares of the whole chapter,
  -- 3.4 s for a million expenses. The check of all figures compares it with the shares.
  participant_count smallint not null default 0 check (participant_count >= 0),
  primary key (chapter_id, id),
  foreign key (chapter_id, event_id) references hub.event (chapter_id, id),
  foreign key (chapter_id, paid_by) references hub.member (chapter_id, id),
  foreign key (chapter_id, settled_by) references hub.member (chapter_id, id),
  -- That its author is a member says that the chapter exists.
  foreign key (chapter_id, created_by) references hub.member (chapter_id, id),
  foreign key (chapter_id, recurring_id) references hub.recurring_expense (chapter_id, id),
  foreign key (chapter_id, corrects_id) references hub.expense (chapter_id, id),
  foreign key (chapter_id, replaces_id) references hub.expense (chapter_id, id),
  constraint expense_amount_cents_check check (case
    when corrects_id is null then amount_cents between 1 and 999999999999
    else amount_cents between -999999999999 and -1 end),
  constraint expense_reimbursement_cents_check check (case
    when corrects_id is null then reimbursement_cents between 1 and amount_cents
    else reimbursement_cents between amount_cents and -1 end),
  constraint expense_check check (is_even_split = (paid_by is null)),
  constraint expense_check1 check ((reimbursement_type = 'Partial') = (reimbursement_cents is not null)),
  constraint expense_check3 check ((status = 'settled') = (settled_at is not null)),
  constraint expense_check4 check (deleted_at is null or status = 'open'),
  constraint expense_check5 check (settlement_note is null or status = 'settled'
    and btrim(settlement_note) <> '' and char_length(settlement_note) <= 200),
  constraint expense_check6 check (paid_by is not null or not has_several_payers),
  constraint expense_is_made_for_a_day check (num_nulls(recurring_id, recurring_day) in (0, 2)),
  constraint expense_corrects_or_replaces check (corrects_id is null or replaces_id is null),
  constraint original_is_whole check (
    num_nonnulls(original_currency, original_cents, original_rate) in (0, 3)),
  constraint amount_follows_rate check (
    case when original_rate ~ '^\d+(\.\d+)?$'
      then amount_cents = round(original_cents * original_rate::numeric)
      else original_rate is null
    end)
)
-- An index answers alone only for pages that a vacuum has seen. The newest are read most.
with (autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.02);
create index expense_newest on hub.expense (chapter_id, expense_at desc, id desc) where deleted_at is null;
create index expense_of_event on hub.expense (chapter_id, event_id, expense_at desc, id desc)
  where deleted_at is null and event_id is not null;
-- What a wallet's owner is still to be reimbursed, without reading an expense.
create index expense_open_of_payer on hub.expense (chapter_id, paid_by)
  include (id, use_wallet_transactions, reimbursement_type, amount_cents, reimbursement_cents)
  where status = 'open' and deleted_at is null and not has_several_payers;
-- Steps from one category to the next.
create index expense_category on hub.expense (chapter_id, lower(category))
  where deleted_at is null and category <> '';
-- The trash, the newest first.
create index expense_deleted on hub.expense (chapter_id, expense_at desc, id desc)
  where deleted_at is not null;
-- Settled expenses by when they were: settling is rare beside logging, which this costs nothing.
create index expense_settled_newest on hub.expense (chapter_id, settled_at desc, id desc)
  where settled_at is not null;
-- Finds the latest rate of each currency.
create index expense_rate on hub.expense (chapter_id, original_currency, created_at desc)
  include (original_rate)
  where original_currency is not null and deleted_at is null;
create unique index expense_made_once on hub.expense (chapter_id, recurring_id, recurring_day)
  where recurring_id is not null;
create unique index expense_corrected_once on hub.expense (chapter_id, corrects_id)
  where corrects_id is not null;
create unique index expense_replaced_once on hub.expense (chapter_id, replaces_id)
  where replaces_id is not null;

-- The extension may have been there before, elsewhere: its operator classes are found where it is.
select set_config('search_path', extnamespace::regnamespace::text, true)
from pg_extension where extname = 'pg_trgm';
-- Texts anywhere in a chapter's expenses (see event_words).
create index expense_words on hub.expense
  using gin (chapter_id, title gin_trgm_ops, description gin_trgm_ops, category gin_trgm_ops)
  with (gin_pending_list_limit = 512)
  where deleted_at is null;

create table hub.expense_participant (
  chapter_id uuid not null,
  expense_id uuid not null,
  member_id uuid not null,
  share_cents bigint not null,
  primary key (chapter_id, expense_id, member_id),
  foreign key (chapter_id, expense_id) references hub.expense (chapter_id, id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id)
)
-- An index answers alone only for pages that a vacuum has seen.
with (autovacuum_vacuum_insert_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0.02);
create index expense_participant_of_member
  on hub.expense_participant (chapter_id, member_id, expense_id) include (share_cents);

-- Several people may pay one expense. What each paid adds up to its total; the reimbursement is divided
-- in proportion to it, to the cent, by the server when the expense is written, and stored as shares are.
create table hub.expense_payer (
  chapter_id uuid not null,
  expense_id uuid not null,
  member_id uuid not null,
  amount_cents bigint not null check (amount_cents <> 0),
  credit_cents bigint not null,
  primary key (chapter_id, expense_id, member_id),
  foreign key (chapter_id, expense_id) references hub.expense (chapter_id, id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id),
  constraint expense_payer_credit_cents_check check (
    credit_cents between least(amount_cents, 0) and greatest(amount_cents, 0))
);
create index expense_payer_of_member on hub.expense_payer (chapter_id, member_id, expense_id)
  include (credit_cents);

create table hub.expense_override (
  chapter_id uuid not null,
  expense_id uuid not null,
  id uuid not null,
  type text not null check (type in ('equal', 'manual')),
  amount_cents bigint not null check (amount_cents between 0 and 999999999999),
  label text not null,
  manual_member_id uuid,
  created_at timestamptz not null,
  -- A manual override may state its share as a percentage or a weight. It is kept as stated, and its
  -- amount is what the share came to when the expense was last written (decision 7).
  stated_unit text check (stated_unit in ('percent', 'weight')),
  stated_value text
    check (stated_value ~ '^([0-9]{1,5}([.][0-9]{1,4})?|([0-9]{1,5} )?[0-9]{1,4}/[1-9][0-9]{0,3})$'),
  primary key (chapter_id, expense_id, id),
  -- One manual override a participant.
  unique (chapter_id, expense_id, manual_member_id),
  foreign key (chapter_id, expense_id) references hub.expense (chapter_id, id),
  foreign key (chapter_id, expense_id, manual_member_id)
    references hub.expense_participant (chapter_id, expense_id, member_id) deferrable initially deferred,
  check ((type = 'manual') = (manual_member_id is not null)),
  constraint expense_override_states_a_share
    check (num_nulls(stated_unit, stated_value) in (0, 2) and (stated_unit is null or type = 'manual'))
);
create index expense_override_stated on hub.expense_override (chapter_id, expense_id)
  where stated_unit is not null;

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

grant select, insert, update on hub.expense to :app_role;
grant select, insert, update, delete
  on hub.expense_participant, hub.expense_override, hub.expense_override_participant to :app_role;
grant select, insert, delete on hub.expense_payer to :app_role;

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
create trigger expense_keeps_what_it_was_made_from before update on hub.expense
  for each row when ((old.recurring_id, old.recurring_day)
    is distinct from (new.recurring_id, new.recurring_day))
  execute function hub.refuse_change();

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
  before update or delete on hub.expense_participant
  for each row execute function hub.refuse_part_of_settled_expense();
create trigger expense_override_of_settled_is_final before insert or delete on hub.expense_override
  for each row execute function hub.refuse_part_of_settled_expense();
create trigger changed_expense_override_of_settled_is_final before update on hub.expense_override
  for each row when (not hub.is_erasing()) execute function hub.refuse_part_of_settled_expense();
create trigger expense_override_is_erased before update on hub.expense_override
  for each row when (hub.is_erasing()) execute function hub.keep_all_but_words('label');
create trigger expense_override_participant_of_settled_is_final
  before insert or update or delete on hub.expense_override_participant
  for each row execute function hub.refuse_part_of_settled_expense();
create trigger expense_payer_of_settled_is_final
  before insert or delete on hub.expense_payer
  for each row execute function hub.refuse_part_of_settled_expense();
-- They are deleted and inserted again.
create trigger expense_payer_never_changes before update on hub.expense_payer
  for each row execute function hub.refuse_change();
create trigger expense_payer_is_never_emptied before truncate on hub.expense_payer
  for each statement execute function hub.refuse_change();

-- Shares, and what several payers paid and get back, are negative in reversals alone.
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

-- What the payer of an expense gets back, said once for the triggers, the figures and every query. Written so that
-- the planner puts it in place of its calls.
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

-- At the end of a transaction, payers add up to their expense. The expense is locked, so that of two
-- transactions that change its payers the second sees the rows of the first. Of a reversal, too, the first of
-- several payers is the one who paid the most.
create function hub.check_payers_add_up() returns trigger language plpgsql as $$
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
create constraint trigger expense_payers_add_up after insert or delete on hub.expense_payer
  deferrable initially deferred
  for each row execute function hub.check_payers_add_up();
create constraint trigger expense_added_has_its_payers after insert on hub.expense
  deferrable initially deferred
  for each row when (new.has_several_payers) execute function hub.check_payers_add_up();
create constraint trigger expense_keeps_its_payers after update on hub.expense
  deferrable initially deferred
  for each row when (old.has_several_payers or new.has_several_payers)
  execute function hub.check_payers_add_up();

-- What payers of open expenses are to get back, by payer, said once for every query. What all payers of
-- an expense get back together is `payer_credit`.
create view hub.open_credit as
select e.chapter_id, e.id as expense_id, e.paid_by as member_id, hub.payer_credit(e) as credit_cents,
  e.use_wallet_transactions
from hub.expense e
where e.status = 'open' and e.deleted_at is null and not e.has_several_payers and e.paid_by is not null
union all
select p.chapter_id, p.expense_id, p.member_id, p.credit_cents, e.use_wallet_transactions
from hub.expense_payer p
join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
where e.status = 'open' and e.deleted_at is null;
grant select on hub.open_credit to :app_role;

-- '12', '12.5', '1/3' and '33 1/3'. `parseFraction` is the same, but exact; a test compares them.
create function hub.parse_fraction(value text) returns numeric language sql immutable as $$
  select case
    when value not like '%/%' then value::numeric
    else case when value like '% %' then split_part(value, ' ', 1)::numeric else 0 end
      + split_part(split_part(value, ' ', -1), '/', 1)::numeric
        / split_part(split_part(value, ' ', -1), '/', 2)::numeric
  end
$$;
grant execute on function hub.parse_fraction to :app_role;

-- Balances, totals and counts of the expenses, kept with every write, so that no reader ever adds up
-- a history. A figure is what is kept plus what is left to be added to it, in one view, so that two people
-- who log expenses of the same chapter never wait for each other's figures.
create table hub.expense_figure (
  chapter_id uuid not null references hub.chapter (id),
  -- balance (a member): credits minus shares over open expenses, in cents
  -- total (the chapter): what counts towards group totals, in cents; excluded: what is left out of them, as most
  -- expenses are not, which so move no further figure; gross: all that is open
  -- count, open_count (the chapter), event_count (an event): expenses that are not deleted
  kind text not null
    check (kind in ('balance', 'total', 'excluded', 'gross', 'count', 'open_count', 'event_count')),
  subject_id uuid not null,
  amount bigint not null,
  primary key (chapter_id, kind, subject_id)
)
-- A figure moves with every write, in its place.
with (fillfactor = 50);

create table hub.expense_figure_change (
  chapter_id uuid not null references hub.chapter (id),
  id bigint generated always as identity,
  kind text not null,
  subject_id uuid not null,
  amount bigint not null,
  primary key (chapter_id, id)
);

create view hub.expense_figure_now as
select chapter_id, kind, subject_id, sum(amount)::bigint as amount
from (
  select chapter_id, kind, subject_id, amount from hub.expense_figure
  union all
  select chapter_id, kind, subject_id, amount from hub.expense_figure_change
) part
group by chapter_id, kind, subject_id;

-- What one expense adds to the figures by itself. Its shares come from its participants, and the credits of several
-- payers move balances with their rows, as shares do.
create function hub.figures_of_expense(e hub.expense)
returns table (kind text, subject_id uuid, amount bigint) language sql stable as $$
  select f.kind, f.subject_id, f.amount
  from (values
    ('count', e.chapter_id, 1::bigint),
    ('open_count', e.chapter_id, (e.status = 'open')::int::bigint),
    ('event_count', e.event_id, 1),
    ('gross', e.chapter_id, case when e.status = 'open' then e.amount_cents else 0 end),
    ('total', e.chapter_id, case when e.is_excluded_from_group_totals then 0 else e.amount_cents end),
    ('excluded', e.chapter_id, case when e.is_excluded_from_group_totals then e.amount_cents else 0 end),
    ('balance', e.paid_by, case
      when e.status = 'open' and not e.has_several_payers then hub.payer_credit(e) else 0 end)
  ) f (kind, subject_id, amount)
  where e.id is not null and e.deleted_at is null and f.subject_id is not null and f.amount <> 0
$$;

create function hub.is_counted(e hub.expense) returns boolean language sql stable as $$
  select coalesce(e.status = 'open' and e.deleted_at is null, false)
$$;

-- Adds to figures of a chapter. Who comes first moves the figures themselves, with what others have
-- left to be added, and is alone in that until its transaction ends; whoever writes meanwhile leaves
-- what changes, and waits for nobody.
-- Every balance is at most what all open expenses add up to, so that all of them stay exact as numbers
-- of any client. What is settled takes no room, because nobody could give it back. Who writes at the
-- same moment is not seen, hence the room up to 999,999,999,999,999.
create function hub.move_expense_figures(
  p_chapter uuid, p_kinds text[], p_subjects uuid[], p_amounts bigint[]) returns void
language plpgsql as $$
declare
  gross bigint;
begin
  if pg_try_advisory_xact_lock(hashtextextended('expense figures/' || p_chapter, 0)) then
    with left_over as (
      delete from hub.expense_figure_change
      where chapter_id = p_chapter
      returning kind, subject_id, amount
    ), moved as (
      insert into hub.expense_figure as figure (chapter_id, kind, subject_id, amount)
      select p_chapter, kind, subject_id, sum(amount)
      from (
        select * from unnest(p_kinds, p_subjects, p_amounts) as change (kind, subject_id, amount)
        union all
        select * from left_over
      ) change
      group by kind, subject_id
      having sum(amount) <> 0
      on conflict (chapter_id, kind, subject_id)
        do update set amount = figure.amount + excluded.amount
      returning kind, amount
    )
    select amount into gross from moved where kind = 'gross';
  else
    insert into hub.expense_figure_change (chapter_id, kind, subject_id, amount)
    select p_chapter, kind, subject_id, sum(amount)
    from unnest(p_kinds, p_subjects, p_amounts) as change (kind, subject_id, amount)
    group by kind, subject_id
    having sum(amount) <> 0;
    if 0 < (
      select sum(amount)
      from unnest(p_kinds, p_amounts) as change (kind, amount)
      where kind = 'gross'
    ) then
      select amount into gross
      from hub.expense_figure_now
      where chapter_id = p_chapter and kind = 'gross' and subject_id = p_chapter;
    end if;
  end if;
  if gross > 900000000000000 and 0 < (
    select sum(amount)
    from unnest(p_kinds, p_amounts) as change (kind, amount)
    where kind = 'gross'
  ) then
    raise exception 'the expenses of chapter % add up to too much', p_chapter
      using errcode = 'check_violation', constraint = 'expense_figures_in_range';
  end if;
end
$$;

-- Only one transaction at a time folds a chapter's changes; who comes second leaves it to the first.
create function hub.fold_expense_figures(p_chapter uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('expense figures/' || p_chapter, 0)) then
    with folded as (
      delete from hub.expense_figure_change
      where chapter_id = p_chapter
      returning kind, subject_id, amount
    )
    insert into hub.expense_figure as figure (chapter_id, kind, subject_id, amount)
    select p_chapter, kind, subject_id, sum(amount)
    from folded
    group by kind, subject_id
    on conflict (chapter_id, kind, subject_id)
      do update set amount = figure.amount + excluded.amount;
  end if;
end
$$;

create function hub.keep_figures_of_new_expenses() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform hub.move_expense_figures(e.chapter_id,
    array_agg(f.kind), array_agg(f.subject_id), array_agg(f.amount))
  from added e
  cross join lateral hub.figures_of_expense(e) f
  group by e.chapter_id;
  return null;
end
$$;
create trigger expense_added_keeps_figures after insert on hub.expense
  referencing new table as added
  for each statement execute function hub.keep_figures_of_new_expenses();

create function hub.keep_figures_of_expense() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was_counted boolean := hub.is_counted(old);
begin
  perform hub.move_expense_figures(new.chapter_id,
    array_agg(kind), array_agg(subject_id), array_agg(amount))
  from (
    select * from hub.figures_of_expense(new)
    union all
    select kind, subject_id, -amount from hub.figures_of_expense(old)
    union all
    select 'balance', member_id, case when was_counted then share_cents else -share_cents end
    from hub.expense_participant
    where chapter_id = new.chapter_id and expense_id = new.id
      and was_counted <> hub.is_counted(new)
    union all
    select 'balance', member_id, case when was_counted then -credit_cents else credit_cents end
    from hub.expense_payer
    where new.has_several_payers and chapter_id = new.chapter_id and expense_id = new.id
      and was_counted <> hub.is_counted(new)
  ) change;
  return null;
end
$$;
create trigger expense_keeps_figures after update on hub.expense
  for each row execute function hub.keep_figures_of_expense();

create function hub.keep_figures_of_new_shares() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  part record;
begin
  for part in
    select a.chapter_id,
      (array_agg(e.id) filter (where e.status = 'settled'))[1] as settled_id,
      array_agg('balance'::text) filter (where hub.is_counted(e)) as kinds,
      array_agg(a.member_id) filter (where hub.is_counted(e)) as members,
      array_agg(-a.share_cents) filter (where hub.is_counted(e)) as amounts
    from added a
    join hub.expense e on e.chapter_id = a.chapter_id and e.id = a.expense_id
    group by a.chapter_id
  loop
    if part.settled_id is not null then
      raise exception 'expense % is settled and cannot change', part.settled_id
        using errcode = 'restrict_violation';
    end if;
    perform hub.move_expense_figures(part.chapter_id, part.kinds, part.members, part.amounts);
  end loop;
  return null;
end
$$;
create trigger expense_participant_added_keeps_figures after insert on hub.expense_participant
  referencing new table as added
  for each statement execute function hub.keep_figures_of_new_shares();

create function hub.keep_figures_of_shares() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform hub.move_expense_figures(p.chapter_id,
    array_agg('balance'::text), array_agg(p.member_id), array_agg(p.share_cents))
  from removed p
  join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
  where hub.is_counted(e)
  group by p.chapter_id;
  if tg_op = 'UPDATE' then
    perform hub.move_expense_figures(p.chapter_id,
      array_agg('balance'::text), array_agg(p.member_id), array_agg(-p.share_cents))
    from added p
    join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
    where hub.is_counted(e)
    group by p.chapter_id;
  end if;
  return null;
end
$$;
create trigger expense_participant_changed_keeps_figures after update on hub.expense_participant
  referencing old table as removed new table as added
  for each statement execute function hub.keep_figures_of_shares();
create trigger expense_participant_removed_keeps_figures after delete on hub.expense_participant
  referencing old table as removed
  for each statement execute function hub.keep_figures_of_shares();

create function hub.keep_figures_of_payers() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform hub.move_expense_figures(p.chapter_id, array_agg('balance'::text), array_agg(p.member_id),
    array_agg(case tg_op when 'DELETE' then -p.credit_cents else p.credit_cents end))
  from changed p
  join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
  where hub.is_counted(e)
  group by p.chapter_id;
  return null;
end
$$;
create trigger expense_payer_added_keeps_figures after insert on hub.expense_payer
  referencing new table as changed
  for each statement execute function hub.keep_figures_of_payers();
create trigger expense_payer_removed_keeps_figures after delete on hub.expense_payer
  referencing old table as changed
  for each statement execute function hub.keep_figures_of_payers();

-- Whoever may call a function may make it a trigger of a table of their own, with the owner's rights.
revoke all on function hub.move_expense_figures, hub.fold_expense_figures, hub.keep_figures_of_new_expenses,
  hub.keep_figures_of_expense, hub.keep_figures_of_new_shares, hub.keep_figures_of_shares,
  hub.keep_figures_of_payers from public;

-- From scratch, for the reconciliation.
create view hub.expense_figure_recomputed as
select chapter_id, kind, subject_id, sum(amount)::bigint as amount
from (
  select e.chapter_id, f.kind, f.subject_id, f.amount
  from hub.expense e
  cross join lateral hub.figures_of_expense(e) f
  union all
  select p.chapter_id, 'balance', p.member_id, -p.share_cents
  from hub.expense_participant p
  join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
  where e.status = 'open' and e.deleted_at is null
  union all
  select p.chapter_id, 'balance', p.member_id, p.credit_cents
  from hub.expense_payer p
  join hub.expense e on e.chapter_id = p.chapter_id and e.id = p.expense_id
  where e.status = 'open' and e.deleted_at is null
) part
group by chapter_id, kind, subject_id;

grant select on hub.expense_figure, hub.expense_figure_change, hub.expense_figure_now,
  hub.expense_figure_recomputed to :app_role;

-- Logs expenses: claims their keys, checks whom and what they name, stores them with their shares,
-- records them, and keeps their replies. Each brings its rows, whole: `expense` of hub.expense and
-- `shares` of hub.expense_participant, and its overrides and several payers if it has any; `after` is
-- what the audit keeps.
-- Tells of each, in their order, what became of it:
--   what its claim came to (see hub.claim), or logged; refused: there was no expense, because it had
--   been refused before; unknown_participant; unknown_payer; unknown_payers; unknown_event;
--   id_taken;
--   alone: somebody else is logging one with this id, who is waited for if p_waits alone.
-- Neither a key nor an id may come twice.
create function hub.log_expenses(p_expenses jsonb, p_waits boolean)
returns table (outcome text, status smallint, etag text, reply text)
language plpgsql
set search_path = pg_catalog, pg_temp
-- One plan, for few expenses among any number of rows, whatever the statistics say.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if p_waits then
    perform pg_advisory_xact_lock(hashtextextended('expense/' || chapter_id || '/' || (expense->>'id'), 0))
    from jsonb_to_recordset(p_expenses) as asked (chapter_id uuid, expense jsonb)
    where expense is not null;
  end if;

  return query
  with asked as materialized (
    select *
    from rows from (
      jsonb_to_recordset(p_expenses) as (
        chapter_id uuid, actor_id uuid, key text, request_hash text, status smallint, etag text,
        reply text, audit_id uuid, expense jsonb, shares jsonb,
        payers jsonb, overrides jsonb, override_participants jsonb, after jsonb),
      hub.claim(p_expenses)) with ordinality
  ), checked as materialized (
    select a.*, e.id, e.created_at, e as row,
      case
        when a.claimed is not null then a.claimed
        when a.expense is null then 'refused'
        when exists (
          select from jsonb_to_recordset(a.shares) as p (member_id uuid)
          left join hub.member m
            on m.chapter_id = a.chapter_id and m.id = p.member_id and m.status = 'active'
          where m.id is null) then 'unknown_participant'
        when a.payers is not null and exists (
          select from jsonb_to_recordset(a.payers) as p (member_id uuid)
          left join hub.member m
            on m.chapter_id = a.chapter_id and m.id = p.member_id and m.status = 'active'
          where m.id is null) then 'unknown_payers'
        when e.paid_by is not null and not exists (
          select from hub.member m
          where m.chapter_id = a.chapter_id and m.id = e.paid_by and m.status = 'active')
          then 'unknown_payer'
        when e.event_id is not null and not exists (
          select from hub.event v
          where v.chapter_id = a.chapter_id and v.id = e.event_id and v.deleted_at is null)
          then 'unknown_event'
        when exists (
          select from hub.expense o where o.chapter_id = a.chapter_id and o.id = e.id)
          then 'id_taken'
        when not pg_try_advisory_xact_lock(
          hashtextextended('expense/' || a.chapter_id || '/' || e.id, 0)) then 'alone'
        else 'logged'
      end as outcome
    from asked a
    cross join lateral jsonb_populate_record(null::hub.expense, a.expense) e
  ), logged as (
    insert into hub.expense
    select (c.row).* from checked c where c.outcome = 'logged'
  ), shared as (
    insert into hub.expense_participant
    select share.*
    from checked c
    cross join lateral jsonb_populate_recordset(null::hub.expense_participant, c.shares) share
    where c.outcome = 'logged'
  ), paid as (
    insert into hub.expense_payer
    select payer.*
    from checked c
    cross join lateral jsonb_populate_recordset(null::hub.expense_payer, c.payers) payer
    where c.outcome = 'logged'
  ), overridden as (
    insert into hub.expense_override
    select override.*
    from checked c
    cross join lateral jsonb_populate_recordset(null::hub.expense_override, c.overrides) override
    where c.outcome = 'logged'
  ), overriding as (
    insert into hub.expense_override_participant
    select overriding.*
    from checked c
    cross join lateral
      jsonb_populate_recordset(null::hub.expense_override_participant, c.override_participants) overriding
    where c.outcome = 'logged'
  ), audited as (
    insert into hub.audit (chapter_id, id, at, actor_id, action, entity_kind, entity_id, after)
    select chapter_id, audit_id, created_at, actor_id, 'expense.create', 'expense', id, after
    from checked c
    where c.outcome = 'logged'
  ), kept as (
    insert into hub.idempotency_key
      (chapter_id, member_id, key, request_hash, status, etag, reply, created_at)
    select c.chapter_id, c.actor_id, c.key, c.request_hash, c.status, c.etag, c.reply, c.created_at
    from checked c
    where c.outcome = 'logged' and c.key is not null
  )
  select c.outcome, c.kept_status, c.kept_etag, c.kept_reply
  from checked c
  order by c.ordinality;
end
$$;

revoke all on function hub.log_expenses from public;
grant execute on function hub.log_expenses to :app_role;
