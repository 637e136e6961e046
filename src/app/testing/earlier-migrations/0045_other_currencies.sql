-- An expense may have been paid in another currency. What it came to there is kept with its rate, in US
-- dollars for one unit, and its amount follows from both: rounded half up to the cent, as in
-- src/features/expenses/original.ts. A reversal has the negative of both amounts.

alter table hub.expense
  add column original_currency text check (original_currency in ('EUR', 'GBP', 'CAD', 'AUD')),
  add column original_cents bigint check (abs(original_cents) between 1 and 999999999999),
  -- Decimal text without needless zeros, as it was entered.
  add column original_rate text check (original_rate ~ '^(0|[1-9]\d{0,3})(\.\d{0,7}[1-9])?$'),
  add constraint original_is_whole check (
    num_nonnulls(original_currency, original_cents, original_rate) in (0, 3)),
  add constraint amount_follows_rate check (
    case when original_rate ~ '^\d+(\.\d+)?$'
      then amount_cents = round(original_cents * original_rate::numeric)
      else original_rate is null
    end);

-- Finds the latest rate of each currency.
create index expense_rate on hub.expense (chapter_id, original_currency, created_at desc)
  include (original_rate)
  where original_currency is not null and deleted_at is null;
