-- Payments: what somebody says they paid or received outside of the hub. What one side alone says waits
-- until the other side or a treasurer decides; once confirmed, it is posted exactly once, and taken back
-- only by a counter-entry. What the database itself guarantees, the owner of these tables included:
--   * who paid whom, how much and when never changes, and a status only moves forward;
--   * a confirmed payment has its one journal of its amount, one taken back also the opposite, and
--     any other none;
--   * what a member alone said is decided by someone else.

create table hub.payment (
  chapter_id uuid not null references hub.chapter (id),
  id uuid not null,
  -- A side without a member is the chapter.
  from_member_id uuid,
  to_member_id uuid,
  amount_cents bigint not null
    constraint payment_amount_in_range check (amount_cents between 1 and 999999999999),
  paid_on date not null check (paid_on >= '1900-01-01'),
  method text not null check (method in ('cash', 'check', 'bank', 'other')),
  reference text check (reference <> '' and char_length(reference) <= 255),
  note text check (note <> '' and char_length(note) <= 500),
  status text not null default 'waiting',
  said_by uuid not null,
  said_as text not null,
  decided_by uuid,
  decided_at timestamptz,
  taken_back_by uuid,
  taken_back_at timestamptz,
  -- Why it was rejected or taken back.
  reason text check (btrim(reason) <> '' and char_length(reason) <= 500),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The expense that it is for: what was paid for it already is neither asked for nor recorded again.
  expense_id uuid,
  primary key (chapter_id, id),
  foreign key (chapter_id, from_member_id) references hub.member (chapter_id, id),
  foreign key (chapter_id, to_member_id) references hub.member (chapter_id, id),
  foreign key (chapter_id, said_by) references hub.member (chapter_id, id),
  foreign key (chapter_id, decided_by) references hub.member (chapter_id, id),
  foreign key (chapter_id, taken_back_by) references hub.member (chapter_id, id),
  constraint payment_is_for_expense
    foreign key (chapter_id, expense_id) references hub.expense (chapter_id, id),
  constraint payment_has_two_sides check (from_member_id is distinct from to_member_id),
  -- Who marks an expense as paid outside may be neither of the sides: their word waits for the payee or a
  -- treasurer.
  constraint payment_said_by_a_side check (case said_as
    when 'payer' then said_by is not distinct from from_member_id
    when 'payee' then said_by is not distinct from to_member_id
    when 'settler' then said_by is distinct from from_member_id and said_by is distinct from to_member_id
    else said_as = 'treasurer' end),
  constraint payment_says_what_became_of_it check (
    num_nulls(decided_by, decided_at) in (0, 2) and num_nulls(taken_back_by, taken_back_at) in (0, 2)
    and (decided_by is not null) = (status <> 'waiting')
    and (taken_back_by is not null) = (status = 'taken_back')
    and (reason is not null) = (status in ('rejected', 'taken_back'))
    and case status
      when 'waiting' then said_as <> 'treasurer'
      when 'withdrawn' then decided_by = said_by
      when 'rejected' then decided_by <> said_by
      when 'confirmed' then said_as = 'treasurer' or decided_by <> said_by
      when 'taken_back' then said_as = 'treasurer' or decided_by <> said_by
      else false end)
);
create index payment_newest on hub.payment (chapter_id, created_at desc, id desc);
create index payment_of_payer on hub.payment (chapter_id, from_member_id, created_at desc);
create index payment_of_payee on hub.payment (chapter_id, to_member_id, created_at desc);
create index payment_waiting on hub.payment (chapter_id, created_at desc, id desc)
  where status = 'waiting';
create index payment_of_amount on hub.payment (chapter_id, amount_cents, paid_on);
create index payment_for_expense on hub.payment (chapter_id, expense_id) where expense_id is not null;

create trigger payment_is_never_removed before delete or truncate
  on hub.payment for each statement execute function hub.refuse_change();

create function hub.check_payment_change() returns trigger language plpgsql as $$
begin
  if (new.chapter_id, new.id, new.from_member_id, new.to_member_id, new.amount_cents, new.paid_on,
      new.method, new.reference, new.note, new.said_by, new.said_as, new.expense_id, new.created_at)
      is distinct from
      (old.chapter_id, old.id, old.from_member_id, old.to_member_id, old.amount_cents, old.paid_on,
      old.method, old.reference, old.note, old.said_by, old.said_as, old.expense_id, old.created_at)
    or old.status <> 'waiting' and (new.decided_by, new.decided_at)
      is distinct from (old.decided_by, old.decided_at) then
    raise exception 'payment % keeps what was said and decided', old.id
      using errcode = 'check_violation', constraint = 'payment_identity';
  end if;
  if not (old.status = 'waiting' and new.status in ('confirmed', 'rejected', 'withdrawn')
    or old.status = 'confirmed' and new.status = 'taken_back') then
    raise exception 'payment % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'payment_moves_forward';
  end if;
  if new.version is distinct from old.version + 1 then
    raise exception 'payment % must count its versions', old.id
      using errcode = 'check_violation', constraint = 'payment_version';
  end if;
  return new;
end
$$;
create trigger payment_moves_forward before update on hub.payment
  for each row execute function hub.check_payment_change();

grant select, insert on hub.payment to :app_role;
grant update (status, decided_by, decided_at, taken_back_by, taken_back_at, reason, version, updated_at)
  on hub.payment to :app_role;
