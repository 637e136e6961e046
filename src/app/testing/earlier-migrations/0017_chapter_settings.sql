-- An admin changes what the chapter is; two who do so at once must see each other.
alter table hub.chapter add column version integer not null default 1;
