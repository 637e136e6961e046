#!/usr/bin/env bash
# JSONata is an hour early in Newfoundland: it writes 17:00 for 18:00 there, and reads 18:00-03:30 as 20:30 UTC.
#
# Version: jsonata 2.2.2. Input: $fromMillis of March 10, 2027, 21:30 UTC with the picture [H01]:[m01] [Z] and the zones
# -0330 and -0230 (St. John's in winter and summer), -0930 (Marquesas), -0300, +0530 and +0000; and $toMillis of 18:00
# on that day with the same zones and the picture [Y]-[M]-[D] [H]:[m] [Z].
# Expected (-0330 is three hours and a half behind UTC, as in ISO 8601, and so in the XPath functions that the pictures
# are from): 18:00 -03:30, and 21:30 UTC.
# Seen: 17:00 -04:30, which is the right moment of a zone that was not asked for, and 20:30 UTC. To write, the hours of
# a negative offset are rounded down before its minutes are taken off; to read, its minutes are added. Whole hours, and
# halves east of Greenwich, are right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts jsonata@2.2.2
cat > show.mjs <<'JS'
import jsonata from 'jsonata';
const start = Date.parse('2027-03-10T21:30Z');
const write = jsonata('$fromMillis(start, "[H01]:[m01] [Z]", zone)');
const read = jsonata('$fromMillis($toMillis("2027-03-10 18:00 " & zone, "[Y]-[M]-[D] [H]:[m] [Z]"), "[H01]:[m01]")');
for (const zone of ['-03:30', '-02:30', '-09:30', '-03:00', '+05:30', '+00:00']) {
  const written = await write.evaluate({ start, zone: zone.replace(':', '') });
  console.log(`21:30 UTC is ${written} for ${zone}; 18:00 ${zone} is ${await read.evaluate({ zone })} UTC`);
}
JS
seen=$(node show.mjs)
printf '%s\n' "$seen"
[ "$seen" = '21:30 UTC is 17:00 -04:30 for -03:30; 18:00 -03:30 is 20:30 UTC
21:30 UTC is 18:00 -03:30 for -02:30; 18:00 -02:30 is 19:30 UTC
21:30 UTC is 11:00 -10:30 for -09:30; 18:00 -09:30 is 02:30 UTC
21:30 UTC is 18:30 -03:00 for -03:00; 18:00 -03:00 is 21:00 UTC
21:30 UTC is 03:00 +05:30 for +05:30; 18:00 +05:30 is 12:30 UTC
21:30 UTC is 21:30 +00:00 for +00:00; 18:00 +00:00 is 18:00 UTC' ]
