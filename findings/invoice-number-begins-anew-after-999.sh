#!/usr/bin/env bash
# invoice-number begins anew after the last number that fits: INV-000 follows INV-999, and then INV-001 is given to a
# second invoice. If the year stands behind the number, it counts the year.
#
# Version: invoice-number 2.0.1. Input: the numbers that follow 2027/98, 2027/99, INV-999, Z9 and 99/2027.
# Expected (its README: generates invoice numbers sequentially; Directive 2006/112/EC, 226 (2): a number that uniquely
# identifies the invoice): 2027/99, then 2027/100, INV-1000 and so on, or an error; 100/2027.
# Seen: 2027/99, then 2027/00, INV-000 and A0, which is a member's from years ago; 99/2028.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts invoice-number@2.0.1
cat > count.cjs <<'JS'
const { InvoiceNumber } = require('invoice-number');
for (const last of ['2027/98', '2027/99', 'INV-999', 'Z9', '99/2027']) {
  console.log(`after ${last} comes ${InvoiceNumber.next(last)}`);
}
JS
seen=$(node count.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'after 2027/98 comes 2027/99
after 2027/99 comes 2027/00
after INV-999 comes INV-000
after Z9 comes A0
after 99/2027 comes 99/2028' ]
