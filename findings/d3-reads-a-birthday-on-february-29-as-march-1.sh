#!/usr/bin/env bash
# D3 reads the birthday February 29 as March 1.
#
# Version: d3-time-format 4.1.1. Input: "February 28", "February 29" and "February 30" with %B %d, as a birthday or a
# day of each year is written.
# Expected: February 29, or null, as there is for what does not fit the format.
# Seen: March 1. A year that is not written is 1900, of which its documentation says nothing, and that was no leap year;
# a day too many is carried on, as for February 30. With the year, February 29, 2028, is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts d3-time-format@4.1.1
cat > read.mjs <<'JS'
import { utcFormat, utcParse } from 'd3-time-format';
for (const text of ['February 28', 'February 29', 'February 30']) {
  console.log(`${text}: ${utcFormat('%B %-d')(utcParse('%B %d')(text))}`);
}
console.log(utcFormat('%B %-d, %Y')(utcParse('%B %d, %Y')('February 29, 2028')));
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'February 28: February 28
February 29: March 1
February 30: March 2
February 29, 2028' ]
