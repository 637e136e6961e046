-- A wallet reads as fast with a million transactions as with a thousand.

create extension if not exists pg_trgm with schema hub;
create extension if not exists btree_gin with schema hub;

-- The extensions may have been there before, elsewhere: the operator classes are found where they are.
select set_config('search_path', string_agg(distinct extnamespace::regnamespace::text, ', '), true)
from pg_extension
where extname in ('pg_trgm', 'btree_gin');

-- Texts anywhere in a wallet's transactions, by three letters at a time. New rows wait in a list
-- that every search reads to its end, so that it must stay short: some five hundred postings.
create index wallet_transaction_words on hub.wallet_transaction
  using gin (chapter_id, wallet_id, description gin_trgm_ops, reference_id gin_trgm_ops)
  with (gin_pending_list_limit = 512)
  where deleted_at is null;

create index wallet_words on hub.wallet using gin (chapter_id, name gin_trgm_ops);

-- What a wallet's owner is still to be reimbursed, without reading an expense.
drop index hub.expense_open_of_payer;
create index expense_open_of_payer on hub.expense (chapter_id, paid_by)
  include (use_wallet_transactions, reimbursement_type, amount_cents, reimbursement_cents)
  where status = 'open' and deleted_at is null;

-- An index answers alone only for pages that a vacuum has seen. The newest are read most.
alter table hub.wallet_transaction set (
  autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.02);
