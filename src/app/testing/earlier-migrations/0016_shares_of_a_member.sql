-- Shares of a member in the order they came, so that adding one touches a page that was touched a
-- moment ago; an order by amount would touch any page of a large chapter. Each entry tells its amount,
-- so that a list sorted by what somebody owes reads this index alone for its order.
drop index hub.expense_participant_of_member;
create index expense_participant_of_member
  on hub.expense_participant (chapter_id, member_id, expense_id) include (share_cents);

-- An index answers alone only for pages that a vacuum has seen.
alter table hub.expense_participant set (
  autovacuum_vacuum_insert_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0.02);
