#!/usr/bin/env bash
# parse-money reads fifty cents, written $.50, as fifty dollars, and it and parse-price read a refund as a payment.
#
# Versions: parse-money 1.0.12, parse-price 1.1.8. Input: $.50, $0.50, -$12.50, ($12.50), $12.50 and $1,250.00.
# Expected: 0.5, 0.5, -12.5, -12.5, 12.5 and 1250; or nothing for what it does not read, as for a text without a number.
# Seen: 50, 0.5, 12.5, 12.5, 12.5 and 1250 by parse-money; 0.5 and else the same by parse-price. A minus and parentheses
# are left out like a currency's sign, and a point with nothing before it like one of thousands.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts parse-money@1.0.12 parse-price@1.1.8
cat > read.cjs <<'JS'
const money = require('parse-money');
const price = require('parse-price');
const read = {
  'parse-money': (text) => (money.default ?? money)(text).amount,
  'parse-price': price.default ?? price,
};
for (const [name, each] of Object.entries(read)) {
  console.log(`${name}: ${['$.50', '$0.50', '-$12.50', '($12.50)', '$12.50', '$1,250.00'].map(each).join(' ')}`);
}
JS
seen=$(node read.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'parse-money: 50 0.5 12.5 12.5 12.5 1250
parse-price: 0.5 0.5 12.5 12.5 12.5 1250' ]
