-- While a chapter moves to another database, nothing in it can be changed. The time ends by itself, so that
-- a move that was interrupted keeps nobody out for long.
alter table hub.chapter add column rests_until timestamptz;
