-- How often an imported event was changed when its file was written: an older file changes nothing.
alter table hub.event_import add column sequence integer not null default 0;
