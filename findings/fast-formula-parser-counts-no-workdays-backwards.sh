#!/usr/bin/env bash
# fast-formula-parser takes no working days off a date: a reminder 20 working days before something is due is on the day
# itself. Most of its weeks have the number of the week before, and months added at a month's end lead into the next.
#
# Versions: fast-formula-parser 1.0.19, hyperformula 3.5.0. Input: WORKDAY of June 30, 2027, and minus 20, minus 1 and
# 20; WEEKNUM of each day of 2027; ISOWEEKNUM of the Sundays of 2027; EDATE of January 31 and August 31, 2027, with one
# month more, and of March 31 with one less.
# Expected (Excel's descriptions: WORKDAY counts back for a number below zero; week 1 has January 1; ISO 8601: a week
# ends on Sunday; a day that a month does not have is its last): June 2, June 29 and July 28; as hyperformula has the
# weeks; February 28, September 30 and February 28.
# Seen: June 30, June 30 and July 28; 260 of 365 days have one less; all 52 Sundays have the week of the next
# Monday; March 3, October 1 and March 3.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts fast-formula-parser@1.0.19 hyperformula@3.5.0
cat > count.mjs <<'JS'
import FormulaParser from 'fast-formula-parser';
import { HyperFormula } from 'hyperformula';
const parser = new FormulaParser();
const sheet = HyperFormula.buildFromArray([['']], { licenseKey: 'gpl-v3' });
const place = { row: 1, col: 1, sheet: 'Dues' };
const both = (formula) => [parser.parse(formula, place), sheet.calculateFormula(`=${formula}`, 0)];
const day = (number) => new Date(Date.UTC(1899, 11, 30 + number)).toISOString().slice(0, 10);
for (const formula of ['WORKDAY(DATE(2027,6,30),-20)', 'WORKDAY(DATE(2027,6,30),-1)', 'WORKDAY(DATE(2027,6,30),20)',
  'EDATE(DATE(2027,1,31),1)', 'EDATE(DATE(2027,8,31),1)', 'EDATE(DATE(2027,3,31),-1)']) {
  const [one, other] = both(formula).map(day);
  console.log(`${formula}: ${one}; hyperformula ${other}`);
}
const days = Array.from({ length: 365 }, (_, index) => `DATE(2027,1,${index + 1})`);
const sundays = days.filter((each) => sheet.calculateFormula(`=WEEKDAY(${each})`, 0) === 1);
const tell = (name, list) => {
  const differences = new Map();
  for (const each of list) {
    const [one, other] = both(`${name}(${each})`);
    differences.set(one - other, (differences.get(one - other) ?? 0) + 1);
  }
  console.log(`${name}: ${[...differences].map(([difference, number]) => `${difference} for ${number}`).join(', ')}`);
};
tell('WEEKNUM', days);
tell('ISOWEEKNUM', sundays);
JS
seen=$(node count.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'WORKDAY(DATE(2027,6,30),-20): 2027-06-30; hyperformula 2027-06-02
WORKDAY(DATE(2027,6,30),-1): 2027-06-30; hyperformula 2027-06-29
WORKDAY(DATE(2027,6,30),20): 2027-07-28; hyperformula 2027-07-28
EDATE(DATE(2027,1,31),1): 2027-03-03; hyperformula 2027-02-28
EDATE(DATE(2027,8,31),1): 2027-10-01; hyperformula 2027-09-30
EDATE(DATE(2027,3,31),-1): 2027-03-03; hyperformula 2027-02-28
WEEKNUM: 0 for 105, -1 for 260
ISOWEEKNUM: -52 for 1, 1 for 51' ]
