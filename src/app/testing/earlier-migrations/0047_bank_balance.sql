-- What the chapter has in the bank, as a treasurer last entered it; null until someone does. It is a
-- statement and no figure of the ledger, so nothing is reconciled with it.
alter table hub.chapter
  add column bank_balance_cents bigint check (abs(bank_balance_cents) <= 999999999999),
  add column bank_balance_at timestamptz,
  -- Changed apart from the settings, so that neither change is a conflict for the other.
  add column bank_balance_version integer not null default 1,
  add constraint chapter_bank_balance
    check ((bank_balance_cents is null) = (bank_balance_at is null));
