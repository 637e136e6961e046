#!/usr/bin/env bash
# ical-generator ends a series of whole days a day early if its zone is east of Greenwich: the last one is missing.
#
# Versions: ical-generator 11.1.2 with luxon 3.7.2, read by ical.js 2.2.1 and node-ical 0.27.2. Input: a weekly series
# of whole days from March 10 until March 24, 2027, once in New York and once in Berlin.
# Expected (RFC 5545, 3.3.10: UNTIL has the same type as DTSTART, and the day it names is in the series):
# UNTIL=20270324; March 10, 17 and 24 in both.
# Seen: UNTIL=20270324T040000Z and UNTIL=20270323T230000Z; of Berlin both readers leave out March 24. The start is
# written as a day and the end as a moment in UTC, in which midnight of Berlin is still March 23.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts \
  ical-generator@11.1.2 luxon@3.7.2 ical.js@2.2.1 node-ical@0.27.2
cat > write.mjs <<'JS'
import ICAL from 'ical.js';
import ical from 'ical-generator';
import { DateTime } from 'luxon';
import nodeIcal from 'node-ical';
for (const timezone of ['America/New_York', 'Europe/Berlin']) {
  const day = (text) => DateTime.fromISO(text, { zone: timezone });
  const calendar = ical();
  const repeating = { freq: 'WEEKLY', until: day('2027-03-24') };
  calendar.createEvent({ id: '1', summary: 'Rent', timezone, allDay: true, start: day('2027-03-10'), repeating });
  const text = calendar.toString();
  console.log(text.match(/DTSTART.*|RRULE.*/g).join(' '));
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent'));
  const days = [];
  for (let each, all = event.iterator(); (each = all.next());) days.push(each.toString().slice(5));
  const series = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === 'VEVENT');
  const found = nodeIcal.expandRecurringEvent(series, { from: new Date('2027-03-01'), to: new Date('2027-04-30') });
  const others = found.map(({ start }) => start.toISOString().slice(5, 10));
  console.log(`  ical.js ${days.join(' ')}; node-ical ${others.join(' ')}`);
}
JS
seen=$(TZ=UTC node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'DTSTART;VALUE=DATE:20270310 RRULE:FREQ=WEEKLY;UNTIL=20270324T040000Z
  ical.js 03-10 03-17 03-24; node-ical 03-10 03-17 03-24
DTSTART;VALUE=DATE:20270310 RRULE:FREQ=WEEKLY;UNTIL=20270323T230000Z
  ical.js 03-10 03-17; node-ical 03-10 03-17' ]
