-- When a place on the waitlist became a spot, so that calendars see that something changed.
alter table hub.rsvp add column promoted_at timestamptz;
grant update (promoted_at) on hub.rsvp to :app_role;
