#!/usr/bin/env bash
# qs leaves a day of Temporal out of an address: a list of who owes since March 10 becomes the list of all.
#
# Version: qs 6.17.1 (with temporal-polyfill 1.0.8; Node.js 26.10's own Temporal is left out alike). Input: an object
# with a name and a time, each as a Temporal object, as a Date and as a text.
# Expected: since=2027-03-10, as URLSearchParams and axios 1.21.1 have it (and as JSON.stringify writes it), or an
# error.
# Seen: nothing of PlainDate, Instant, ZonedDateTime or Duration, with no error; Date and text are there. qs looks into
# every object but Date, RegExp and buffers for properties, and these have none of their own. object-to-formdata 4.5.1
# leaves the same ones out of a form.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts qs@6.17.1 axios@1.21.1 object-to-formdata@4.5.1 \
  temporal-polyfill@1.0.8
cat > write.mjs <<'JS'
import axios from 'axios';
import { serialize } from 'object-to-formdata';
import qs from 'qs';
import { Temporal } from 'temporal-polyfill';
const times = {
  PlainDate: Temporal.PlainDate.from('2027-03-10'),
  Instant: Temporal.Instant.from('2027-03-10T18:00Z'),
  ZonedDateTime: Temporal.ZonedDateTime.from('2027-03-10T18:00[UTC]'),
  Duration: Temporal.Duration.from('P30D'),
  Date: new Date('2027-03-10'),
  text: '2027-03-10',
};
for (const [name, since] of Object.entries(times)) {
  const filter = { status: 'open', since };
  const form = [...serialize(filter).keys()];
  console.log(`${name}: qs ${qs.stringify(filter, { encode: false })}; form ${form.join(' and ')}`);
}
const filter = { since: times.PlainDate };
console.log(new URLSearchParams(filter).toString(), axios.getUri({ url: '/dues', params: filter }));
JS
seen=$(node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'PlainDate: qs status=open; form status
Instant: qs status=open; form status
ZonedDateTime: qs status=open; form status
Duration: qs status=open; form status
Date: qs status=open&since=2027-03-10T00:00:00.000Z; form status and since
text: qs status=open&since=2027-03-10; form status and since
since=2027-03-10 /dues?since=2027-03-10' ]
