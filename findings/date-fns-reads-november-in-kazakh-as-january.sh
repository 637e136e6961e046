#!/usr/bin/env bash
# date-fns reads months that it wrote itself as others: September to November in Kazakh as January and June as May, June
# and July in Armenian as January, May in West Frisian as March, and October to December in Mongolian as January.
#
# Versions: date-fns 4.4.0, luxon 3.7.2. Input: the 12th of each month of 2027, as format() writes it with "d MMMM yyyy"
# and "d MMM yyyy" in a language, read by parse() with the same format and language.
# Expected: the day that was written, or an Invalid Date, as parse() has for what it cannot read. luxon reads none of
# what it writes in these languages as another month.
# Seen: valid dates of another month. parse() finds the name in the list of all names and then asks for its number by
# twelve patterns, of which the first that fits wins. In Kazakh they are first letters only, and four months begin with
# one and the same, two with another; in Armenian the pattern of January fits June and July.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts date-fns@4.4.0 luxon@3.7.2
cat > read.mjs <<'JS'
import { format, isValid, parse } from 'date-fns';
import { fy, hy, kk, mn } from 'date-fns/locale';
import { DateTime } from 'luxon';
for (const [name, locale] of Object.entries({ kk, hy, fy, mn })) {
  for (const pattern of ['d MMMM yyyy', 'd MMM yyyy']) {
    const moved = [];
    for (let month = 0; month < 12; month += 1) {
      const day = new Date(2027, month, 12);
      const read = parse(format(day, pattern, { locale }), pattern, new Date(2027, 0, 1), { locale });
      if (isValid(read) && read.getTime() !== day.getTime()) moved.push(`${month + 1} as ${read.getMonth() + 1}`);
      const other = DateTime.fromJSDate(day).setLocale(name).toFormat(pattern);
      const back = DateTime.fromFormat(other, pattern, { locale: name });
      if (back.isValid && back.month !== month + 1) moved.push(`luxon ${month + 1} as ${back.month}`);
    }
    if (moved.length > 0) console.log(`${name} ${pattern}: ${moved.join(', ')}`);
  }
}
JS
seen=$(TZ=UTC node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'kk d MMMM yyyy: 6 as 5, 9 as 1, 10 as 1, 11 as 1
hy d MMMM yyyy: 6 as 1, 7 as 1
hy d MMM yyyy: 6 as 1, 7 as 1
fy d MMMM yyyy: 5 as 3
fy d MMM yyyy: 5 as 3
mn d MMM yyyy: 10 as 1, 11 as 1, 12 as 1' ]
