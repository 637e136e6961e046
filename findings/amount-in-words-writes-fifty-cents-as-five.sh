#!/usr/bin/env bash
# amount-in-words writes fifty cents as five: a check over 12.50 is one over twelve dollars and five cents, the same
# words as for 12.05.
#
# Version: amount-in-words 1.0.1. Input: the numbers 12.5, 12.05, 1250.9 and 20.1, the texts "12.50" and "12.5", the
# number 19.999, and -12.5, in dollars.
# Expected (its README: the amount is a number or a text; 12.5 and 12.50 are the same number): fifty, five, ninety and
# ten cents, fifty twice, twenty dollars, and something that says minus.
# Seen: five, five, nine and one cent; fifty and five; nineteen dollars and 999 cents; the words of 12.5. The digits
# behind the point are read as a number of their own, and a number has no zero at its end, so that all amounts in whole
# tens of cents are wrong, if they are not texts of two places.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts amount-in-words@1.0.1
cat > write.cjs <<'JS'
const { AmountToWords, CountryCodes } = require('amount-in-words');
for (const amount of [12.5, 12.05, 1250.9, 20.1, '12.50', '12.5', 19.999, -12.5]) {
  console.log(`${JSON.stringify(amount)}: ${new AmountToWords().toWords(amount, CountryCodes.USA)}`);
}
JS
seen=$(node write.cjs)
printf '%s\n' "$seen"
[ "$seen" = '12.5: Twelve Dollars And Five Cents
12.05: Twelve Dollars And Five Cents
1250.9: One Thousand Two Hundred Fifty Dollars And Nine Cents
20.1: Twenty Dollars And One Cent
"12.50": Twelve Dollars And Fifty Cents
"12.5": Twelve Dollars And Five Cents
19.999: Nineteen Dollars And Nine Hundred Ninety Nine Cents
-12.5: Twelve Dollars And Five Cents' ]
