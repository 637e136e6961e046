#!/usr/bin/env bash
# mathjs takes a percent sign for the remainder of a division if a plus or minus follows: 100 with 19 % of tax and 5 for
# the mail are 104, and a discount after a discount takes nothing off.
#
# Version: mathjs 15.2.0. Input: what people type into a field for an amount: "100 + 19%", "100 + 19% + 5" and
# "(100 + 19%) + 5", "200 - 50% + 20", "100 - 10% - 5%" and "(100 - 10%) - 5%", "20% + 30%".
# Expected (as it has them with parentheses around what comes first; two terms stand on both sides of a plus): 119, 124
# and 124, 120, 85.5 and 85.5, 0.5.
# Seen: 119, 104 and 124, 190, 100 and 85.5, 0.2. "19% + 5" is read as 19 modulo +5, which is 4, and "10% - 5%" as 10
# modulo -0.05, which is 0. At the end and before ")" or "*" it is a percent, so that a first test finds nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mathjs@15.2.0
cat > read.mjs <<'JS'
import { evaluate, format, parse } from 'mathjs';
const texts = [
  '100 + 19%', '100 + 19% + 5', '(100 + 19%) + 5', '200 - 50% + 20', '100 - 10% - 5%', '(100 - 10%) - 5%', '20% + 30%',
];
for (const text of texts) {
  const read = parse(text).toString({ parenthesis: 'all' });
  console.log(`${text} = ${format(evaluate(text), { precision: 10 })}: ${read}`);
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '100 + 19% = 119: 100 + (100 * (19 / 100))
100 + 19% + 5 = 104: 100 + (19 % (+5))
(100 + 19%) + 5 = 124: (100 + (100 * (19 / 100))) + 5
200 - 50% + 20 = 190: 200 - (50 % (+20))
100 - 10% - 5% = 100: 100 - (10 % ((-5) / 100))
(100 - 10%) - 5% = 85.5: (100 - (100 * (10 / 100))) - ((100 - (100 * (10 / 100))) * (5 / 100))
20% + 30% = 0.2: 20 % ((+30) / 100)' ]
