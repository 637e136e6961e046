#!/usr/bin/env bash
# phone takes the first digit off a mobile number in Argentina, Liberia or Gabon that is told with its country code, and
# says that the rest is valid: a message goes to someone else.
#
# Versions: phone 3.1.72, google-libphonenumber 3.2.47. Input: +54 9 11 2345-6789 (Argentina), +231 77 012 3456
# (Liberia) and +241 06 03 12 34 (Gabon), the example numbers that libphonenumber has for mobiles of these countries.
# Expected (E.164: all digits behind the country code belong to the number; libphonenumber calls all three valid and
# writes them with the same digits): the same digits, or not valid, which phone says if the country is told, too.
# Seen: +541123456789, which is a landline in Buenos Aires, +23170123456 and +2416031234, each with isValid true. A
# number that is a digit too long for phone's list of lengths loses its first, whatever that is, as if it were a zero
# that some countries dial only within. strictDetection says that they are not valid.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts phone@3.1.72 google-libphonenumber@3.2.47
cat > read.mjs <<'JS'
import libphonenumber from 'google-libphonenumber';
import { phone } from 'phone';
const util = libphonenumber.PhoneNumberUtil.getInstance();
const { E164 } = libphonenumber.PhoneNumberFormat;
for (const [text, country] of [['+54 9 11 2345-6789', 'AR'], ['+231 77 012 3456', 'LR'], ['+241 06 03 12 34', 'GA']]) {
  const read = phone(text);
  const number = util.parse(text);
  console.log(`${text}: phone ${read.phoneNumber} ${read.isValid}, with country ${phone(text, { country }).isValid},`,
    `strictly ${phone(text, { strictDetection: true }).isValid};\n  libphonenumber`,
    `${util.format(number, E164)} ${util.isValidNumber(number)}`);
}
const landline = util.parse('+541123456789');
const fixed = Object.entries(libphonenumber.PhoneNumberType).find(([, type]) => type === util.getNumberType(landline));
console.log(`+541123456789: ${fixed[0]}`);
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '+54 9 11 2345-6789: phone +541123456789 true, with country false, strictly false;
  libphonenumber +5491123456789 true
+231 77 012 3456: phone +23170123456 true, with country false, strictly false;
  libphonenumber +231770123456 true
+241 06 03 12 34: phone +2416031234 true, with country false, strictly false;
  libphonenumber +24106031234 true
+541123456789: FIXED_LINE' ]
