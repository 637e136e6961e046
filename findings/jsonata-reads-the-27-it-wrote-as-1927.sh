#!/usr/bin/env bash
# JSONata reads 10.03.27, which it wrote for March 10, 2027, as a day of 1927, and 68 as 1968 and 00 as 1900.
#
# Version: jsonata 2.2.2. Input: $fromMillis of March 10 of 2000, 2027 and 2068 with the picture [D01].[M01].[Y01], and
# $toMillis of what it wrote with the same picture.
# Expected: 2000, 2027 and 2068, or the years 0, 27 and 68 (XPath functions 3.1 knows no century for [Y01]), or an
# error.
# Seen: 1900, 1927 and 1968; the year 100, as [Y001] writes it, is read as 100. The two digits are left to JavaScript's
# Date.UTC, which takes the years 0 to 99 for 1900 to 1999. The weekday that [F] writes then is another one too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts jsonata@2.2.2
cat > read.mjs <<'JS'
import jsonata from 'jsonata';
const picture = '[D01].[M01].[Y01]';
const write = jsonata('$fromMillis($toMillis(day), picture)');
const read = jsonata('$fromMillis($toMillis(text, picture), "[FNn], [Y0001]-[M01]-[D01]")');
for (const day of ['2000-03-10', '2027-03-10', '2068-03-10']) {
  const text = await write.evaluate({ day, picture });
  console.log(`${day}: ${text} = ${await read.evaluate({ text, picture })}`);
}
const text = '10.03.100';
console.log(`${text} = ${await read.evaluate({ text, picture: '[D01].[M01].[Y001]' })}`);
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '2000-03-10: 10.03.00 = Saturday, 1900-03-10
2027-03-10: 10.03.27 = Thursday, 1927-03-10
2068-03-10: 10.03.68 = Sunday, 1968-03-10
10.03.100 = Wednesday, 0100-03-10' ]
