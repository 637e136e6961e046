#!/usr/bin/env bash
# poland-public-holidays has the holidays of the year before if the computer is west of Greenwich, and
# finnish-holidays-js has Easter Monday on a Saturday and New Year's Day in the old year: a payment is due on a holiday.
#
# Versions: poland-public-holidays 4.0.0, finnish-holidays-js 1.1.2. Input: Easter in getHolidaysInYear(2027),
# isHoliday() of the text 2027-03-29, which is Easter Monday, and isWorkingDay() of that day; New Year's Day, Easter
# Monday and Ascension Day in year(2027) for Finland; each in UTC, Helsinki and New York.
# Expected (both have days, no hours; the Finnish answer is year, month and day as numbers): March 28 and 29, true and
# false; January 1, March 29 and May 6.
# Seen in New York: April 4 and 5, 2026, false and true; December 31, 2026, March 27 and May 5. Dates are made in UTC,
# and their year and day are read by the local clock.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts poland-public-holidays@4.0.0 finnish-holidays-js@1.1.2
cat > list.cjs <<'JS'
const { getHolidaysInYear, isHoliday, isWorkingDay } = require('poland-public-holidays');
const finland = require('finnish-holidays-js');
const show = (date) => `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
const poland = getHolidaysInYear(2027).filter(({ name }) => /Easter/.test(name)).map(({ date }) => show(date));
console.log(`Poland: Easter ${poland.join(' and ')}`);
console.log(`2027-03-29: holiday ${isHoliday('2027-03-29')}, working day ${isWorkingDay(new Date(2027, 2, 29))}`);
for (const { year, month, day, description } of finland.year(2027)) {
  if (!/New Year|Easter Monday|Ascension/.test(description)) continue;
  console.log(`Finland: ${description} ${year}-${month}-${day}`);
}
JS
seen=$(for zone in UTC Europe/Helsinki America/New_York; do echo "$zone"; TZ=$zone node list.cjs; done)
printf '%s\n' "$seen"
right="Poland: Easter 2027-3-28 and 2027-3-29
2027-03-29: holiday true, working day false
Finland: New Year's Day 2027-1-1
Finland: Easter Monday 2027-3-29
Finland: Ascension Day 2027-5-6"
[ "$seen" = "UTC
$right
Europe/Helsinki
$right
America/New_York
Poland: Easter 2026-4-4 and 2026-4-5
2027-03-29: holiday false, working day true
Finland: Easter Monday 2027-3-27
Finland: Ascension Day 2027-5-5
Finland: New Year's Day 2026-12-31" ]
