-- Whether all members were emailed that this occurrence is new. Who has not declined it is told of changes, too.
alter table hub.event_occurrence add column members_invited boolean not null default false;
