-- What is searched is folded further: letters that are none with an accent, apostrophes and dashes. The same as
-- src/kit/fold.ts, which a test compares.
create or replace function hub.folded(p_text text) returns text language sql immutable parallel safe
return translate(
  replace(replace(replace(replace(
    lower(regexp_replace(normalize(p_text, nfd), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  'łøđðħŧı‘’ʻʼ´`′‐‑‒–—−',
  'loddhti''''''''''''''------');

-- The words of members were folded by the former rule. Their columns are generated with every update.
update hub.member set display_name = display_name;
