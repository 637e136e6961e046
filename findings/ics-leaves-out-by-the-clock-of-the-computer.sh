#!/usr/bin/env bash
# ics reads the dates to leave out of a series by the clock of the computer, also where the start is said to be UTC or
# local time, so that the file leaves out nothing and the evening that was called off is shown.
#
# Versions: ics 3.12.0, read by ical.js 2.2.1. Input: a weekly series of three from March 10, 2027, 18:00, without that
# of March 17, 18:00; on a computer in Los Angeles. Once with startInputType and startOutputType "utc", once with
# "local".
# Expected: an EXDATE in the form of DTSTART (RFC 5545, 3.8.5.1: it names occurrences): 20270317T180000Z with Z, and
# without Z for local time; March 10 and 24.
# Seen: EXDATE:20270318T010000Z in both files; March 10, 17 and 24. On a computer in UTC both files leave March 17 out.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ics@3.12.0 ical.js@2.2.1
cat > write.mjs <<'JS'
import ICAL from 'ical.js';
import { createEvent } from 'ics';
for (const type of ['utc', 'local']) {
  const { error, value } = createEvent({
    title: 'Board', start: [2027, 3, 10, 18, 0], startInputType: type, startOutputType: type, duration: { hours: 1 },
    recurrenceRule: 'FREQ=WEEKLY;COUNT=3', exclusionDates: [[2027, 3, 17, 18, 0]],
  });
  if (error) throw error;
  const days = [];
  const iterator = new ICAL.Event(new ICAL.Component(ICAL.parse(value)).getFirstSubcomponent('vevent')).iterator();
  for (let next = iterator.next(); next; next = iterator.next()) days.push(next.day);
  console.log(`${value.match(/DTSTART.*/)[0]} ${value.match(/EXDATE.*/)[0]}: ${days.join(' ')}`);
}
JS
west=$(TZ=America/Los_Angeles node write.mjs)
utc=$(TZ=UTC node write.mjs)
printf 'in Los Angeles:\n%s\nin UTC:\n%s\n' "$west" "$utc"
[ "$west" = 'DTSTART:20270310T180000Z EXDATE:20270318T010000Z: 10 17 24
DTSTART:20270310T180000 EXDATE:20270318T010000Z: 10 17 24' ]
[ "$utc" = 'DTSTART:20270310T180000Z EXDATE:20270317T180000Z: 10 24
DTSTART:20270310T180000 EXDATE:20270317T180000Z: 10 24' ]
