#!/usr/bin/env bash
# ical.js turns a season from September to May around if its months are written in that order: after December 2027 it
# goes on in September 2028, so that a season until May 2028 loses its spring. Of nine evenings with the months in order
# it shows eight, and of a series in spring and autumn the first autumn twice.
#
# Versions: ical.js 2.2.1, rrule-temporal 2.2.8. Input: FREQ=MONTHLY from September 7, 2027, 18:00 UTC: a first Tuesday
# with BYMONTH=9,10,11,12,1,2,3,4,5 until May 31, 2028; the same nine times, with the months from 1 to 12, too; and each
# Tuesday with BYMONTH=3,9 eight times.
# Expected (RFC 5545, 3.3.10: BYMONTH lists months, of which the order tells nothing, and only takes away; COUNT begins
# with DTSTART): September to May three times, four Tuesdays in September and four in March, as rrule-temporal has them.
# Seen: four until December; September to December 2027 and 2028, then January 2028; eight; and September twice. The
# list is followed from its first month, whichever month the start is in, and a year is added where it ends. With YEARLY
# and WEEKLY all is right. Only a list in order that begins with the start's month hides it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 rrule-temporal@2.2.8
cat > expand.mjs <<'JS'
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
const show = (name, dates) => console.log(`${name}: ${dates.map((each) => each.slice(2, 10)).join(' ')}`);
for (const parts of [
  'BYDAY=1TU;BYMONTH=9,10,11,12,1,2,3,4,5;UNTIL=20280531T180000Z',
  'BYDAY=1TU;BYMONTH=9,10,11,12,1,2,3,4,5;COUNT=9',
  'BYDAY=1TU;BYMONTH=1,2,3,4,5,9,10,11,12;COUNT=9',
  'BYDAY=TU;BYMONTH=3,9;COUNT=8',
]) {
  console.log(parts);
  const rule = `FREQ=MONTHLY;${parts}`;
  const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString('2027-09-07T18:00:00Z'));
  const found = [];
  for (let date = dates.next(); date; date = dates.next()) found.push(date.toString());
  show('ical.js', found);
  const rruleString = `DTSTART:20270907T180000Z\nRRULE:${rule}`;
  show('rrule-temporal', new RRuleTemporal({ rruleString }).all().map(String));
}
JS
seen=$(node expand.mjs)
printf '%s\n' "$seen"
season='27-09-07 27-10-05 27-11-02 27-12-07 28-01-04 28-02-01 28-03-07 28-04-04 28-05-02'
[ "$seen" = "BYDAY=1TU;BYMONTH=9,10,11,12,1,2,3,4,5;UNTIL=20280531T180000Z
ical.js: 27-09-07 27-10-05 27-11-02 27-12-07
rrule-temporal: $season
BYDAY=1TU;BYMONTH=9,10,11,12,1,2,3,4,5;COUNT=9
ical.js: 27-09-07 27-10-05 27-11-02 27-12-07 28-09-05 28-10-03 28-11-07 28-12-05 28-01-04
rrule-temporal: $season
BYDAY=1TU;BYMONTH=1,2,3,4,5,9,10,11,12;COUNT=9
ical.js: 27-09-07 27-10-05 27-11-02 27-12-07 28-01-04 28-02-01 28-03-07 28-04-04
rrule-temporal: $season
BYDAY=TU;BYMONTH=3,9;COUNT=8
ical.js: 27-09-07 27-09-14 27-09-21 27-09-28 27-09-07 27-09-14 27-09-21 27-09-28
rrule-temporal: 27-09-07 27-09-14 27-09-21 27-09-28 28-03-07 28-03-14 28-03-21 28-03-28" ]
