-- When what was imported of an event was said: of copies with one sequence, the later one is the newer.
alter table hub.event_import add column stamped_at timestamptz;

-- A start that the clocks skip takes its end with it now. These are derived again in the next night.
update hub.event_occurrence
set time_zone_data = ''
where starts_at >= now() and ends_at - starts_at <> local_end - local_start;
