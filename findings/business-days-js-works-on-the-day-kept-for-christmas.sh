#!/usr/bin/env bash
# business-days-js works on the day that is kept for Christmas if that is a Saturday, though it lists this day as a
# holiday itself: what is due on the next business day is due on a holiday.
#
# Version: business-days-js 2.3.0 with date-holidays 3.37.0. Input: check() of December 24, 2027 (for Christmas on a
# Saturday), of December 31 (for New Year's Day) and of July 5 (for Independence Day); the business day after December
# 23; and whether getHolidays() has these days.
# Expected (5 U.S.C. 6103: the day before, for a holiday on a Saturday; and its own list): none is a business day; after
# December 23 comes December 27.
# Seen: December 24 is one, and the one after December 23. That day is Christmas Eve, too, which is listed first and
# is no public holiday, and only the first is looked at.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts business-days-js@2.3.0 date-holidays@3.37.0
cat > due.cjs <<'JS'
const businessDays = require('business-days-js');
const days = (businessDays.default ?? businessDays)();
const listed = days.getHolidays(2027).map(({ date }) => date.slice(0, 10));
for (const day of ['2027-07-05', '2027-12-24', '2027-12-31']) {
  const found = listed.includes(day) ? 'listed' : 'not listed';
  console.log(`${day}: ${found}, ${days.check(day) ? 'business day' : 'none'}`);
}
console.log(`after 2027-12-23: ${days.addDays('2027-12-23', 1).format('YYYY-MM-DD')}`);
JS
seen=$(TZ=America/New_York node due.cjs)
printf '%s\n' "$seen"
[ "$seen" = '2027-07-05: listed, none
2027-12-24: listed, business day
2027-12-31: listed, none
after 2027-12-23: 2027-12-24' ]
