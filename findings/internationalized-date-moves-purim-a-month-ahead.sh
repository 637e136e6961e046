#!/usr/bin/env bash
# The dates of React Aria put Purim of a leap year a month too early: whoever adds a year to the 14th of Adar comes to
# the first Adar, and not to the second, in which feasts and birthdays of Adar are kept.
#
# Versions: @internationalized/date 3.12.4, temporal-polyfill 1.0.8. Input: 14 Adar 5786 (March 3, 2026, Purim), plus
# one, two and four years; 15 Nisan 5786 (April 2, Passover), plus one.
# Expected (Unicode's month codes, which Temporal follows: Adar of a common year and Adar II are both M06; only the leap
# month Adar I has a code of its own, M05L): Purim on March 23, 2027, March 12, 2028, and March 19, 2030; Passover on
# April 22, 2027. So does temporal-polyfill.
# Seen: February 21, 2027, March 12, 2028, and February 17, 2030; Passover is right. Between a common and a leap year
# the numbers of the months after Adar are moved by one. Adar keeps its own, the sixth, which is that of Adar I then.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @internationalized/date@3.12.4 temporal-polyfill@1.0.8
cat > add.mjs <<'JS'
import { CalendarDate, GregorianCalendar, HebrewCalendar, toCalendar } from '@internationalized/date';
import { Temporal } from 'temporal-polyfill/full';
for (const [feast, from, more] of [['Purim', '2026-03-03', [1, 2, 4]], ['Passover', '2026-04-02', [1]]]) {
  const day = toCalendar(new CalendarDate(...from.split('-').map(Number)), new HebrewCalendar());
  const other = Temporal.PlainDate.from(from).withCalendar('hebrew');
  for (const years of more) {
    const added = toCalendar(day.add({ years }), new GregorianCalendar());
    console.log(`${feast} + ${years}: ${added}, Temporal ${other.add({ years }).withCalendar('iso8601')}`);
  }
}
JS
seen=$(node add.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'Purim + 1: 2027-02-21, Temporal 2027-03-23
Purim + 2: 2028-03-12, Temporal 2028-03-12
Purim + 4: 2030-02-17, Temporal 2030-03-19
Passover + 1: 2027-04-22, Temporal 2027-04-22' ]
