#!/usr/bin/env bash
# ical.js does not exclude an occurrence if two EXDATE lie between it and the occurrence before, of which the first
# names no occurrence.
#
# Version: ical.js 2.2.1. Input: a daily series of three at 10:00 UTC with EXDATE:20270102T090000Z,20270102T100000Z, as a
# program leaves it that once moved the series from 09:00 to 10:00.
# Expected (RFC 5545, 3.8.5.1): January 1 and 3, because each EXDATE excludes by itself.
# Seen: January 1, 2 and 3. Of the dates to exclude, the iterator passes only one for each occurrence. With the second
# date alone, January 2 is excluded.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1
cat > expand.mjs <<'JS'
import ICAL from 'ical.js';
const [, , excluded] = process.argv;
const text = [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20270101T000000Z',
  'DTSTART:20270101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3', `EXDATE:${excluded}`, 'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');
const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent'));
const days = [];
const iterator = event.iterator();
for (let next = iterator.next(); next; next = iterator.next()) days.push(next.day);
console.log(days.join(' '));
JS
both=$(node expand.mjs 20270102T090000Z,20270102T100000Z)
alone=$(node expand.mjs 20270102T100000Z)
printf 'both: %s\nthe second alone: %s\n' "$both" "$alone"
[ "$both" = '1 2 3' ]
[ "$alone" = '1 3' ]
