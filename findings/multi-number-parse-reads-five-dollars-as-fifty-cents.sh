#!/usr/bin/env bash
# multi-number-parse reads $5 as 0.5 and $1250 as 0.125: a currency before the number becomes a point before it, and an
# amount with cents is no number.
#
# Version: multi-number-parse 1.1.0. Input: $5, $15, $125, $1250, $12.50, +5 and "- 5", and the same amounts with the
# sign behind them, 5$, 1250$ and 12.50$.
# Expected (its README: made for prices that people paste, in any valid format, and NaN for what it can't read): 5, 15,
# 125, 1250, 12.5, 5, -5 and 5, 1250, 12.5.
# Seen: 0.5, 0.15, 125, 0.125, NaN, 0.5 and -0.5; 5, 1250 and 12.5. Only three digits are read right, as those of
# thousands. So a list of prices is read in part, and the cheapest is the one of 1,250 dollars.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts multi-number-parse@1.1.0
cat > read.cjs <<'JS'
const { default: parse } = require('multi-number-parse');
for (const text of ['$5', '$15', '$125', '$1250', '$12.50', '+5', '- 5', '5$', '1250$', '12.50$']) {
  console.log(`${text} is ${parse(text)}`);
}
JS
seen=$(node read.cjs)
printf '%s\n' "$seen"
# shellcheck disable=SC2016
[ "$seen" = '$5 is 0.5
$15 is 0.15
$125 is 125
$1250 is 0.125
$12.50 is NaN
+5 is 0.5
- 5 is -0.5
5$ is 5
1250$ is 1250
12.50$ is 12.5' ]
