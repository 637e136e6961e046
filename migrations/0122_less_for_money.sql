-- Money is written by doing less: what is asked twice is asked once, and every law stands as it did.

-- A payment is compared with its journals when these are written; amounts and sides of both never change. What a
-- payment becomes calls for no more than their kinds. Its row may have changed again since `new`.
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
