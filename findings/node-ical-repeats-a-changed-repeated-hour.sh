#!/usr/bin/env bash
# node-ical shows a changed occurrence twice, as it was and as it is, if it begins in the hour that clocks repeat.
#
# Version: node-ical 0.27.2. Input: a daily series of three at 01:30 in America/Los_Angeles from November 6, 2027, and a
# RECURRENCE-ID;TZID=America/Los_Angeles:20271107T013000 that gives the second another title. The clocks are put back on
# that night, so 01:30 happens twice.
# Expected (RFC 5545, 3.3.5): the first of the two is meant, in the rule as in the RECURRENCE-ID: three occurrences.
# Seen: four. The rule takes the first 01:30 and the RECURRENCE-ID the second, so the change replaces nothing. An EXDATE
# of that time excludes nothing either. At 03:30 there are three.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-ical@0.27.2
cat > expand.mjs <<'JS'
import nodeIcal from 'node-ical';
const [, , time] = process.argv;
const zone = ';TZID=America/Los_Angeles';
const event = (...lines) => ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20270101T000000Z', ...lines, 'END:VEVENT'];
const text = [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN',
  ...event(`DTSTART${zone}:20271106T${time}`, 'DURATION:PT30M', 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:Watch'),
  ...event(
    `RECURRENCE-ID${zone}:20271107T${time}`, 'DTSTART:20271107T200000Z', 'DURATION:PT30M', 'SUMMARY:Changed'),
  'END:VCALENDAR',
].join('\r\n');
const series = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === 'VEVENT');
const range = { from: new Date('2027-11-01'), to: new Date('2027-11-30') };
const found = nodeIcal.expandRecurringEvent(series, range);
console.log(found.map(({ start, summary }) => `${start.toISOString().slice(8, 16)} ${summary}`).sort().join(', '));
JS
repeated=$(node expand.mjs 013000)
plain=$(node expand.mjs 033000)
printf '01:30: %s\n03:30: %s\n' "$repeated" "$plain"
[ "$repeated" = '06T08:30 Watch, 07T08:30 Watch, 07T20:00 Changed, 08T09:30 Watch' ]
[ "$plain" = '06T10:30 Watch, 07T20:00 Changed, 08T11:30 Watch' ]
