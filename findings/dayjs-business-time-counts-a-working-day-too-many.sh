#!/usr/bin/env bash
# dayjs-business-time counts a working day too many between two days that have no time: two from Monday to Tuesday, one
# from Monday to itself, and one from Saturday to Sunday.
#
# Versions: dayjs-business-time 1.0.4 with dayjs 1.11.23, moment-business-time 2.0.0 with moment 2.31.0. Input: the days
# between Monday, March 8, 2027, and itself, Tuesday, Friday, and the next Monday, and between Saturday and Sunday, at
# midnight; from Monday to Tuesday at noon; each also in hours. The days are the usual ones, Monday to Friday, 9 to 5.
# Expected (its README: 3 from Monday, 10:00, until Thursday, 10:00; and 8 hours a day): 0, 1, 4, 5, 0 and 1, as
# moment-business-time has them.
# Seen: 1, 2, 5, 6, 1 and 1, although the hours are 0, 8, 32, 40, 0 and 8. If the first end
# is outside of 9 to 5, it is moved back to the working day before, which then counts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts dayjs@1.11.23 dayjs-business-time@1.0.4 moment@2.31.0 \
  moment-business-time@2.0.0
cat > count.cjs <<'JS'
const dayjs = require('dayjs');
dayjs.extend(require('dayjs-business-time'));
const moment = require('moment-business-time');
for (const [from, until] of [
  ['2027-03-08', '2027-03-08'], ['2027-03-08', '2027-03-09'], ['2027-03-08', '2027-03-12'],
  ['2027-03-08', '2027-03-15'], ['2027-03-13', '2027-03-14'], ['2027-03-08T12:00', '2027-03-09T12:00'],
]) {
  const days = dayjs(from).businessDaysDiff(dayjs(until));
  const hours = dayjs(from).businessHoursDiff(dayjs(until));
  const others = moment(until).workingDiff(moment(from), 'days');
  console.log(`${from} to ${until}: ${days} days, ${hours} hours; ${others} days`);
}
JS
seen=$(node count.cjs)
printf '%s\n' "$seen"
[ "$seen" = '2027-03-08 to 2027-03-08: 1 days, 0 hours; 0 days
2027-03-08 to 2027-03-09: 2 days, 8 hours; 1 days
2027-03-08 to 2027-03-12: 5 days, 32 hours; 4 days
2027-03-08 to 2027-03-15: 6 days, 40 hours; 5 days
2027-03-13 to 2027-03-14: 1 days, 0 hours; 0 days
2027-03-08T12:00 to 2027-03-09T12:00: 1 days, 8 hours; 1 days' ]
