#!/usr/bin/env bash
# date-fns counts a month too many until February 28 of a leap year, and takes it back as a day below zero: a membership
# has lasted "1 month -1 days".
#
# Versions: date-fns 4.4.0, luxon 3.7.2. Input: from January 29, January 31 and December 29 before, and from March 30,
# 2027, until February 28, 2028, of which the last day is the 29th.
# Expected (the month is whole on the day that addMonths of date-fns itself gives, February 29): 0, 0, 1 and 10 months,
# and the rest in days above zero, as luxon has them.
# Seen: 1, 1, 2 and 11 months by differenceInMonths(), each with -1 days by intervalToDuration(), which formatDuration()
# writes as it is. Until February 27 and until February 29 both are right; so they are in years without a leap day. Who
# counts the months that are to be paid counts one too many. Pull request 3685, open since January 2024, tells of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts date-fns@4.4.0 luxon@3.7.2
cat > count.mjs <<'JS'
import { addMonths, differenceInMonths, formatDuration, formatISO, intervalToDuration } from 'date-fns';
import { DateTime } from 'luxon';
const day = (text) => new Date(`${text}T00:00:00`);
const cases = [
  ['2028-01-29', '2028-02-28'], ['2028-01-31', '2028-02-28'], ['2027-12-29', '2028-02-28'],
  ['2027-03-30', '2028-02-28'], ['2028-01-31', '2028-02-27'], ['2028-01-31', '2028-02-29'],
];
for (const [from, until] of cases) {
  const months = differenceInMonths(day(until), day(from));
  const duration = formatDuration(intervalToDuration({ start: day(from), end: day(until) }));
  const back = formatISO(addMonths(day(from), months), { representation: 'date' });
  const other = DateTime.fromISO(until).diff(DateTime.fromISO(from), ['months', 'days']);
  const counted = `${months}, ${duration}; added ${back}; luxon ${other.months} and ${other.days} days`;
  console.log(`${from} to ${until}: ${counted}`);
}
JS
seen=$(TZ=UTC node count.mjs)
printf '%s\n' "$seen"
[ "$seen" = '2028-01-29 to 2028-02-28: 1, 1 month -1 days; added 2028-02-29; luxon 0 and 30 days
2028-01-31 to 2028-02-28: 1, 1 month -1 days; added 2028-02-29; luxon 0 and 28 days
2027-12-29 to 2028-02-28: 2, 2 months -1 days; added 2028-02-29; luxon 1 and 30 days
2027-03-30 to 2028-02-28: 11, 11 months -1 days; added 2028-02-29; luxon 10 and 29 days
2028-01-31 to 2028-02-27: 0, 27 days; added 2028-01-31; luxon 0 and 27 days
2028-01-31 to 2028-02-29: 1, 1 month; added 2028-02-29; luxon 1 and 0 days' ]
