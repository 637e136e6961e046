-- Who comes. An answer hangs on an occurrence, which is never deleted while it has one.

alter table hub.event_occurrence
  -- Heads with a place, guests included: kept by the answers themselves, below.
  add column confirmed_heads integer not null default 0 check (confirmed_heads >= 0),
  -- How many answers were given: each takes the next number, which is its place in the order.
  add column rsvp_turns integer not null default 0,
  -- The last wall: whatever the server does, nobody is let in who does not fit.
  add constraint event_occurrence_not_overbooked check (confirmed_heads <= capacity);

create table hub.rsvp (
  chapter_id uuid not null,
  occurrence_id uuid not null,
  member_id uuid not null,
  answer text not null check (answer in ('going', 'maybe', 'not-going')),
  guests integer not null check (guests between 0 and 20),
  status text not null check (status in ('confirmed', 'waitlisted')),
  place integer not null,
  answered_at timestamptz not null,
  primary key (chapter_id, occurrence_id, member_id),
  foreign key (chapter_id, occurrence_id) references hub.event_occurrence (chapter_id, id),
  foreign key (chapter_id, member_id) references hub.member (chapter_id, id),
  unique (chapter_id, occurrence_id, place),
  check (answer = 'going' or (guests = 0 and status = 'confirmed'))
);
create index rsvp_of_member on hub.rsvp (chapter_id, member_id, occurrence_id);

create function hub.keep_confirmed_heads() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op <> 'INSERT' and old.answer = 'going' and old.status = 'confirmed'
    then 1 + old.guests else 0 end;
  becomes integer := case when tg_op <> 'DELETE' and new.answer = 'going' and new.status = 'confirmed'
    then 1 + new.guests else 0 end;
  answered hub.rsvp := coalesce(new, old);
begin
  if becomes <> was then
    update hub.event_occurrence set confirmed_heads = confirmed_heads + becomes - was
    where chapter_id = answered.chapter_id and id = answered.occurrence_id;
  end if;
  return null;
end
$$;
create trigger keep_confirmed_heads after insert or update or delete on hub.rsvp
  for each row execute function hub.keep_confirmed_heads();

grant select, insert on hub.rsvp to :app_role;
-- Nothing moves an answer to somewhere else, so that the trigger need not ask.
grant update (answer, guests, status, place, answered_at) on hub.rsvp to :app_role;
