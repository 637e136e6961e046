-- A payment and its journals are compared once, when the transaction that wrote them commits. Amounts and sides of
-- both never change: the journal compares them, and the payment counts the journals that its status calls for.

-- Asked of a payment's journal when its transaction commits: it moves the payment's amount between its two sides, and
-- the payment calls for it.
create function hub.check_journal_is_of_payment() returns trigger language plpgsql as $$
begin
  perform
  from hub.payment p
  join hub.ledger_entry e on e.chapter_id = p.chapter_id and e.journal_id = new.id
  left join hub.wallet w on w.chapter_id = e.chapter_id and w.id = e.wallet_id
  where p.chapter_id = new.chapter_id and p.id = new.payment_id
    and (p.status = 'taken_back' or p.status = 'confirmed' and new.kind = 'pay')
  having count(*) = 2 and bool_and(e.amount_cents
    = case new.kind when 'pay' then p.amount_cents when 'pay_back' then -p.amount_cents end
      * case coalesce(w.owner_id, p.chapter_id)
        when coalesce(p.from_member_id, p.chapter_id) then 1
        when coalesce(p.to_member_id, p.chapter_id) then -1
        else 0 end);
  if not found then
    raise exception 'payment % and its postings differ', new.payment_id
      using errcode = 'check_violation', constraint = 'payment_is_posted';
  end if;
  return null;
end
$$;
drop trigger ledger_journal_is_of_payment on hub.ledger_journal;
create constraint trigger ledger_journal_is_of_payment after insert on hub.ledger_journal
  deferrable initially deferred
  for each row when (new.payment_id is not null) execute function hub.check_journal_is_of_payment();

-- What it has become by then, which may be later than `new`.
create function hub.check_payment_has_its_journals() returns trigger language plpgsql as $$
begin
  perform
  from hub.payment p
  where p.chapter_id = new.chapter_id and p.id = new.id
    and array(
      select j.kind
      from hub.ledger_journal j
      where j.chapter_id = p.chapter_id and j.payment_id = p.id
      order by j.kind)
    <> case p.status
      when 'confirmed' then '{pay}'::text[]
      when 'taken_back' then '{pay,pay_back}'
      else '{}' end;
  if found then
    raise exception 'payment % has not the journals that its status calls for', new.id
      using errcode = 'check_violation', constraint = 'payment_is_posted';
  end if;
  return null;
end
$$;
drop trigger payment_is_posted on hub.payment;
create constraint trigger payment_is_posted after insert or update on hub.payment
  deferrable initially deferred
  for each row execute function hub.check_payment_has_its_journals();

drop function hub.check_payment_is_posted;
