#!/usr/bin/env bash
# @18f/us-federal-holidays leaves December 31 out of a list of a year's holidays if New Year's Day is observed on it,
# though it says of that day itself that it is one.
#
# Version: @18f/us-federal-holidays 4.0.0. Input: the holidays from December 20 until December 31, 2027; whether
# December 31, 2027, is one; and the list until January 10, 2028. January 1, 2028, is a Saturday.
# Expected (5 U.S.C. 6103 (b): a holiday on a Saturday is observed on the Friday before): December 24 and 31 each time.
# Seen: December 24 alone, true, and December 24 and 31. A range looks only at holidays that are named after its years,
# and this one counts to 2028. Who moves a payment's day past the holidays of a range moves it to December 31. It was so
# in 2021, too, and is next in 2027.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @18f/us-federal-holidays@4.0.0
cat > list.cjs <<'JS'
const { inRange, isAHoliday } = require('@18f/us-federal-holidays');
const day = (text) => new Date(`${text}T12:00:00Z`);
const list = (from, until) => inRange(day(from), day(until), { utc: true }).map((each) => each.dateString).join(' ');
console.log(`until December 31: ${list('2027-12-20', '2027-12-31')}`);
console.log(`December 31: ${isAHoliday(day('2027-12-31'), { utc: true })}`);
console.log(`until January 10: ${list('2027-12-20', '2028-01-10')}`);
JS
seen=$(TZ=UTC node list.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'until December 31: 2027-12-24
December 31: true
until January 10: 2027-12-24 2027-12-31' ]
