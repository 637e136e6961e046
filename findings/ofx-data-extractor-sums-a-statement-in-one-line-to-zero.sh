#!/usr/bin/env bash
# ofx-data-extractor sums a bank's statement to zero, in and out, if the bank writes it in one line.
#
# Versions: ofx-data-extractor 1.5.0, ofx-js 1.1.1. Input: an OFX 1.02 statement (SGML) with 12.50 in and 5.00 out, in a
# line for each element, and the same without the line breaks; elements with a value have no end tag.
# Expected (OFX 1.6, 2.3: an element with a value needs no end tag, as the next tag ends it; line breaks are blanks to
# SGML): 12.5 in and 5 out for both. ofx-js reads 12.50 and -5.00 from both.
# Seen: 12.5 and 5 with line breaks. Without them 0 and 0, no payments and no dates by getTransactionsSummary(), and no
# error; getBankTransferList() raises one. Such values are told by the ends of lines. The summary passes an error on
# only if the list of a credit card raises one, too, and a statement of a bank has no such list. A tab within a memo has
# the same effect.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ofx-data-extractor@1.5.0 ofx-js@1.1.1
cat > read.mjs <<'JS'
import { Ofx } from 'ofx-data-extractor';
import { parseStrict } from 'ofx-js';
const header = ['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', 'SECURITY:NONE', 'ENCODING:USASCII', 'CHARSET:1252',
  'COMPRESSION:NONE', 'OLDFILEUID:NONE', 'NEWFILEUID:NONE', '', ''].join('\n');
const payment = (type, amount, id, name) => ['<STMTTRN>', `<TRNTYPE>${type}`, '<DTPOSTED>20270310', `<TRNAMT>${amount}`,
  `<FITID>${id}`, `<NAME>${name}`, '</STMTTRN>'];
const lines = ['<OFX>', '<SIGNONMSGSRSV1>', '<SONRS>', '<STATUS>', '<CODE>0', '<SEVERITY>INFO', '</STATUS>',
  '<DTSERVER>20270311120000', '<LANGUAGE>ENG', '</SONRS>', '</SIGNONMSGSRSV1>', '<BANKMSGSRSV1>', '<STMTTRNRS>',
  '<TRNUID>1', '<STATUS>', '<CODE>0', '<SEVERITY>INFO', '</STATUS>', '<STMTRS>', '<CURDEF>USD', '<BANKACCTFROM>',
  '<BANKID>012345678', '<ACCTID>000123456', '<ACCTTYPE>CHECKING', '</BANKACCTFROM>', '<BANKTRANLIST>',
  '<DTSTART>20270301', '<DTEND>20270331', ...payment('CREDIT', '12.50', '0001', 'Dues'),
  ...payment('DEBIT', '-5.00', '0002', 'Hall'), '</BANKTRANLIST>', '<LEDGERBAL>', '<BALAMT>100.00', '<DTASOF>20270331',
  '</LEDGERBAL>', '</STMTRS>', '</STMTTRNRS>', '</BANKMSGSRSV1>', '</OFX>'];
for (const end of ['\n', '']) {
  const text = header + lines.join(end);
  const { credit, debit, amountOfCredits, amountOfDebits } = new Ofx(text).getTransactionsSummary();
  const list = parseStrict(text).OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST.STMTTRN.map((each) => each.TRNAMT);
  console.log(`${credit} in ${amountOfCredits}, ${debit} in ${amountOfDebits}; ofx-js: ${list.join(' ')}`);
}
try {
  new Ofx(header + lines.join('')).getBankTransferList();
  console.log('list: no error');
} catch (error) {
  console.log(`list: ${error.name}`);
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '12.5 in 1, 5 in 1; ofx-js: 12.50 -5.00
0 in 0, 0 in 0; ofx-js: 12.50 -5.00
list: SyntaxError' ]
