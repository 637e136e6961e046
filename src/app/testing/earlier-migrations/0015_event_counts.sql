-- Counting what is over, in all and by year, from an index alone.
drop index hub.event_occurrence_upcoming;
create index event_occurrence_upcoming on hub.event_occurrence (chapter_id, starts_at, id)
  include (local_start) where status = 'confirmed';

-- An index answers alone only for pages that a vacuum has seen.
alter table hub.event_occurrence set (
  autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.02);
