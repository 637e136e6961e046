-- When what was imported of an event was said: of copies with one sequence, the later one is the newer.
alter table hub.event_import add column stamped_at timestamptz;
