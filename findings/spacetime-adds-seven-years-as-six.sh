#!/usr/bin/env bash
# spacetime adds seven years to a New Year's Day as six, and from a leap day on it loses days, down to February 1: a
# term that runs from January 1 ends a year early.
#
# Versions: spacetime 7.15.0, luxon 3.7.2. Input: each number of years up to 30 added to January 1 of 2026 to 2029, in
# UTC, told where the year is another than expected; 1, 5 and 9 years added to February 29, 2028, and taken off.
# Expected (the same day of another year, and the last of February where a year has no 29th, as luxon has it):
# 2033-01-01 for 2026 plus seven, and so on; February 28.
# Seen: 2032-01-01, and so for 11, 15 and 19 years; from 2028 on for 5, 6, 7 and ten numbers more; from 2029 for none.
# 2033-02-27 and 2023-02-01. Years are added as 365 days each, and then a day for about each fourth year if the year is
# not reached; on New Year's Days that is too few. On other days than January 1 and February 29 it is enough. Issue 285,
# closed in 2021, was about multiples of five, which are right from 2026 on.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts luxon@3.7.2 spacetime@7.15.0
cat > add.mjs <<'JS'
import { DateTime } from 'luxon';
import spacetime from 'spacetime';
const add = (day, years) => spacetime(day, 'UTC').add(years, 'year').format('iso-short');
const luxon = (day, years) => DateTime.fromISO(day, { zone: 'UTC' }).plus({ years }).toISODate();
for (const year of [2026, 2027, 2028, 2029]) {
  const day = `${year}-01-01`;
  const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
  console.log(`${day}: ${numbers.filter((each) => add(day, each) !== luxon(day, each)).join(' ') || 'none'}`);
}
console.log(`7 years: ${add('2026-01-01', 7)}; luxon ${luxon('2026-01-01', 7)}`);
for (const years of [1, 5, 9, -1, -5, -9]) {
  console.log(`leap day, ${years}: ${add('2028-02-29', years)}; luxon ${luxon('2028-02-29', years)}`);
}
JS
seen=$(node add.mjs)
printf '%s\n' "$seen"
[ "$seen" = '2026-01-01: 7 11 15 19
2027-01-01: 6 7 10 11 14 15 18 19
2028-01-01: 5 6 7 9 10 11 13 14 15 17 18 19 21
2029-01-01: none
7 years: 2032-01-01; luxon 2033-01-01
leap day, 1: 2029-02-28; luxon 2029-02-28
leap day, 5: 2033-02-27; luxon 2033-02-28
leap day, 9: 2037-02-26; luxon 2037-02-28
leap day, -1: 2027-02-28; luxon 2027-02-28
leap day, -5: 2023-02-01; luxon 2023-02-28
leap day, -9: 2019-02-02; luxon 2019-02-28' ]
