#!/usr/bin/env bash
# any-date-parser reads December 31 as January 12 if the day is written before the month, drops the offset of a mail's
# date, and takes weeks for months and the end of a day for its begin.
#
# Version: any-date-parser 2.2.4. Input: 31/12/2027, 13/03/2027 and 30/11/2027, with the locales en-US and en-GB; the
# date of a mail, Wed, 10 Mar 2027 18:00:00 -0500; 2027-W10-3, the Wednesday of week 10; and 2027-03-10T24:00:00.
# Expected (31/12 can be read in one way only, so that, or invalid, as it says of what it cannot read; RFC 5322, 3.3;
# ISO 8601: 24:00 is the end of the day): December 31, March 13 and November 30; March 10, 23:00 UTC; March 10; March
# 11, 00:00.
# Seen: January 12, March 3 and November 30 (with en-GB as expected); March 10, 18:00; October 3; March 10, 00:00. A
# form is looked for anywhere in the text, and what stands around it is left out: of 31/12/2027 it reads 1/12/2027.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts any-date-parser@2.2.4
cat > read.mjs <<'JS'
import parser from 'any-date-parser';
const show = (date) => (date.isValid() ? date.toISOString().slice(0, 16) : 'invalid');
for (const text of ['31/12/2027', '13/03/2027', '30/11/2027']) {
  console.log(`${text}: ${show(parser.fromString(text, 'en-US'))}; en-GB ${show(parser.fromString(text, 'en-GB'))}`);
}
for (const text of ['Wed, 10 Mar 2027 18:00:00 -0500', '2027-W10-3', '2027-03-10T24:00:00', 'Hall']) {
  console.log(`${text}: ${show(parser.fromString(text, 'en-US'))}`);
}
JS
seen=$(TZ=UTC node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '31/12/2027: 2027-01-12T00:00; en-GB 2027-12-31T00:00
13/03/2027: 2027-03-03T00:00; en-GB 2027-03-13T00:00
30/11/2027: 2027-11-30T00:00; en-GB 2027-11-30T00:00
Wed, 10 Mar 2027 18:00:00 -0500: 2027-03-10T18:00
2027-W10-3: 2027-10-03T00:00
2027-03-10T24:00:00: 2027-03-10T00:00
Hall: invalid' ]
