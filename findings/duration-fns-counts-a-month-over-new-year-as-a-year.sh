#!/usr/bin/env bash
# duration-fns counts a month over New Year as a year, an age a year too high before the birthday, and two months for 29
# days: each unit is what the two dates differ in, and what is too much is told below zero in the next.
#
# Versions: duration-fns 3.0.2, iso8601-duration 2.1.4. Input: between() of December 1, 2026, and January 1, 2027; of a
# birth on December 10, 1980, and March 9, 2027; of 18:30 and 20:15; of January 31 and March 1, 2027; each also through
# normalize() with the first date. The first is then read by iso8601-duration.
# Expected (the whole units of each, as the README has 31 days from February 1 as a month and 2 days): P1M, P46Y2M27D,
# PT1H45M and P1M1D; a month.
# Seen: P1Y-11M, P47Y-9M-1D, PT2H-15M and P2M-30D; of these, normalize() makes P1M, P46Y3M-1D, PT1H45M and P2M-30D. ISO
# 8601 has no such form, and iso8601-duration reads the first as a year.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts duration-fns@3.0.2 iso8601-duration@2.1.4
cat > count.cjs <<'JS'
const { between, normalize, toString } = require('duration-fns');
const { parse } = require('iso8601-duration');
for (const [from, to] of [
  ['2026-12-01', '2027-01-01'],
  ['1980-12-10', '2027-03-09'],
  ['2027-03-10T18:30:00Z', '2027-03-10T20:15:00Z'],
  ['2027-01-31', '2027-03-01'],
]) {
  const duration = between(from, to);
  console.log(`${from} to ${to}: ${toString(duration)}, normalized ${toString(normalize(duration, from))}`);
}
const { years, months } = parse(toString(between('2026-12-01', '2027-01-01')));
console.log(`the first, read by iso8601-duration: ${years} year, ${months} months`);
JS
seen=$(TZ=UTC node count.cjs)
printf '%s\n' "$seen"
[ "$seen" = '2026-12-01 to 2027-01-01: P1Y-11M, normalized P1M
1980-12-10 to 2027-03-09: P47Y-9M-1D, normalized P46Y3M-1D
2027-03-10T18:30:00Z to 2027-03-10T20:15:00Z: PT2H-15M, normalized PT1H45M
2027-01-31 to 2027-03-01: P2M-30D, normalized P2M-30D
the first, read by iso8601-duration: 1 year, 0 months' ]
