#!/usr/bin/env bash
# HyperFormula ends every February on the 28th when it adds months: what is due on February 29, 2028, is due a day
# early.
#
# Versions: hyperformula 3.5.0, @formulajs/formulajs 4.6.1. Input: EDATE of January 29 and 31, 2028, and March 29, 2028,
# minus one month, of December 29, 2027, two months on, and of February 29, 2024, 48 months on.
# Expected (ECMA-376, part 1, 18.17.7, EDATE: the day that lies so many months away; 2028 is a leap year): February 29,
# 2028, each time, as Formula.js has it, and EOMONTH of HyperFormula itself.
# Seen: February 28, 2028, each time, also where the day is the 29th already. In years without a leap day both agree, so
# the next time that it tells is 2028.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts hyperformula@3.5.0 @formulajs/formulajs@4.6.1
cat > add.mjs <<'JS'
import { EDATE } from '@formulajs/formulajs';
import { HyperFormula } from 'hyperformula';
const book = HyperFormula.buildFromArray([[]], { licenseKey: 'gpl-v3' });
const read = (formula) => book.calculateFormula(`=TEXT(${formula},"yyyy-mm-dd")`, 0);
const cases = [[2028, 1, 29, 1], [2028, 1, 31, 1], [2028, 3, 29, -1], [2027, 12, 29, 2], [2024, 2, 29, 48]];
for (const [year, month, day, months] of cases) {
  const own = read(`EDATE(DATE(${year},${month},${day}),${months})`);
  const other = EDATE(new Date(year, month - 1, day), months).toISOString().slice(0, 10);
  console.log(`${year}-${month}-${day} ${months}: hyperformula ${own}; formulajs ${other}`);
}
console.log(`end of the month: ${read('EOMONTH(DATE(2028,1,31),1)')}`);
process.exit();
JS
seen=$(TZ=UTC node add.mjs)
printf '%s\n' "$seen"
[ "$seen" = '2028-1-29 1: hyperformula 2028-02-28; formulajs 2028-02-29
2028-1-31 1: hyperformula 2028-02-28; formulajs 2028-02-29
2028-3-29 -1: hyperformula 2028-02-28; formulajs 2028-02-29
2027-12-29 2: hyperformula 2028-02-28; formulajs 2028-02-29
2024-2-29 48: hyperformula 2028-02-28; formulajs 2028-02-29
end of the month: 2028-02-29' ]
