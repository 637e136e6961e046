-- What looks like plain letters is searched as them: letters of full width, ligatures, digits and fractions in one
-- sign, other spaces and quotation marks, and marks that nobody sees. The same as `src/kit/fold.ts`, which a test
-- compares.
create or replace function hub.folded(p_text text) returns text language plpgsql immutable parallel safe cost 500
as $$
declare
  plain text := p_text;
begin
  if octet_length(plain) > length(plain) then
    -- The acute accent that stands alone is typed for an apostrophe; by its form it is a blank with a mark.
    plain := regexp_replace(normalize(replace(plain, '´', ''''), nfkd),
      '[\u0300-\u036f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g');
    if octet_length(plain) > length(plain) then
      plain := translate(
        replace(replace(replace(replace(
          lower(plain collate "und-x-icu"), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
        'łøđðħŧı‘’‚‛‹›ʻʼ′“”„‟«»‐‑‒–—−⁄',
        'loddhti''''''''''''''''''""""""------/');
    end if;
  end if;
  return replace(lower(plain collate "C"), '`', '''');
end
$$;

reindex index hub.expense_words;
reindex index hub.wallet_transaction_words;
reindex index hub.wallet_words;
reindex index hub.event_words;
reindex index hub.event_occurrence_words;
reindex index hub.audit_seal_words;

-- Their columns are generated with every update.
update hub.member set display_name = display_name;
