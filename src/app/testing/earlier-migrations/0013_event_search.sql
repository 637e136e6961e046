-- What goes on right now, of what lasts for days: what lasts hours began within the last ones.
create index event_occurrence_ongoing on hub.event_occurrence (chapter_id, ends_at)
  where spans and status = 'confirmed';
