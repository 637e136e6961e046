#!/usr/bin/env bash
# Tempo counts a day too few if clocks are put forward between two days: from March 13 to 15 there is one, and in a week
# of six days dues are not yet a week late.
#
# Versions: @formkit/tempo 1.1.0, date-fns 4.4.0, luxon 3.7.2. Input: diffDays() and diffWeeks() in New York of March 13
# and 15, 2027, around the change of clocks, of March 10 and 17, of March 17 and 24, which has none, and of November 6
# and 8, when clocks are put back.
# Expected (addDay() of Tempo itself leads from March 13 to 15 with two days): 2, 7, 7 and 2 days and 0, 1, 1 and 0
# weeks, as date-fns and luxon have them.
# Seen: 1, 6, 7 and 2 days; 0, 0, 1 and 0 weeks. Hours are divided by 24, and what is left over is cut off.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @formkit/tempo@1.1.0 date-fns@4.4.0 luxon@3.7.2
cat > count.mjs <<'JS'
import { addDay, diffDays, diffWeeks, format } from '@formkit/tempo';
import { differenceInDays, differenceInWeeks } from 'date-fns';
import { DateTime } from 'luxon';
for (const [month, from, until] of [[3, 13, 15], [3, 10, 17], [3, 17, 24], [11, 6, 8]]) {
  const [first, last] = [from, until].map((day) => new Date(2027, month - 1, day));
  const luxon = (unit) => Math.trunc(DateTime.fromJSDate(last).diff(DateTime.fromJSDate(first), unit).as(unit));
  console.log([
    `${month}/${from} to ${until}: Tempo ${diffDays(last, first)} days, ${diffWeeks(last, first)} weeks`,
    `date-fns ${differenceInDays(last, first)}, ${differenceInWeeks(last, first)}`,
    `luxon ${luxon('days')}, ${luxon('weeks')}`,
  ].join('; '));
}
console.log(`3/13 and two days: ${format(addDay(new Date(2027, 2, 13), 2), 'M/D')}`);
JS
seen=$(TZ=America/New_York node count.mjs)
printf '%s\n' "$seen"
[ "$seen" = '3/13 to 15: Tempo 1 days, 0 weeks; date-fns 2, 0; luxon 2, 0
3/10 to 17: Tempo 6 days, 0 weeks; date-fns 7, 1; luxon 7, 1
3/17 to 24: Tempo 7 days, 1 weeks; date-fns 7, 1; luxon 7, 1
11/6 to 8: Tempo 2 days, 0 weeks; date-fns 2, 0; luxon 2, 0
3/13 and two days: 3/15' ]
