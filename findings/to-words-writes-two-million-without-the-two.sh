#!/usr/bin/env bash
# to-words writes two million euros in Italian without the two, and a thousand one hundred as the plural of a thousand
# without a number before it.
#
# Version: to-words 5.7.0. Input: 1,000, 1,100, 2,000, 1,000,000, 2,000,000, 2,500,000 and 3,000,000 euros with the
# locale it-IT.
# Expected (an amount in words says all of the amount; Italian has mille for one thousand and mila behind two and more):
# Mille, Mille Cento, Due Mila, Un Milione, Due Milioni, Due Milioni Cinque Cento Mila and Tre Milioni.
# Seen: Mille, Mila Cento, Due Mila, Un Milione, Milioni, Milioni Cinque Cento Mila and Tre Milioni. "Milioni Euro"
# reads as millions of euros, of no number. So it is with two billion, and with each amount from 1,001 to 1,999.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts to-words@5.7.0
cat > write.mjs <<'JS'
import { ToWords } from 'to-words';
const words = new ToWords({ localeCode: 'it-IT' });
for (const amount of [1000, 1100, 2000, 1_000_000, 2_000_000, 2_500_000, 3_000_000, 2_000_000_000]) {
  console.log(`${amount}: ${words.convert(amount, { currency: true })}`);
}
const hundreds = Array.from({ length: 999 }, (_, index) => words.convert(1001 + index));
console.log(`1001 to 1999 as Mila: ${hundreds.filter((each) => each.startsWith('Mila ')).length}`);
JS
seen=$(node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = '1000: Mille Euro
1100: Mila Cento Euro
2000: Due Mila Euro
1000000: Un Milione Euro
2000000: Milioni Euro
2500000: Milioni Cinque Cento Mila Euro
3000000: Tre Milioni Euro
2000000000: Miliardi Euro
1001 to 1999 as Mila: 999' ]
