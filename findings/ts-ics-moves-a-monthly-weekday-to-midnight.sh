#!/usr/bin/env bash
# ts-ics moves a series of each month's second Tuesday to midnight, and leaves out its first evening.
#
# Version: ts-ics 2.4.6. Input: FREQ=MONTHLY;BYDAY=2TU;COUNT=3 from Tuesday, January 12, 2027, 18:00 UTC.
# Expected (RFC 5545, 3.3.10: what the rule does not tell is taken from DTSTART; 3.8.5.3: DTSTART is the first and
# counts): January 12, February 9 and March 9, all at 18:00.
# Seen: February 9, March 9 and April 13, all at 00:00. The days are made without the time of the start, so that of
# January lies before the start and is taken away. With COUNT the series ends a month later than planned. A weekly
# series keeps the time and the first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ts-ics@2.4.6
cat > expand.mjs <<'JS'
import { convertIcsCalendar, extendByRecurrenceRule } from 'ts-ics';
const [, , rule] = process.argv;
const text = [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20270101T000000Z',
  'DTSTART:20270112T180000Z', 'DURATION:PT1H', `RRULE:${rule}`, 'SUMMARY:Board', 'END:VEVENT', 'END:VCALENDAR',
].join('\r\n');
const [{ start, recurrenceRule }] = convertIcsCalendar(undefined, text).events;
const all = extendByRecurrenceRule(recurrenceRule, { start: start.date, end: new Date('2027-12-31') });
console.log(all.map((date) => date.toISOString().slice(5, 16)).join(' '));
JS
export TZ=UTC
monthly=$(node expand.mjs 'FREQ=MONTHLY;BYDAY=2TU;COUNT=3')
weekly=$(node expand.mjs 'FREQ=WEEKLY;BYDAY=TU;COUNT=3')
printf 'monthly: %s\nweekly: %s\n' "$monthly" "$weekly"
[ "$monthly" = '02-09T00:00 03-09T00:00 04-13T00:00' ]
[ "$weekly" = '01-12T18:00 01-19T18:00 01-26T18:00' ]
