-- How a settled expense was paid, in the words of whoever settled it: 'cash at dinner'.
alter table hub.expense
  add column settlement_note text
  check (settlement_note is null or status = 'settled'
    and btrim(settlement_note) <> '' and char_length(settlement_note) <= 200);
