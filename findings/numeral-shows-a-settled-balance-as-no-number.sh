#!/usr/bin/env bash
# Numeral.js shows a balance as NaN if it is settled but for the trace that sums of numbers leave, and puts the dollar
# sign into the number if it is a little below zero. numbro loses the zero before the point there.
#
# Versions: numeral 2.0.6, numbro 2.5.0. Input: 0.1 + 0.2 - 0.3 (a trace above zero), 0.3 - 0.1 - 0.2 (one below), 5e-7
# and -0.004 (a rate's share of a cent) with the format $0,0.00.
# Expected: $0.00 each time, as numeral has for 0.001, with or without a minus.
# Seen: $NaN, N$aN, $NaN and 0$.00. numeral cannot read a number that JavaScript writes with an exponent below zero, as
# it does below 0.000001. numbro, made from numeral, has $0.00 for those above zero and -$.00 for those below.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts numeral@2.0.6 numbro@2.5.0
cat > write.mjs <<'JS'
import numbro from 'numbro';
import numeral from 'numeral';
const amounts = [0.001, 0.1 + 0.2 - 0.3, 0.3 - 0.1 - 0.2, 5e-7, -0.004];
console.log(`numeral: ${amounts.map((amount) => numeral(amount).format('$0,0.00')).join(' ')}`);
const format = { mantissa: 2, thousandSeparated: true };
console.log(`numbro: ${amounts.map((amount) => numbro(amount).formatCurrency(format)).join(' ')}`);
JS
seen=$(node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'numeral: $0.00 $NaN N$aN $NaN 0$.00
numbro: $0.00 $0.00 -$.00 $0.00 -$.00' ]
