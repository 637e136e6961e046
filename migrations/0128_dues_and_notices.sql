-- Who got a spot lately, whom an email tells.
create index rsvp_promoted on hub.rsvp (chapter_id, promoted_at) where promoted_at is not null;

-- The folded title stays as it was written: another ICU may fold it otherwise, and rows that were restored there would
-- no longer fit each other.
alter table hub.charge alter column title_key drop expression;
create function hub.fold_charge_title() returns trigger language plpgsql as $$
begin
  new.title_key := hub.folded(btrim(new.title));
  return new;
end
$$;
create trigger charge_title_is_folded before insert on hub.charge
  for each row when (current_setting('hub.arriving', true) is distinct from 'on' or not hub.is_arriving())
  execute function hub.fold_charge_title();
drop trigger charge_keeps_what_it_asks on hub.charge;
create trigger charge_keeps_what_it_asks before update on hub.charge
  for each row when (
    (new.chapter_id, new.id, new.title, new.title_key, new.due_on, new.category, new.note, new.is_late_fee,
      new.created_by, new.created_at) is distinct from
    (old.chapter_id, old.id, old.title, old.title_key, old.due_on, old.category, old.note, old.is_late_fee,
      old.created_by, old.created_at)
    or new.occurrence_id is not null)
  execute function hub.refuse_change();

-- The last debits of a wallet that are no charges, however many charges and payments there were since.
create index wallet_transaction_plain_debits
  on hub.wallet_transaction (chapter_id, wallet_id, occurred_at desc, id desc)
  where deleted_at is null and amount_cents < 0 and origin <> 'charge' and created_at <= occurred_at;

-- As before, with what was paid for an expense beyond its debit: that covers other debits.
create or replace view hub.wallet_credit as
select t.chapter_id, t.wallet_id, t.id, t.amount_cents - coalesce(named.cents, 0) as amount_cents, t.occurred_at,
  t.payment_id is not null as is_payment
from hub.wallet_transaction t
left join lateral (
  select greatest(0, least(t.amount_cents, d.amount_cents - coalesce((
    select sum(b.amount_cents)
    from hub.payment q
    join hub.wallet_transaction b on b.chapter_id = q.chapter_id and b.payment_id = q.id
    where q.chapter_id = p.chapter_id and q.expense_id = p.expense_id and q.status = 'confirmed'
      and b.wallet_id = t.wallet_id and b.amount_cents > 0 and b.deleted_at is null
      and (b.occurred_at, b.id) < (t.occurred_at, t.id)), 0)))::bigint as cents
  from hub.payment p
  join hub.wallet_debits('infinity') d on d.chapter_id = p.chapter_id and d.wallet_id = t.wallet_id
    and d.expense_id = p.expense_id
  where p.chapter_id = t.chapter_id and p.id = t.payment_id and p.expense_id is not null
  limit 1
) named on t.payment_id is not null
where t.deleted_at is null and t.amount_cents > 0 and t.origin <> 'charge'
  and t.amount_cents > coalesce(named.cents, 0)
  and not (t.payment_id is not null and exists (
    select from hub.wallet_transaction o
    where o.chapter_id = t.chapter_id and o.payment_id = t.payment_id
      and o.wallet_id = t.wallet_id and o.amount_cents = -t.amount_cents))
  and not (t.expense_id is not null and (
    exists (
      select from hub.expense r
      where r.chapter_id = t.chapter_id and r.corrects_id = t.expense_id and r.corrects_id is not null
        and r.status = 'settled')
    or exists (
      select from hub.expense r
      where r.chapter_id = t.chapter_id and r.id = t.expense_id and r.corrects_id is not null)));

-- What was recorded together, as a stack of checks is brought to the bank: the bank shows one sum of it.
alter table hub.payment add column deposit_id uuid;
create index payment_of_deposit on hub.payment (chapter_id, deposit_id) where deposit_id is not null;
create trigger payment_keeps_its_deposit before update on hub.payment
  for each row when (new.deposit_id is distinct from old.deposit_id) execute function hub.refuse_change();
