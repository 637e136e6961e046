#!/usr/bin/env bash
# ical.js moves dues of the last day of each quarter to July 1 and October 1, from the second year on.
#
# Versions: ical.js 2.2.1, rrule-temporal 2.2.8. Input: FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1 from March 31, 2027;
# the same with BYMONTHDAY=31, and with February and August as the months.
# Expected (RFC 5545, 3.3.10: -1 is the last day of the month, and a day that a month does not have is left out): June
# 30 and September 30 each year, and with 31 neither; February 29, 2028, as rrule-temporal has them.
# Seen: in the first year so. In 2028 July 1 and October 1; with 31 so in each year; March 2, 2028. At the turn of the
# year -1 is made the number of the last day of the month before, 31, for all months alike, and June 31 becomes July 1.
# With June alone, or with MONTHLY instead of YEARLY, the days are right, as they are in the year one looks at first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 rrule-temporal@2.2.8
cat > expand.mjs <<'JS'
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
const show = (name, dates) => console.log(`${name}: ${dates.map((each) => each.slice(0, 10)).join(' ')}`);
for (const [rule, start] of [
  ['FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1', '2027-03-31'],
  ['FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=31', '2027-03-31'],
  ['FREQ=YEARLY;BYMONTH=2,8;BYMONTHDAY=-1', '2027-02-28'],
]) {
  console.log(rule);
  const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString(`${start}T18:00:00`));
  show('ical.js', Array.from({ length: 8 }, () => dates.next().toString()));
  const text = `DTSTART:${start.replaceAll('-', '')}T180000Z\nRRULE:${rule}`;
  show('rrule-temporal', new RRuleTemporal({ rruleString: text }).all((_, index) => index < 8).map(String));
}
JS
seen=$(node expand.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1
ical.js: 2027-03-31 2027-06-30 2027-09-30 2027-12-31 2028-03-31 2028-07-01 2028-10-01 2028-12-31
rrule-temporal: 2027-03-31 2027-06-30 2027-09-30 2027-12-31 2028-03-31 2028-06-30 2028-09-30 2028-12-31
FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=31
ical.js: 2027-03-31 2027-07-01 2027-10-01 2027-12-31 2028-03-31 2028-07-01 2028-10-01 2028-12-31
rrule-temporal: 2027-03-31 2027-12-31 2028-03-31 2028-12-31 2029-03-31 2029-12-31 2030-03-31 2030-12-31
FREQ=YEARLY;BYMONTH=2,8;BYMONTHDAY=-1
ical.js: 2027-02-28 2027-08-31 2028-03-02 2028-08-31 2029-03-03 2029-08-31 2030-03-03 2030-08-31
rrule-temporal: 2027-02-28 2027-08-31 2028-02-29 2028-08-31 2029-02-28 2029-08-31 2030-02-28 2030-08-31' ]
