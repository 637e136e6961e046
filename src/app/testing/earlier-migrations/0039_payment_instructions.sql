-- How the chapter is paid, shown where members have to pay: text, a payment link, and a bank account,
-- either by its IBAN or by its US routing and account number. Numbers are stored without spaces.
alter table hub.chapter
  add column how_to_pay text not null default '' check (char_length(how_to_pay) <= 1000),
  add column payment_link text not null default ''
    check (char_length(payment_link) <= 500 and payment_link ~ '^(https://.*)?$'),
  add column bank_holder text check (bank_holder <> '' and char_length(bank_holder) <= 70),
  add column bank_name text check (char_length(bank_name) <= 100),
  add column bank_iban text check (bank_iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  add column bank_routing_number text check (bank_routing_number ~ '^[0-9]{9}$'),
  add column bank_account_number text check (bank_account_number ~ '^[0-9]{4,17}$'),
  -- Changed apart from the other settings, so that neither change is a conflict for the other.
  add column payment_version integer not null default 1,
  add constraint chapter_bank_account check (case
    when bank_iban is not null then num_nulls(bank_holder, bank_name) = 0
      and num_nonnulls(bank_routing_number, bank_account_number) = 0
    else num_nulls(bank_holder, bank_name, bank_routing_number, bank_account_number) in (0, 4) end);
alter table hub.chapter add column says_how_to_pay boolean not null generated always as
  (how_to_pay <> '' or payment_link <> '' or bank_holder is not null) stored;
