-- Who marks an expense as paid outside may be neither of the sides: their word waits for the payee or a treasurer.
alter table hub.payment drop constraint payment_said_by_a_side;
alter table hub.payment add constraint payment_said_by_a_side check (case said_as
  when 'payer' then said_by is not distinct from from_member_id
  when 'payee' then said_by is not distinct from to_member_id
  when 'settler' then said_by is distinct from from_member_id and said_by is distinct from to_member_id
  else said_as = 'treasurer' end);
