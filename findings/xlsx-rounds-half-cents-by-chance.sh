#!/usr/bin/env bash
# SheetJS shows about every other amount of half a cent a cent too low, and some below zero otherwise than the same
# above zero, so that a list it writes as CSV differs from what the sheet shows.
#
# Versions: @e965/xlsx 0.20.3 (SheetJS), numfmt 4.0.1. Input: a charge of 8.325 and its refund with the format #,##0.00,
# and one of 12.125 and its refund with 0.00, as halves of 16.65 and 24.25.
# Expected (half a cent is rounded away from zero, as Excel shows it and as numfmt does): 8.33, -8.33, 12.13 and -12.13.
# Seen: 8.32, -8.32, 12.13 and -12.12. With #,##0.00 the number as the computer keeps it decides, which lies a trace
# below 8.325; with 0.00 it is multiplied by 100 first, and then rounded towards plus. Of the 10,000 half cents below
# 100 the one format shows 4,699 too low, the other 572; numfmt shows all right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @e965/xlsx@0.20.3 numfmt@4.0.1
cat > write.mjs <<'JS'
import XLSX from '@e965/xlsx';
import { format } from 'numfmt';
const amounts = [[8.325, '#,##0.00'], [-8.325, '#,##0.00'], [12.125, '0.00'], [-12.125, '0.00']];
const sheet = XLSX.utils.aoa_to_sheet(amounts.map(([amount]) => [amount]));
for (const [row, [, z]] of amounts.entries()) sheet[`A${row + 1}`].z = z;
const { Sheets } = XLSX.read(XLSX.write({ SheetNames: ['Dues'], Sheets: { Dues: sheet } }, { type: 'buffer' }));
console.log(`xlsx: ${XLSX.utils.sheet_to_csv(Sheets.Dues).trim().split('\n').join(' ')}`);
console.log(`numfmt: ${amounts.map(([amount, z]) => format(z, amount)).join(' ')}`);
for (const each of ['#,##0.00', '0.00']) {
  const wrong = { xlsx: 0, numfmt: 0 };
  for (let thousandths = 5; thousandths < 100_000; thousandths += 10) {
    const expected = ((thousandths + 5) / 1000).toFixed(2);
    if (XLSX.SSF.format(each, thousandths / 1000) !== expected) wrong.xlsx++;
    if (format(each, thousandths / 1000) !== expected) wrong.numfmt++;
  }
  console.log(`${each}: of 10,000 xlsx ${wrong.xlsx}, numfmt ${wrong.numfmt}`);
}
JS
seen=$(node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'xlsx: 8.32 -8.32 12.13 -12.12
numfmt: 8.33 -8.33 12.13 -12.13
#,##0.00: of 10,000 xlsx 4699, numfmt 0
0.00: of 10,000 xlsx 572, numfmt 0' ]
