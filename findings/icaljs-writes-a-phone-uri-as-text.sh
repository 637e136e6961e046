#!/usr/bin/env bash
# ical.js writes a phone number that is a URI so that the next program reads it as text: "tel:" becomes part of the
# number.
#
# Versions: ical.js 2.2.1, vcard4 4.0.5. Input: a vCard 4.0 with TEL;VALUE=uri;TYPE=cell:tel:+1-808-555-0100, read and
# written again.
# Expected (RFC 6350, 6.4.1: the value of TEL is text if not told otherwise): VALUE=uri is kept.
# Seen: TEL;TYPE=cell:tel:+1-808-555-0100. ical.js takes a URI for the usual value of TEL, as it is of URL, and leaves
# out a VALUE that is the usual one. vcard4 finds a URI in the first and none in the second.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 vcard4@4.0.5
cat > write.mjs <<'JS'
import ICAL from 'ical.js';
import { parse } from 'vcard4';
const lines = ['BEGIN:VCARD', 'VERSION:4.0', 'FN:Jane', 'TEL;VALUE=uri;TYPE=cell:tel:+1-808-555-0100', 'END:VCARD', ''];
const before = lines.join('\r\n');
const after = `${new ICAL.Component(ICAL.parse(before))}\r\n`;
for (const card of [before, after]) {
  const { parameters, value } = parse(card).parsedVcard.find(({ property }) => property === 'TEL');
  console.log(`${card.match(/TEL.*/)[0]} is ${parameters.VALUE ?? 'text'} ${value}`);
}
JS
seen=$(node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'TEL;VALUE=uri;TYPE=cell:tel:+1-808-555-0100 is uri tel:+1-808-555-0100
TEL;TYPE=cell:tel:+1-808-555-0100 is text tel:+1-808-555-0100' ]
