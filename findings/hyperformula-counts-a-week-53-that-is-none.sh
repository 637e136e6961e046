#!/usr/bin/env bash
# HyperFormula counts the last days of December to a week 53 that the year does not have: a sheet by weeks has a week
# too many, and the first week of the next year lacks its Monday and Tuesday.
#
# Versions: hyperformula 3.5.0, @formulajs/formulajs 4.6.1. Input: ISOWEEKNUM and WEEKNUM with type 21 of December 29,
# 2025, December 31, 2024, December 31, 2029, and January 1, 2027.
# Expected (ISO 8601: a week belongs to the year of its Thursday): 1, 1, 1 and 53, as Formula.js has them.
# Seen: 53 each time. The years 2025, 2024 and 2029 have 52 weeks. So it is with each Monday, Tuesday and Wednesday
# before a New Year's Day that falls on a Tuesday, Wednesday or Thursday, and with no other day.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts hyperformula@3.5.0 @formulajs/formulajs@4.6.1
cat > count.mjs <<'JS'
import { ISOWEEKNUM } from '@formulajs/formulajs';
import { HyperFormula } from 'hyperformula';
const book = HyperFormula.buildFromArray([[]], { licenseKey: 'gpl-v3' });
for (const [year, month, day] of [[2025, 12, 29], [2024, 12, 31], [2029, 12, 31], [2027, 1, 1]]) {
  const date = `DATE(${year},${month},${day})`;
  const own = [`=ISOWEEKNUM(${date})`, `=WEEKNUM(${date},21)`].map((each) => book.calculateFormula(each, 0));
  const other = ISOWEEKNUM(new Date(year, month - 1, day));
  console.log(`${year}-${month}-${day}: hyperformula ${own.join(' ')}; formulajs ${other}`);
}
let wrong = 0;
let elsewhere = 0;
for (let date = Date.UTC(2024, 0, 1); date < Date.UTC(2052, 0, 1); date += 86_400_000) {
  const each = new Date(date);
  const [year, month, day] = [each.getUTCFullYear(), each.getUTCMonth() + 1, each.getUTCDate()];
  const own = book.calculateFormula(`=ISOWEEKNUM(DATE(${year},${month},${day}))`, 0);
  if (own === ISOWEEKNUM(new Date(year, month - 1, day))) continue;
  wrong++;
  const newYear = new Date(Date.UTC(year + 1, 0, 1)).getUTCDay();
  if (month !== 12 || day < 29 || newYear < 2 || newYear > 4) elsewhere++;
}
console.log(`28 years: ${wrong} days, ${elsewhere} elsewhere`);
process.exit();
JS
seen=$(TZ=UTC node count.mjs)
printf '%s\n' "$seen"
[ "$seen" = '2025-12-29: hyperformula 53 53; formulajs 1
2024-12-31: hyperformula 53 53; formulajs 1
2029-12-31: hyperformula 53 53; formulajs 1
2027-1-1: hyperformula 53 53; formulajs 53
28 years: 24 days, 0 elsewhere' ]
