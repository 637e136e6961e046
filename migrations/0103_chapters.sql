-- Chapters, what their admins decide, and which of them was first.

create table hub.chapter (
  id uuid primary key,
  name text not null check (btrim(name) <> ''),
  time_zone text not null,
  policy text not null default 'open' check (policy in ('open', 'treasurer')),
  chapter_site_url text not null,
  network_hub_url text not null,
  learning_centre_url text not null,
  local_platform_url text not null,
  created_at timestamptz not null,
  -- An admin changes what the chapter is; two who do so at once must see each other.
  version integer not null default 1,
  -- Stands beside the chapter's name, which every session reads.
  logo_hash text,
  -- Whether plain members see each other's wallets and balances; treasurers and admins always do.
  members_see_wallets boolean not null default true,
  -- A plan that settles everyone up leaves smaller amounts for next time.
  smallest_payment_cents bigint not null default 100
    check (smallest_payment_cents between 0 and 100000),
  -- How the chapter is paid, shown where members have to pay: text, a payment link, and a bank account,
  -- either by its IBAN or by its US routing and account number. Numbers are stored without spaces.
  how_to_pay text not null default '' check (char_length(how_to_pay) <= 1000),
  payment_link text not null default ''
    check (char_length(payment_link) <= 500 and payment_link ~ '^(https://.*)?$'),
  bank_holder text check (bank_holder <> '' and char_length(bank_holder) <= 70),
  bank_name text check (char_length(bank_name) <= 100),
  bank_iban text check (bank_iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  bank_routing_number text check (bank_routing_number ~ '^[0-9]{9}$'),
  bank_account_number text check (bank_account_number ~ '^[0-9]{4,17}$'),
  -- Changed apart from the other settings, so that neither change is a conflict for the other.
  payment_version integer not null default 1,
  says_how_to_pay boolean not null generated always as
    (how_to_pay <> '' or payment_link <> '' or bank_holder is not null) stored,
  -- What the chapter has in the bank, as a treasurer last entered it; null until someone does. It is a
  -- statement and no figure of the ledger, so nothing is reconciled with it.
  bank_balance_cents bigint check (abs(bank_balance_cents) <= 999999999999),
  bank_balance_at timestamptz,
  -- Changed apart from the settings, so that neither change is a conflict for the other.
  bank_balance_version integer not null default 1,
  -- While a chapter moves to another database, nothing in it can be changed. The time ends by itself, so
  -- that a move that was interrupted keeps nobody out for long.
  rests_until timestamptz,
  -- How settling an expense works unless it says otherwise: charges to wallets, or payments made outside
  -- of them.
  settles_through text not null default 'wallets' check (settles_through in ('wallets', 'outside')),
  -- Who may change an event: every member, or who created it, and admins.
  event_policy text not null default 'open' check (event_policy in ('open', 'creator')),
  constraint chapter_bank_account check (case
    when bank_iban is not null then num_nulls(bank_holder, bank_name) = 0
      and num_nonnulls(bank_routing_number, bank_account_number) = 0
    else num_nulls(bank_holder, bank_name, bank_routing_number, bank_account_number) in (0, 4) end),
  constraint chapter_bank_balance check ((bank_balance_cents is null) = (bank_balance_at is null))
);
grant select, insert, update on hub.chapter to :app_role;

-- A chapter's logo: small, checked when it comes in, and kept as it came. The hash is its address.
create table hub.chapter_logo (
  chapter_id uuid primary key references hub.chapter (id),
  hash text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) <= 204800),
  updated_at timestamptz not null
);
grant select, insert, update, delete on hub.chapter_logo to :app_role;

-- The chapter that sign-in with a provider admits to by its allow-list: whichever comes to an installation
-- without chapters. Not the oldest that is here, which changes when an older one comes from another server,
-- and when this one leaves.
create function hub.note_first_chapter(p_chapter uuid) returns void language sql as $$
  insert into hub.installation (key, value)
  select 'first_chapter', p_chapter
  where not exists (select from hub.chapter where id <> p_chapter)
  on conflict (key) do update set value = excluded.value
$$;

create function hub.chapter_comes() returns trigger language plpgsql as $$
begin
  perform hub.note_first_chapter(new.id);
  return null;
end
$$;
create trigger chapter_may_be_first after insert on hub.chapter
  for each row execute function hub.chapter_comes();
