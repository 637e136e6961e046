#!/usr/bin/env bash
# ical.js repeats a series every month that should repeat every other month, if its rule names the months, too.
#
# Versions: ical.js 2.2.1, rrule-temporal 2.2.8. Input: FREQ=MONTHLY;INTERVAL=2 on the first Tuesday from January 5,
# 2027, with no meetings in the summer: BYMONTH=1,2,3,4,5,9,10,11,12.
# Expected (RFC 5545, 3.3.10: INTERVAL tells every how many months, and under MONTHLY, BYMONTH only takes away):
# January, March, May, September and November.
# Seen: all nine months of the list; the interval counts for nothing. Without BYMONTH it counts. rrule-temporal reads
# the same rule as expected. A list that has each second month (1,3,5,9,11) hides it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 rrule-temporal@2.2.8
cat > expand.mjs <<'JS'
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
const [, , more] = process.argv;
const rule = `FREQ=MONTHLY;INTERVAL=2;BYDAY=1TU;UNTIL=20271231T190000Z${more}`;
const months = [];
const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString('2027-01-05T19:00:00Z'));
for (let next = iterator.next(); next; next = iterator.next()) months.push(next.month);
const others = new RRuleTemporal({ rruleString: `DTSTART:20270105T190000Z\nRRULE:${rule}` }).all();
console.log(`ical.js ${months.join(' ')}; rrule-temporal ${others.map(({ month }) => month).join(' ')}`);
JS
named=$(node expand.mjs ';BYMONTH=1,2,3,4,5,9,10,11,12')
unnamed=$(node expand.mjs '')
printf 'with BYMONTH: %s\nwithout: %s\n' "$named" "$unnamed"
[ "$named" = 'ical.js 1 2 3 4 5 9 10 11 12; rrule-temporal 1 3 5 9 11' ]
[ "$unnamed" = 'ical.js 1 3 5 7 9 11; rrule-temporal 1 3 5 7 9 11' ]
