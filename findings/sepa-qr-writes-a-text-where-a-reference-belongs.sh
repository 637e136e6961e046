#!/usr/bin/env bash
# sepa-qr writes what a payment is for where a code for bank transfers has the creditor's reference, and a note to the
# payer where it has the text for the payee; and it asks for one cent if no amount is told.
#
# Versions: sepa-qr 0.0.2, sepa-payment-qr-code 2.0.2, read by jsqr 1.4.0 with pngjs 7.0.0. Input: a transfer of 12.50
# with a text and a note (remittance and information); one without an amount.
# Expected (EPC069-12, 2.2: line 8 is the amount, which may be left out; 10 the structured reference of 35 characters or
# less, as of ISO 11649; 11 the text; 12 the information to the payer): the text in line 11 and the note in 12, as
# sepa-payment-qr-code has them; line 8 empty.
# Seen: the text in line 10, the note in 11, and nothing in 12; EUR0.01. A member who scans the code pays with a
# reference of 42 characters that is none, or sends the chapter the note that was for himself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts sepa-qr@0.0.2 sepa-payment-qr-code@2.0.2 jsqr@1.4.0 \
  pngjs@7.0.0
cat > read.cjs <<'JS'
const jsQR = require('jsqr');
const { PNG } = require('pngjs');
const createSepaQr = require('sepa-qr');
const other = require('sepa-payment-qr-code');
const show = (name, text) => {
  const lines = text.split('\n');
  console.log(`${name}: ${[8, 10, 11, 12].map((line) => `${line} ${lines[line - 1] ?? 'missing'}`).join(' | ')}`);
};
const account = { name: 'Harbor Chapter', iban: 'DE89370400440532013000' };
const text = 'Dues 2027 of member 1042, Ana, second half';
const note = 'Thank you, see you in March';
(async () => {
  for (const payment of [{ ...account, amount: 12.5, remittance: text, information: note }, account]) {
    const chunks = [];
    for await (const chunk of createSepaQr({ ...payment, size: 8 })) chunks.push(chunk);
    const { data, width, height } = PNG.sync.read(Buffer.concat(chunks));
    show('sepa-qr', jsQR(new Uint8ClampedArray(data), width, height).data);
  }
  show('other', other({ ...account, amount: 12.5, unstructuredReference: text, information: note }));
  show('other', other({ ...account, amount: null }));
})();
JS
seen=$(node read.cjs)
printf '%s\n' "$seen"
text='Dues 2027 of member 1042, Ana, second half' note='Thank you, see you in March'
[ "$seen" = "sepa-qr: 8 EUR12.5 | 10 $text | 11 $note | 12 missing
sepa-qr: 8 EUR0.01 | 10  | 11  | 12 missing
other: 8 EUR12.50 | 10  | 11 $text | 12 $note
other: 8  | 10  | 11  | 12 " ]
