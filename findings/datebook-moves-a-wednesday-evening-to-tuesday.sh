#!/usr/bin/env bash
# datebook moves a series of Wednesday evenings west of Greenwich to Tuesdays and one of the 10th of each month to the
# 9th, and leaves out the first evening. When clocks change, both move by an hour.
#
# Versions: datebook 8.0.1, read by ical.js 2.2.1 and rrule-temporal 2.2.8. Input: a series from Wednesday, March 10,
# 2027, 20:00 in Los Angeles, four times weekly with weekdays WE, and three times monthly with monthdays 10.
# Expected: Wednesdays, March 10, 17, 24 and 31, and March 10, April 10 and May 10, all at 20:00 there. (RFC 5545,
# 3.3.10: BYDAY and BYMONTHDAY count in the time zone of DTSTART, so they have to be told for it.)
# Seen: Tuesdays, March 16, 23 and 30 and April 6, at 21:00; April 9, May 9 and June 9, at 21:00; in both readers.
# DTSTART is written in UTC, where the first evening is Thursday, March 11, 04:00, and the days as they were told. On a
# computer in UTC, as tests have it, all is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts datebook@8.0.1 ical.js@2.2.1 rrule-temporal@2.2.8
cat > write.mjs <<'JS'
import { ICalendar } from 'datebook';
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
const show = (milliseconds) => new Date(milliseconds).toLocaleString('en', {
  weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', hourCycle: 'h23',
});
for (const rule of [{ frequency: 'WEEKLY', weekdays: ['WE'], count: 4 },
  { frequency: 'MONTHLY', monthdays: ['10'], count: 3 }]) {
  const event = { title: 'Board', start: new Date(2027, 2, 10, 20), end: new Date(2027, 2, 10, 22), recurrence: rule };
  const text = new ICalendar(event).render();
  const lines = text.match(/^(?:DTSTART|RRULE).*$/gm).map((each) => each.trim());
  console.log(lines.join(' '));
  const read = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent'));
  const dates = read.iterator();
  const found = [];
  for (let date = dates.next(); date; date = dates.next()) found.push(show(date.toJSDate().getTime()));
  console.log(`ical.js: ${found.join(' | ')}`);
  const others = new RRuleTemporal({ rruleString: lines.join('\n') }).all().map((each) => show(each.epochMilliseconds));
  console.log(`rrule-temporal: ${others.join(' | ')}`);
}
JS
seen=$(TZ=America/Los_Angeles node write.mjs)
printf '%s\n' "$seen"
tuesdays='Tue, Mar 16, 21 | Tue, Mar 23, 21 | Tue, Mar 30, 21 | Tue, Apr 6, 21'
ninths='Fri, Apr 9, 21 | Sun, May 9, 21 | Wed, Jun 9, 21'
[ "$seen" = "DTSTART:20270311T040000Z RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=WE
ical.js: $tuesdays
rrule-temporal: $tuesdays
DTSTART:20270311T040000Z RRULE:FREQ=MONTHLY;COUNT=3;BYMONTHDAY=10
ical.js: $ninths
rrule-temporal: $ninths" ]
