#!/usr/bin/env bash
# vcard-parser makes 123rd St of the house 12 in 3rd St, if a line of the card is folded between the two: it takes a
# space of the text for one of the fold, and joins what it parts.
#
# Versions: vcard-parser 1.0.0, vcf 2.1.2, vcard4 4.0.5. Input: a card with an address of 75 octets up to the 12, which
# is folded there, and a note whose $1 250.00, an amount written with a space, is folded after the 1.
# Expected (RFC 6350, 3.2: a fold is a line break and a single space or tab; what follows is text): 12 3rd St and $1
# 250.00, as the others read.
# Seen: 123rd St and $1250.00. All spaces after the line break are left out, not only the one of the fold.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts vcard-parser@1.0.0 vcf@2.1.2 vcard4@4.0.5
cat > read.mjs <<'JS'
import vcardParser from 'vcard-parser';
import * as vcard4 from 'vcard4';
import Vcf from 'vcf';
const fold = (line) => line.replace(/.{75}(?=.)/, '$&\r\n ');
const card = [
  'BEGIN:VCARD',
  'VERSION:4.0',
  'FN:Ana Lee',
  fold('ADR;TYPE=home:;c/o Harbor Sailing and Rowing Club Boathouse Gate Eastern;12 3rd St;Springfield;IL;62701;USA'),
  fold('NOTE:Pays on the first of each month for Bo and Cyd too at a board night $1 250.00 a year'),
  'END:VCARD',
  '',
].join('\r\n');
const { adr, note } = vcardParser.parse(card);
const vcf = new Vcf().parse(card);
const { parsedVcard } = vcard4.parse(card);
const find = (name) => parsedVcard.find(({ property }) => property === name).value;
console.log(`vcard-parser: ${adr[0].value[2]} | ${note[0].value.slice(-20)}`);
console.log(`vcf: ${vcf.get('adr').valueOf().split(';')[2]} | ${vcf.get('note').valueOf().slice(-20)}`);
console.log(`vcard4: ${find('ADR').streetAddress} | ${find('NOTE').slice(-20)}`);
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'vcard-parser: 123rd St | ight $1250.00 a year
vcf: 12 3rd St | ght $1 250.00 a year
vcard4: 12 3rd St | ght $1 250.00 a year' ]
