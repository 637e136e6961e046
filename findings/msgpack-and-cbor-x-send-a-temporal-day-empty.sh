#!/usr/bin/env bash
# MessagePack, cbor-x, rfdc and deepmerge make an empty object of a day of Temporal, with no error: the day a payment is
# due is gone when it arrives, or in the copy.
#
# Versions: @msgpack/msgpack 3.1.3, cbor-x 1.6.9, rfdc 1.4.1 and deepmerge 4.3.1 (with temporal-polyfill 1.0.8; Node.js
# 26.10's own Temporal is emptied alike). Input: { due } with March 10, 2027, as a Temporal.PlainDate, as a Date and as
# a text, sent and received again, or copied.
# Expected: the day or its text, as JSON and superjson 2.2.7 have it, or an error, as structuredClone of Node.js 26
# throws.
# Seen: due = {}. All four copy every object but those of a few known classes by its own properties, of which these have
# none; a Date is kept by all. What is shown later is [object Object], or "Invalid Date".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @msgpack/msgpack@3.1.3 cbor-x@1.6.9 rfdc@1.4.1 \
  deepmerge@4.3.1 superjson@2.2.7 temporal-polyfill@1.0.8
cat > send.mjs <<'JS'
import * as msgpack from '@msgpack/msgpack';
import * as cbor from 'cbor-x';
import deepmerge from 'deepmerge';
import rfdc from 'rfdc';
import superjson from 'superjson';
import { Temporal } from 'temporal-polyfill';
const ways = {
  '@msgpack/msgpack': (bill) => msgpack.decode(msgpack.encode(bill)),
  'cbor-x': (bill) => cbor.decode(cbor.encode(bill)),
  rfdc: rfdc(),
  deepmerge: (bill) => deepmerge({ amount: 1250 }, bill),
  superjson: (bill) => superjson.parse(superjson.stringify(bill)),
};
const days = [Temporal.PlainDate.from('2027-03-10'), new Date('2027-03-10'), '2027-03-10'];
for (const [name, send] of Object.entries(ways)) {
  console.log(`${name}: ${days.map((due) => JSON.stringify(send({ due }).due)).join(', ')}`);
}
JS
seen=$(node send.mjs)
printf '%s\n' "$seen"
[ "$seen" = '@msgpack/msgpack: {}, "2027-03-10T00:00:00.000Z", "2027-03-10"
cbor-x: {}, "2027-03-10T00:00:00.000Z", "2027-03-10"
rfdc: {}, "2027-03-10T00:00:00.000Z", "2027-03-10"
deepmerge: {}, "2027-03-10T00:00:00.000Z", "2027-03-10"
superjson: "2027-03-10", "2027-03-10T00:00:00.000Z", "2027-03-10"' ]
