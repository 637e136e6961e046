#!/usr/bin/env bash
# ajv-formats compares iso-date-time and iso-time without the zone: what came an hour late, in New York, is let in, and
# what came half an hour early, in Helsinki, is not.
#
# Version: ajv 8.20.0 with ajv-formats 3.0.1. Input: formatMaximum 2027-03-11T03:00:00Z with 23:00:00-05:00 of March 10
# (04:00 UTC), and 2027-03-10T23:00:00Z with 00:30:00+02:00 of March 11 (22:30 UTC); and times alone.
# Expected (ISO 8601: what stands before an offset is local, so that two of them are compared as moments): the first is
# refused and the second let in, as the formats date-time and time have it.
# Seen: the other way around. The documentation tells iso-date-time and iso-time from those two only by the zone, which
# can be left out; that it is not minded stands in the notes of 3.0.0-rc.0 alone. On one and the same day iso-date-time
# does mind it, so that a test at noon finds nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ajv@8.20.0 ajv-formats@3.0.1
cat > compare.mjs <<'JS'
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const { default: Ajv } = require('ajv');
const { default: addFormats } = require('ajv-formats');
const ajv = new Ajv();
addFormats(ajv);
const check = (format, text, formatMaximum) => {
  const isInTime = ajv.validate({ type: 'string', format, formatMaximum }, text);
  console.log(`${format}: ${text} is ${isInTime ? 'in time' : 'late'} for ${formatMaximum}`);
};
for (const format of ['date-time', 'iso-date-time']) {
  check(format, '2027-03-10T23:00:00-05:00', '2027-03-11T03:00:00Z');
  check(format, '2027-03-11T00:30:00+02:00', '2027-03-10T23:00:00Z');
  check(format, '2027-03-10T13:00:00-05:00', '2027-03-10T17:00:00Z');
}
for (const format of ['time', 'iso-time']) {
  check(format, '14:00:00-05:00', '18:00:00Z');
  check(format, '19:30:00+02:00', '18:00:00Z');
}
JS
seen=$(node compare.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'date-time: 2027-03-10T23:00:00-05:00 is late for 2027-03-11T03:00:00Z
date-time: 2027-03-11T00:30:00+02:00 is in time for 2027-03-10T23:00:00Z
date-time: 2027-03-10T13:00:00-05:00 is late for 2027-03-10T17:00:00Z
iso-date-time: 2027-03-10T23:00:00-05:00 is in time for 2027-03-11T03:00:00Z
iso-date-time: 2027-03-11T00:30:00+02:00 is late for 2027-03-10T23:00:00Z
iso-date-time: 2027-03-10T13:00:00-05:00 is late for 2027-03-10T17:00:00Z
time: 14:00:00-05:00 is late for 18:00:00Z
time: 19:30:00+02:00 is in time for 18:00:00Z
iso-time: 14:00:00-05:00 is in time for 18:00:00Z
iso-time: 19:30:00+02:00 is late for 18:00:00Z' ]
