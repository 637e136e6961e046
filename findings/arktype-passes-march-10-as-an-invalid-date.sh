#!/usr/bin/env bash
# ArkType passes 20270310 as a date and hands on one that is none: in JSON, and so in a database, the day is null.
#
# Version: arktype 2.2.10, beside luxon 3.7.2. Input: March 10, 2027, 18:00, in forms of ISO 8601, to
# string.date.iso.parse, whose type is Date, and to string.date.parse.
# Expected: that day from both, as luxon has it, or an error, as string.date.parse gives for what JavaScript cannot
# read.
# Seen: an invalid Date, and no error, for the basic form, the week, the day of the year, hours alone and the zone +01.
# The form is tested by a pattern of all that ISO 8601 has, and then read by Date, which knows a few of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts arktype@2.2.10 luxon@3.7.2
cat > read.mjs <<'JS'
import { type } from 'arktype';
import { DateTime } from 'luxon';
const parse = type({ due: 'string.date.iso.parse' });
const parseAny = type({ due: 'string.date.parse' });
const show = (result) => (result instanceof type.errors ? 'an error' : JSON.stringify(result));
const texts = ['2027-03-10T18:00Z', '20270310T180000Z', '20270310', '2027-W10-3', '2027-069', '2027-03-10T18',
  '2027-03-10T18:00+01'];
for (const due of texts) {
  console.log(`${due}: ${show(parse({ due }))}, ${show(parseAny({ due }))}, ${DateTime.fromISO(due).toISODate()}`);
}
JS
seen=$(TZ=UTC node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '2027-03-10T18:00Z: {"due":"2027-03-10T18:00:00.000Z"}, {"due":"2027-03-10T18:00:00.000Z"}, 2027-03-10
20270310T180000Z: {"due":null}, an error, 2027-03-10
20270310: {"due":null}, an error, 2027-03-10
2027-W10-3: {"due":null}, an error, 2027-03-10
2027-069: {"due":null}, an error, 2027-03-10
2027-03-10T18: {"due":null}, an error, 2027-03-10
2027-03-10T18:00+01: {"due":null}, an error, 2027-03-10' ]
