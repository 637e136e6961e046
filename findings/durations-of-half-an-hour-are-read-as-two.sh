#!/usr/bin/env bash
# Three readers of durations make half an hour two hours, or twelve, and an hour and a half two, or 112. None says that
# it did not understand.
#
# Versions: parse-duration 2.1.9, timestring 7.0.0, human-interval 2.0.1, ms 2.1.3. Input: what people type into a field
# for how long something takes or how long before they want a reminder: "1/2 hour", "1 1/2 hours", "1:30 hours",
# "1.5 hours" and "-15 minutes", read as minutes.
# Expected: 30, 90, 90, 90 and -15, or nothing, as ms has for the first three; parse-duration has nothing for "half an
# hour" and timestring raises an error for it, so that each seems to tell what it cannot read.
# Seen: parse-duration has 120, 120 and 1,800 (and a trace more): each number counts on its own, the last as hours, what
# is before it as milliseconds. timestring has 720, 6,720 and 7,800, as all but digits and letters is taken out, and 15
# for the last, without its minus. human-interval has 60 each, as what is no number is one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts human-interval@2.0.1 ms@2.1.3 parse-duration@2.1.9 \
  timestring@7.0.0
cat > read.mjs <<'JS'
import humanInterval from 'human-interval';
import ms from 'ms';
import parseDuration from 'parse-duration';
import timestring from 'timestring';
const minutes = (milliseconds) => (milliseconds === undefined ? 'none' : Math.round(milliseconds / 60_000));
for (const text of ['1/2 hour', '1 1/2 hours', '1:30 hours', '1.5 hours', '-15 minutes']) {
  console.log(`${text}: ${minutes(parseDuration(text))} ${timestring(text, 'm')} ${minutes(humanInterval(text))}`,
    minutes(ms(text)));
}
let raised = 'no error';
try {
  timestring('half an hour');
} catch {
  raised = 'an error';
}
console.log(`half an hour: ${parseDuration('half an hour')}, ${raised}`);
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '1/2 hour: 120 720 60 none
1 1/2 hours: 120 6720 60 none
1:30 hours: 1800 7800 60 none
1.5 hours: 90 90 90 90
-15 minutes: -15 15 -15 -15
half an hour: null, an error' ]
