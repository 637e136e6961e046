#!/usr/bin/env bash
# ical-generator writes the dates to leave out of a series in another form than its start if the calendar, and not the
# event, has the time zone. The evening that was called off is shown.
#
# Versions: ical-generator 11.1.2 with luxon 3.7.2, read by node-ical 0.27.2 in UTC. Input: a weekly series of three
# from March 10, 2027, 18:00 in New York, without that of March 17; the zone told once for the event, once for the
# calendar.
# Expected (RFC 5545, 3.8.5.1: an EXDATE names an occurrence, so it has the form of DTSTART): March 10 and 24 in both.
# Seen: for the event both lines have TZID. For the calendar DTSTART has none, as X-WR-TIMEZONE tells the zone, and
# EXDATE has one, so that it names another moment: March 10, 17 and 24.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ical-generator@11.1.2 luxon@3.7.2 node-ical@0.27.2
cat > write.mjs <<'JS'
import ical from 'ical-generator';
import { DateTime } from 'luxon';
import nodeIcal from 'node-ical';
const zone = 'America/New_York';
const time = (text) => DateTime.fromISO(text, { zone });
for (const [name, ofCalendar, ofEvent] of [['event', {}, { timezone: zone }], ['calendar', { timezone: zone }, {}]]) {
  const calendar = ical(ofCalendar);
  const repeating = { freq: 'WEEKLY', count: 3, exclude: [time('2027-03-17T18:00')] };
  calendar.createEvent({ id: '1', summary: 'Board', start: time('2027-03-10T18:00'), repeating, ...ofEvent });
  const text = calendar.toString();
  const series = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === 'VEVENT');
  const found = nodeIcal.expandRecurringEvent(series, { from: new Date('2027-03-01'), to: new Date('2027-04-30') });
  console.log(`${name}: ${text.match(/DTSTART.*|EXDATE.*/g).join(' ')}`);
  console.log(`  ${found.map(({ start }) => start.toISOString().slice(5, 10)).join(' ')}`);
}
JS
seen=$(TZ=UTC node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'event: DTSTART;TZID=America/New_York:20270310T180000 EXDATE;TZID=America/New_York:20270317T180000
  03-10 03-24
calendar: DTSTART:20270310T180000 EXDATE;TZID=America/New_York:20270317T180000
  03-10 03-17 03-24' ]
