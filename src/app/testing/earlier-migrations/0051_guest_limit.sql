-- How many guests each member may bring; 0: none. Until now it was 20 at every event.
alter table hub.event
  add column max_guests integer not null default 20 check (max_guests between 0 and 20);
alter table hub.event_exception
  -- Null: what its series has.
  add column max_guests integer check (max_guests between 0 and 20);
alter table hub.event_occurrence
  -- What holds for it, whether of its own or its event's.
  add column max_guests integer not null default 20 check (max_guests between 0 and 20);
