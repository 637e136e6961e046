#!/usr/bin/env bash
# fractional reads minus one and a half, as it wrote it itself, as minus a half: who owes an hour and a half owes half
# an hour once it was stored.
#
# Versions: fractional 1.0.0, fraction.js 5.3.4. Input: 1.5, -1.5, -2.25, -12.75 and -0.5 as fractions, as text, and the
# text read again; by fraction.js, too.
# Expected (the README: 1 1/6 is how it writes seven sixths, and a text that has it is read as that): the same numbers.
# Seen: 1.5, -0.5, -1.75, -11.25 and -0.5; fraction.js has them right. The whole part is read with its minus, and the
# fraction behind it is added.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts fractional@1.0.0 fraction.js@5.3.4
cat > read.cjs <<'JS'
const { Fraction } = require('fractional');
const { Fraction: Other } = require('fraction.js');
for (const hours of [1.5, -1.5, -2.25, -12.75, -0.5]) {
  const text = new Fraction(hours).toString();
  const { numerator, denominator } = new Fraction(text);
  console.log(`${hours} is ${text}, which is ${numerator / denominator}; fraction.js ${new Other(text).valueOf()}`);
}
JS
seen=$(node read.cjs)
printf '%s\n' "$seen"
[ "$seen" = '1.5 is 1 1/2, which is 1.5; fraction.js 1.5
-1.5 is -1 1/2, which is -0.5; fraction.js -1.5
-2.25 is -2 1/4, which is -1.75; fraction.js -2.25
-12.75 is -12 3/4, which is -11.25; fraction.js -12.75
-0.5 is -1/2, which is -0.5; fraction.js -0.5' ]
