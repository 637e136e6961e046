#!/usr/bin/env bash
# Two readers of QIF end an amount at the comma of its thousands: one everywhere, the other only in the lines of a split,
# so that the parts of a split no longer add up to its total. Neither raises an error.
#
# Versions: qif-ts 1.0.0, qif2json 0.4.0. Input: a payment of 1,234.56 that is split into 1,000.00 and 234.56, with commas
# as Quicken writes them.
# Expected: -1234.56, split into -1000 and -234.56.
# Seen: qif-ts has -1, split into -1 and -234.56; qif2json has -1234.56, split into -1 and -234.56.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts qif-ts@1.0.0 qif2json@0.4.0
cat > read.cjs <<'JS'
const { deserializeQif } = require('qif-ts');
const { parse } = require('qif2json');
const text = [
  '!Type:Bank', 'D11/02/2026', 'T-1,234.56', 'PHarbor Hall', 'SRent', '$-1,000.00', 'SCleaning', '$-234.56', '^', '',
].join('\n');
const amounts = (payment, parts) => [payment, ...parts].map(({ amount }) => amount).join(' ');
const [one] = deserializeQif(text).transactions;
console.log(`qif-ts: ${amounts(one, one.splits)}`);
const [other] = parse(text).transactions;
console.log(`qif2json: ${amounts(other, other.division)}`);
JS
seen=$(node read.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'qif-ts: -1 -1 -234.56
qif2json: -1234.56 -1 -234.56' ]
