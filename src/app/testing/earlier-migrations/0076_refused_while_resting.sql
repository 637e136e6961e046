-- Who was let in before a chapter rests may change it only after. Each change adds a record to the audit log.
create function hub.refuse_while_resting() returns trigger language plpgsql as $$
begin
  if exists (
    select from hub.chapter c where c.id = new.chapter_id and c.rests_until > clock_timestamp()
  ) then
    raise exception 'chapter % is being moved', new.chapter_id using errcode = 'RESTS';
  end if;
  return new;
end
$$;
revoke all on function hub.refuse_while_resting from public;
create trigger audit_rests before insert on hub.audit
  for each row execute function hub.refuse_while_resting();
