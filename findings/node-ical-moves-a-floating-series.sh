#!/usr/bin/env bash
# node-ical moves a series without a time zone by an hour when clocks change, and leaves out its last evening.
#
# Versions: node-ical 0.27.2, ical.js 2.2.1. Input: DTSTART:20270310T180000 with
# RRULE:FREQ=WEEKLY;UNTIL=20270324T180000, read in Los Angeles, where clocks change on March 14.
# Expected (RFC 5545, 3.3.5, form 1: such a time is that of the clock wherever one is; 3.3.10: UNTIL is told in the same
# form and is the last): 18:00 on March 10, 17 and 24, as ical.js has it.
# Seen: March 10 at 18:00 and March 17 at 19:00. The start is read by the clock of the computer, all else is counted in
# UTC, where the rule ends at 11:00 in Los Angeles. With TZID in DTSTART, node-ical has all three at 18:00.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-ical@0.27.2 ical.js@2.2.1
cat > expand.mjs <<'JS'
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
const [, , start, until] = process.argv;
const text = [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20270101T000000Z',
  `DTSTART${start}`, 'DURATION:PT1H', `RRULE:FREQ=WEEKLY;UNTIL=${until}`, 'SUMMARY:Board', 'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');
const series = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === 'VEVENT');
const range = { from: new Date('2027-03-01'), to: new Date('2027-04-30') };
const local = nodeIcal.expandRecurringEvent(series, range).map((each) => each.start.toLocaleString('sv').slice(8, 16));
const days = [];
const iterator = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')).iterator();
for (let next = iterator.next(); next; next = iterator.next()) days.push(next.toString().slice(8, 16).replace('T', ' '));
console.log(`node-ical ${local.join(', ')}; ical.js ${days.join(', ')}`);
JS
export TZ=America/Los_Angeles
floating=$(node expand.mjs :20270310T180000 20270324T180000)
zoned=$(node expand.mjs ';TZID=America/Los_Angeles:20270310T180000' 20270325T010000Z)
printf 'without a zone: %s\nwith a zone: %s\n' "$floating" "$zoned"
[ "$floating" = 'node-ical 10 18:00, 17 19:00; ical.js 10 18:00, 17 18:00, 24 18:00' ]
[ "$zoned" = 'node-ical 10 18:00, 17 18:00, 24 18:00; ical.js 10 18:00, 17 18:00, 24 18:00' ]
