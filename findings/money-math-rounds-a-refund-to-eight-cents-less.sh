#!/usr/bin/env bash
# money-math rounds a refund of 1.48 to five cents as 1.40, and up to five cents as 1.46, which five does not divide;
# and of an eighth of a refund of 1.00 it makes 11 cents.
#
# Version: money-math 2.6.3. Input: roundTo5Cents, as for cash in Switzerland, and roundUpTo5Cents of amounts above zero
# and the same below; half of 2.35 and -2.35; an eighth of 1.00 and -1.00.
# Expected (the README: amounts may have a minus, and the results are 0 modulo 5 as the law wants; half a cent may go
# either way): 1.50, 1.45 and -1.50, -1.45; 1.50 and -1.50 or -1.45; 1.18 and -1.18 or -1.17; 0.13 and -0.13 or -0.12.
# Seen: 1.50 and 1.45, but -1.40 and -1.35; 1.50, but -1.46; 1.18, but -1.16; 0.13, but -0.11. What is to be rounded is
# first cut towards zero, and then one is added, which below zero leads further away.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts money-math@2.6.3
cat > round.cjs <<'JS'
const { roundTo5Cents, roundUpTo5Cents, mul, div } = require('money-math');
for (const [name, compute, amounts] of [
  ['to five cents', roundTo5Cents, ['1.48', '-1.48', '1.43', '-1.43']],
  ['up to five cents', roundUpTo5Cents, ['1.48', '-1.48']],
  ['a half', (amount) => mul(amount, '0.50'), ['2.35', '-2.35']],
  ['an eighth', (amount) => div(amount, '8.00'), ['1.00', '-1.00']],
]) console.log(`${name}: ${amounts.map((amount) => `${amount} is ${compute(amount)}`).join(', ')}`);
JS
seen=$(node round.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'to five cents: 1.48 is 1.50, -1.48 is -1.40, 1.43 is 1.45, -1.43 is -1.35
up to five cents: 1.48 is 1.50, -1.48 is -1.46
a half: 2.35 is 1.18, -2.35 is -1.16
an eighth: 1.00 is 0.13, -1.00 is -0.11' ]
