#!/usr/bin/env bash
# Day.js reads a duration below zero as one above zero: a reminder of 15 minutes before an evening comes 15 minutes
# after its start. It does not read what it writes itself.
#
# Versions: dayjs 1.11.23 with its plugin duration, luxon 3.7.2. Input: -PT15M, as a calendar's reminder has it, -P1W,
# and the text that Day.js writes for 15 minutes less than none.
# Expected (RFC 5545, 3.3.6: a duration may have a minus before it, and an alarm before the start has one): -15, -10080
# and -15 minutes, as luxon has them, or an error.
# Seen: 15, 10080 and 15 minutes, and the evening of 18:00 plus -PT15M is at 18:15. The pattern of the plugin finds the
# sign, and nothing uses it. A minus behind the P ("PT-15M"), which RFC 5545 does not have, counts. Pull request 3147,
# open since June 2026, says the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts dayjs@1.11.23 luxon@3.7.2
cat > read.mjs <<'JS'
import dayjs from 'dayjs';
import durations from 'dayjs/plugin/duration.js';
import utc from 'dayjs/plugin/utc.js';
import { Duration } from 'luxon';
dayjs.extend(durations);
dayjs.extend(utc);
const written = dayjs.duration(-15, 'minutes').toISOString();
for (const text of ['-PT15M', '-P1W', written, 'PT-15M']) {
  console.log(`${text}: dayjs ${dayjs.duration(text).asMinutes()}; luxon ${Duration.fromISO(text).as('minutes')}`);
}
console.log(dayjs.utc('2027-03-10T18:00').add(dayjs.duration('-PT15M')).format('HH:mm'));
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '-PT15M: dayjs 15; luxon -15
-P1W: dayjs 10080; luxon -10080
-PT15M: dayjs 15; luxon -15
PT-15M: dayjs -15; luxon -15
18:15' ]
