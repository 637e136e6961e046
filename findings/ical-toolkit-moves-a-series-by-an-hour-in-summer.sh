#!/usr/bin/env bash
# ical-toolkit moves a series by an hour in summer, though it is given the time zone and writes all its rules: the times
# are in UTC, and the zone is in no use.
#
# Versions: ical-toolkit 1.0.9, ical.js 2.2.1. Input: a weekly series of four evenings from March 3, 2027, 18:00 in New
# York, with timezone and tzid America/New_York; read by ical.js. Summer time begins on March 14.
# Expected (RFC 5545, 3.8.5.3: a series whose hour stays needs a DTSTART with TZID): four evenings at 18:00.
# Seen: 18:00, 18:00, 19:00 and 19:00. The file has a VTIMEZONE for New York and DTSTART:20270303T230000Z.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ical-toolkit@1.0.9 ical.js@2.2.1
cat > write.mjs <<'JS'
import ICAL from 'ical.js';
import toolkit from 'ical-toolkit';
const builder = toolkit.createIcsFileBuilder();
builder.calname = 'Board';
builder.timezone = 'America/New_York';
builder.tzid = 'America/New_York';
builder.events.push({
  uid: 'board',
  summary: 'Board',
  start: new Date('2027-03-03T18:00:00-05:00'),
  end: new Date('2027-03-03T19:00:00-05:00'),
  repeating: { freq: 'WEEKLY', count: 4 },
});
const text = builder.toString();
console.log(text.match(/^(?:TZID|DTSTART:2027|RRULE:FREQ=WEEKLY).*$/gm).join('\n'));
const calendar = new ICAL.Component(ICAL.parse(text.replace(/(\r\n)+/g, '\r\n')));
const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent'));
const times = event.iterator();
for (let time = times.next(); time; time = times.next()) {
  console.log(time.toJSDate().toLocaleString('en-CA', { timeZone: 'America/New_York', hour12: false }));
}
JS
seen=$(TZ=America/New_York node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'TZID:America/New_York
DTSTART:20270303T230000Z
RRULE:FREQ=WEEKLY;COUNT=4
2027-03-03, 18:00:00
2027-03-10, 18:00:00
2027-03-17, 19:00:00
2027-03-24, 19:00:00' ]
