-- Whether a member wants emails about events they have an RSVP for that are moved or canceled.
alter table hub.member add column mails_about_events boolean not null default true;
