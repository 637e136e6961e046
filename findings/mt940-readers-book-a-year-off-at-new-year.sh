#!/usr/bin/env bash
# Three readers of MT940 put an entry a year off that a bank booked before the turn of the year with a value date after
# it, or the other way round: dues of December 31 are then income of the next year's end.
#
# Versions: mt940-js 1.0.0 (with tslib 2.8.1, which it needs and does not name), mt940js 1.3.5, @centrapay/swift-parser
# 1.0.1. Input: value date 270102 with entry date 1231, value date 261231 with entry date 0102, and 270105 with 0105.
# Expected (SWIFT, MT940 field 61, subfields 1 and 2: only the value date tells a year, as the two lie near each other):
# entries of December 31, 2026, January 2, 2027, and January 5, 2027.
# Seen: December 31, 2027, almost a year after the statement was made, January 2, 2026, and January 5, 2027. All three
# take the year of the value date as it is. The balances are right, so nothing tells.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts \
  mt940-js@1.0.0 tslib@2.8.1 mt940js@1.3.5 @centrapay/swift-parser@1.0.1
cat > read.cjs <<'JS'
const swift = require('@centrapay/swift-parser');
const { read } = require('mt940-js');
const { Parser } = require('mt940js');
const text = [
  ':20:STATEMENT', ':25:12345678/0011223344', ':28C:1/1', ':60F:C261230EUR100,00',
  ':61:2701021231C12,50NTRFNONREF', ':86:Dues', ':61:2612310102D2,50NTRFNONREF', ':86:Fee',
  ':61:2701050105C5,00NTRFNONREF', ':86:Dues', ':62F:C270105EUR115,00', '-',
].join('\r\n');
const day = (date) => new Date(date).toISOString().slice(0, 10);
const print = (name, [{ transactions }]) => {
  console.log(`${name}: ${transactions.map(({ entryDate }) => day(entryDate)).join(' ')}`);
};
read(Buffer.from(text)).then((statements) => {
  print('mt940-js', statements);
  print('mt940js', new Parser().parse(text));
  print('swift-parser', swift.parse({ type: 'mt940', data: text }));
});
JS
seen=$(TZ=UTC node read.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'mt940-js: 2027-12-31 2026-01-02 2027-01-05
mt940js: 2027-12-31 2026-01-02 2027-01-05
swift-parser: 2027-12-31 2026-01-02 2027-01-05' ]
