-- Transactions of wallets take receipts, as expenses do.
alter table hub.file_use drop constraint file_use_kind_check;
alter table hub.file_use add constraint file_use_kind_check check (kind in ('expense', 'transaction'));
