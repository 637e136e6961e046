#!/usr/bin/env bash
# date-fns-holiday-us has no Presidents' Day among the federal holidays, and no day that is one because the holiday is
# on a weekend: what is due on the next day that the government works is due on one on which it does not.
#
# Versions: date-fns-holiday-us 1.1.0 with date-fns 4.4.0, @18f/us-federal-holidays 4.0.0. Input: isFederalHoliday() and
# isBankHoliday() of the twelve weekdays of 2027 on which the government is closed.
# Expected (5 U.S.C. 6103: Washington's Birthday, the third Monday in February, is one; for one on a Saturday the Friday
# before is, and for one on a Sunday the Monday after, by Executive Order 11582): true, as @18f/us-federal-holidays has
# them. Banks work on such a Friday, and not on such a Monday.
# Seen: false for February 15 as a federal holiday, though as a bank's it is true; false for June 18, December 24 and
# 31; false in both for Monday, July 5. getObservedHolidays() has them, and no function that answers for a day asks it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts date-fns-holiday-us@1.1.0 date-fns@4.4.0 \
  @18f/us-federal-holidays@4.0.0
cat > check.cjs <<'JS'
const { isFederalHoliday, isBankHoliday } = require('date-fns-holiday-us');
const { isAHoliday } = require('@18f/us-federal-holidays');
for (const [month, day] of [
  [1, 1], [1, 18], [2, 15], [5, 31], [6, 18], [7, 5], [9, 6], [10, 11], [11, 11], [11, 25], [12, 24], [12, 31],
]) {
  const date = new Date(2027, month - 1, day);
  const seen = [isFederalHoliday(date), isBankHoliday(date), isAHoliday(date)];
  console.log(`${month}/${day}: federal ${seen[0]}, bank ${seen[1]}, other ${seen[2]}`);
}
JS
seen=$(TZ=America/New_York node check.cjs)
printf '%s\n' "$seen"
[ "$seen" = '1/1: federal true, bank true, other true
1/18: federal true, bank true, other true
2/15: federal false, bank true, other true
5/31: federal true, bank true, other true
6/18: federal false, bank false, other true
7/5: federal false, bank false, other true
9/6: federal true, bank true, other true
10/11: federal true, bank true, other true
11/11: federal true, bank true, other true
11/25: federal true, bank true, other true
12/24: federal false, bank false, other true
12/31: federal false, bank false, other true' ]
