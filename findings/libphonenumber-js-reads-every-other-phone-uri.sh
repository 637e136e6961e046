#!/usr/bin/env bash
# libphonenumber-js reads only every other phone URI that has a context: of the same number read four times, the second
# and the fourth are none, and a form refuses them.
#
# Versions: libphonenumber-js 1.13.16, google-libphonenumber 3.2.47. Input: tel:20-7946-0018;phone-context=+44 four
# times, then four members' numbers of four countries, each once.
# Expected (RFC 3966, 5.1.5: the context completes a local number): the same number each time, as google-libphonenumber
# has it; all four members'.
# Seen: a number, none, a number, none; isValidPhoneNumber says true, false, true, false; of the members the second and
# the fourth have none. The pattern that checks a context goes on from where its last match ended. Which number is lost
# depends on how many such URIs the whole process has read before, so a test of one never shows it. Without a context
# all are read. Pull request 498 of the library, open since July 2026, says the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts libphonenumber-js@1.13.16 google-libphonenumber@3.2.47
cat > read.mjs <<'JS'
import google from 'google-libphonenumber';
import { isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js';
const { PhoneNumberFormat, PhoneNumberUtil } = google;
const util = PhoneNumberUtil.getInstance();
const read = (uri) => parsePhoneNumberFromString(uri)?.number ?? 'none';
const readOther = (uri) => util.format(util.parse(uri), PhoneNumberFormat.E164);
const same = Array(4).fill('tel:20-7946-0018;phone-context=+44');
const members = ['808-555-0100;phone-context=+1', '30-123456;phone-context=+49', '20-7946-0018;phone-context=+44',
  '1-23-45-67-89;phone-context=+33'].map((each) => `tel:${each}`);
const whole = Array(2).fill('tel:+44-20-7946-0018');
for (const uris of [same, members, whole]) {
  console.log(`libphonenumber-js: ${uris.map(read).join(' ')}`);
  console.log(`google-libphonenumber: ${uris.map(readOther).join(' ')}`);
}
console.log(`valid: ${same.map((uri) => isValidPhoneNumber(uri)).join(' ')}`);
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'libphonenumber-js: +442079460018 none +442079460018 none
google-libphonenumber: +442079460018 +442079460018 +442079460018 +442079460018
libphonenumber-js: +18085550100 none +442079460018 none
google-libphonenumber: +18085550100 +4930123456 +442079460018 +33123456789
libphonenumber-js: +442079460018 +442079460018
google-libphonenumber: +442079460018 +442079460018
valid: true false true false' ]
