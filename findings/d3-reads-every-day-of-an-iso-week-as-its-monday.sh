#!/usr/bin/env bash
# D3 reads every day of a week of ISO 8601 as its Monday: 2027-W10-7, a Sunday, becomes the Monday before.
#
# Version: d3-time-format 4.1.1. Input: March 8, 10 and 14, 2027, as utcFormat writes them with %G-W%V-%u, which its
# documentation has for the year, the week and the day of ISO 8601, read by utcParse with the same format.
# Expected: the same days, as %G-W%V-%w has them, and %Y-W%W-%u as well.
# Seen: March 8 for all three. Beside %V only %w is asked for the day; %u is read and left. Whoever tries it with a
# Monday finds no fault.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts d3-time-format@4.1.1
cat > read.mjs <<'JS'
import { utcFormat, utcParse } from 'd3-time-format';
for (const day of ['2027-03-08', '2027-03-10', '2027-03-14']) {
  const read = ['%G-W%V-%u', '%G-W%V-%w', '%Y-W%W-%u'].map((format) => {
    const text = utcFormat(format)(new Date(day));
    return `${text} = ${utcParse(format)(text).toISOString().slice(0, 10)}`;
  });
  console.log(`${day}: ${read.join(', ')}`);
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '2027-03-08: 2027-W10-1 = 2027-03-08, 2027-W10-1 = 2027-03-08, 2027-W10-1 = 2027-03-08
2027-03-10: 2027-W10-3 = 2027-03-08, 2027-W10-3 = 2027-03-10, 2027-W10-3 = 2027-03-10
2027-03-14: 2027-W10-7 = 2027-03-08, 2027-W10-0 = 2027-03-14, 2027-W10-7 = 2027-03-14' ]
