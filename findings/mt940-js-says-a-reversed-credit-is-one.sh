#!/usr/bin/env bash
# mt940-js does not tell a reversal in a bank's statement: what a bank takes back is read as what it paid in, and the
# other way round, so that the entries no longer lead from the opening to the closing balance.
#
# Version: mt940-js 1.0.0 (with tslib 2.8.1, which it needs and does not name). Input: EUR 100.00, then a reversed credit
# of 12.50 (field 61 with RC), a reversed debit of 7.25 (RD), a debit of 3.00 (D), and EUR 91.75.
# Expected (SWIFT, MT940 field 61, subfield 3: RC is a reversal of a credit and counts as a debit, RD as a credit):
# -12.50, 7.25 and -3.00; 100.00 with them is 91.75.
# Seen: +12.50, -7.25 and -3.00; 100.00 with them is 102.25. No field of an entry says that it is a reversal.
# mt940js 1.3.5 reads the same statement as expected.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mt940-js@1.0.0 tslib@2.8.1 mt940js@1.3.5
cat > read.cjs <<'JS'
const mt940 = require('mt940-js');
const { Parser } = require('mt940js');
const text = [
  ':20:STATEMENT', ':25:12345678/0123456789', ':28C:1/1', ':60F:C261101EUR100,00',
  ':61:2611021102RC12,50NTRFREF1//BANK1', ':86:Check returned',
  ':61:2611031103RD7,25NTRFREF2//BANK2', ':86:Fee given back',
  ':61:2611041104D3,00NTRFREF3//BANK3', ':86:Fee',
  ':62F:C261104EUR91,75', '',
].join('\r\n');
mt940.read(Buffer.from(text)).then(([statement]) => {
  const { transactions, openingBalance, closingBalance } = statement;
  const signed = transactions.map(({ amount, isCredit }) => (isCredit ? amount : -amount));
  const end = signed.reduce((sum, each) => sum + each, openingBalance.value);
  const names = Object.keys(transactions[0]).filter((name) => /rever/i.test(name));
  console.log(`mt940-js: ${signed.join(' ')}; end ${end}, stated ${closingBalance.value}; reversal: ${names.join() || 'no field'}`);
  const [other] = new Parser().parse(text);
  console.log(`mt940js: ${other.transactions.map(({ amount }) => amount).join(' ')}`);
});
JS
seen=$(node read.cjs)
printf '%s\n' "$seen"
[ "$seen" = "mt940-js: 12.5 -7.25 -3; end 102.25, stated 91.75; reversal: no field
mt940js: -12.5 7.25 -3" ]
