#!/usr/bin/env bash
# Numeral.js and numbro write a time below zero an hour too long and the minutes the wrong way round: who lacks a minute
# and a half is shown as one who lacks almost two hours. A time that people write is read an hour wrong.
#
# Versions: numeral 2.0.6, numbro 2.5.0, @elastic/numeral 2.5.1 (a fork of numeral). Input: -90, -5400, -5399 and 5400
# seconds with the format 00:00:00 or time; the text "-1:30:00" read.
# Expected (the same digits below zero as above, as in the fork): -0:01:30, -1:30:00, -1:29:59 and 1:30:00; -5400.
# Seen: -1:58:30, -2:30:00, -2:30:01 and 1:30:00; -1800. Only the hours carry the minus, and the minutes count up from
# the hour below. Each reads back what it writes itself, but sheets and people read -2:30:00 as two hours and a half.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts \
  numeral@2.0.6 numbro@2.5.0 @elastic/numeral@2.5.1
cat > write.mjs <<'JS'
import fork from '@elastic/numeral';
import numbro from 'numbro';
import numeral from 'numeral';
const write = {
  numeral: (seconds) => numeral(seconds).format('00:00:00'),
  numbro: (seconds) => numbro(seconds).format({ output: 'time' }),
  '@elastic/numeral': (seconds) => fork(seconds).format('00:00:00'),
};
const read = { numeral: (text) => numeral(text).value(), numbro: numbro.unformat };
for (const [name, each] of Object.entries(write)) {
  console.log(`${name}: ${[-90, -5400, -5399, 5400].map(each).join(' ')}; ${read[name]?.('-1:30:00') ?? ''}`);
}
JS
seen=$(node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'numeral: -1:58:30 -2:30:00 -2:30:01 1:30:00; -1800
numbro: -1:58:30 -2:30:00 -2:30:01 1:30:00; -1800
@elastic/numeral: -0:01:30 -1:30:00 -1:29:59 1:30:00; ' ]
