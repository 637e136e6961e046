#!/usr/bin/env bash
# number-currency-format reads a debt of less than a dollar, as it wrote it itself, as money to get, and 12.5 as 125.
#
# Version: number-currency-format 1.0.10. Input: -1234.5, -12.5, -0.75, -0.5 and 0.5 by format() and then by unformat(),
# without a currency and with a dollar sign before the number; then unformat() of "12.5", "12,5" and "12.50".
# Expected (unformat() takes back what format() did): the amounts; 12.5 three times, or an error.
# Seen: -1234.5, -12.5, 0.75, 0.5 and 0.5; 125, 125 and 12.5. The minus is looked for just before the first digits
# that are not 0, where the point is; and what is behind a point counts as cents only if it has two digits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts number-currency-format@1.0.10
cat > read.cjs <<'JS'
const { format, unformat } = require('number-currency-format');
for (const amount of [-1234.5, -12.5, -0.75, -0.5, 0.5]) {
  const texts = [format(amount), format(amount, { currency: '$', currencyPosition: 'LEFT' })];
  console.log(`${amount}: ${texts.map((text) => `${text} is ${unformat(text)}`).join(', ')}`);
}
for (const text of ['12.5', '12,5', '12.50']) console.log(`${text} is ${unformat(text)}`);
JS
seen=$(node read.cjs)
printf '%s\n' "$seen"
[ "$seen" = '-1234.5: -1,234.50 is -1234.5, $ -1,234.50 is -1234.5
-12.5: -12.50 is -12.5, $ -12.50 is -12.5
-0.75: -0.75 is 0.75, $ -0.75 is 0.75
-0.5: -0.50 is 0.5, $ -0.50 is 0.5
0.5: 0.50 is 0.5, $ 0.50 is 0.5
12.5 is 125
12,5 is 125
12.50 is 12.5' ]
