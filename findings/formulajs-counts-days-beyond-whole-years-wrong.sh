#!/usr/bin/env bash
# Formula.js counts the days beyond whole years as minus one, or as more than a year has, and a whole year a day too
# early.
#
# Versions: @formulajs/formulajs 4.6.1, hyperformula 3.5.0. Input: DATEDIF with "YD" of a member's time from March 10,
# 2020, until March 9, 2027, and from December 1 until 31, 2027; with "Y" of that from July 31, 2026, until July 30,
# 2027; with "MD" of that from October 31, 2026, until January 4, 2027.
# Expected (Excel's description of DATEDIF: the days without years, and complete years): 364, 30 and 0, and 4, as
# hyperformula has them.
# Seen: -1, 395, 1 and -27. "YD" is a year off if both days lie in the same month, and "Y" looks at the month alone. Two
# months later "YD" is right, with 60.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @formulajs/formulajs@4.6.1 hyperformula@3.5.0
cat > count.mjs <<'JS'
import { DATEDIF } from '@formulajs/formulajs';
import { HyperFormula } from 'hyperformula';
const book = HyperFormula.buildFromArray([[]], { licenseKey: 'gpl-v3' });
const cases = [
  [[2020, 3, 10], [2027, 3, 9], 'YD'], [[2027, 12, 1], [2027, 12, 31], 'YD'], [[2026, 7, 31], [2027, 7, 30], 'Y'],
  [[2026, 10, 31], [2027, 1, 4], 'MD'], [[2020, 3, 10], [2027, 5, 9], 'YD'],
];
for (const [from, until, unit] of cases) {
  const [start, end] = [from, until].map(([year, month, day]) => new Date(year, month - 1, day));
  const other = book.calculateFormula(`=DATEDIF(DATE(${from}),DATE(${until}),"${unit}")`, 0);
  console.log(`${unit} ${from.join('-')} ${until.join('-')}: ${DATEDIF(start, end, unit)}; hyperformula ${other}`);
}
process.exit();
JS
seen=$(TZ=UTC node count.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'YD 2020-3-10 2027-3-9: -1; hyperformula 364
YD 2027-12-1 2027-12-31: 395; hyperformula 30
Y 2026-7-31 2027-7-30: 1; hyperformula 0
MD 2026-10-31 2027-1-4: -27; hyperformula 4
YD 2020-3-10 2027-5-9: 60; hyperformula 60' ]
