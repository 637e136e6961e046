-- Who got a spot lately, whom an email tells.
create index rsvp_promoted on hub.rsvp (chapter_id, promoted_at) where promoted_at is not null;
