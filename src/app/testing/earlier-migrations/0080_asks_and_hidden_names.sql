-- When what a member looks for was last said or kept. Home shows it to the others while it is fresh.
alter table hub.member add column asks_at timestamptz;
update hub.member set asks_at = updated_at where asks is not null;
alter table hub.member
  add constraint member_asks_have_a_time check ((asks is null) = (asks_at is null));

-- Whoever writes: a form, an import, an erasure.
create function hub.date_asks() returns trigger language plpgsql as $$
begin
  if new.asks is null then
    new.asks_at := null;
  elsif new.asks_at is null or tg_op = 'UPDATE' and new.asks is distinct from old.asks then
    new.asks_at := new.updated_at;
  end if;
  return new;
end
$$;
create trigger member_dates_asks before insert or update of asks on hub.member
  for each row execute function hub.date_asks();

create index member_fresh_asks on hub.member (chapter_id, asks_at)
  where status = 'active' and asks is not null;

-- The host keeps to themselves who is coming; others see how many.
alter table hub.event add column hides_names boolean not null default false;
