-- What stands against a wallet, for saying what of it the wallet covers. Pairs that cancel each other out are
-- left out: a payment and its counter-entry in one wallet, and what a corrected expense and its reversal moved.
create view hub.wallet_debit as
select t.chapter_id, t.wallet_id, t.id, t.user_id, -t.amount_cents as amount_cents, t.occurred_at
from hub.wallet_transaction t
where t.deleted_at is null and t.amount_cents < 0
  and not (t.payment_id is not null and exists (
    select from hub.wallet_transaction o
    where o.chapter_id = t.chapter_id and o.payment_id = t.payment_id
      and o.wallet_id = t.wallet_id and o.amount_cents = -t.amount_cents))
  and not (t.expense_id is not null and (
    exists (
      select from hub.expense r
      where r.chapter_id = t.chapter_id and r.corrects_id = t.expense_id and r.status = 'settled')
    or exists (
      select from hub.expense r
      where r.chapter_id = t.chapter_id and r.id = t.expense_id and r.corrects_id is not null)));

grant select on hub.wallet_debit to :app_role;
