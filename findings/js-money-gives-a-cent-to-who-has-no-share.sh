#!/usr/bin/env bash
# js-money gives a cent to who has no share but is the first of a list; of a debt, too, so that the others owe it.
#
# Versions: js-money 0.6.3, dinero.js 2.0.2. Input: 1.00 USD by the shares 0, 1, 1 and 1; 1.01 by 0, 1 and 1; 0.50 by 0,
# 0, 7, 3 and 1; -1.01 by 0, 1 and 1.
# Expected (nothing for a share of 0, as of dinero.js): 0, 34, 33 and 33 cents; 0, 51 and 50; 0, 0, 32, 14 and 4; 0, -51
# and -50.
# Seen: 1, 33, 33 and 33 cents; 1, 50 and 50; 1, 1, 31, 13 and 4; 1, -51 and -51. The cents that rounding leaves go to
# the first of the list, and of a debt the first is given one, while the others owe more.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts js-money@0.6.3 dinero.js@2.0.2
cat > split.mjs <<'JS'
import { allocate, dinero, toSnapshot } from 'dinero.js';
import Money from 'js-money';
const USD = { code: 'USD', base: 10, exponent: 2 };
const split = {
  'js-money': (cents, shares) => Money.fromInteger(cents, 'USD').allocate(shares).map((part) => part.getAmount()),
  'dinero.js': (cents, shares) =>
    allocate(dinero({ amount: cents, currency: USD }), shares).map((part) => toSnapshot(part).amount),
};
for (const [name, each] of Object.entries(split)) {
  const parts = [
    each(100, [0, 1, 1, 1]),
    each(101, [0, 1, 1]),
    each(50, [0, 0, 7, 3, 1]),
    each(-101, [0, 1, 1]),
  ];
  console.log(`${name}: ${parts.map((part) => part.join(' ')).join('; ')}`);
}
JS
seen=$(node split.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'js-money: 1 33 33 33; 1 50 50; 1 1 31 13 4; 1 -51 -51
dinero.js: 0 34 33 33; 0 51 50; 0 0 32 14 4; 0 -51 -50' ]
