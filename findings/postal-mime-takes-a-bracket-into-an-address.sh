#!/usr/bin/env bash
# postal-mime takes the bracket that ends a comment into an address, so that an answer goes to ana@chapter.test), and
# takes the quotes off "ana lind"@chapter.test.
#
# Version: postal-mime 4.0.0, beside mailparser 3.14.2. Input: From lines with a comment in a comment behind the
# address, with a local part in quotes, and with a route, which all are in RFC 5322 (3.2.2 "comments may nest", 3.4.1,
# 4.4).
# Expected: ana@chapter.test with the name Ana Lind (Treasurer), "ana lind"@chapter.test with its quotes, without which
# it is no address, and ana@chapter.test without the route, as mailparser has them.
# Seen: the first ends with a bracket, which its name lacks, the second has no quotes, and the third keeps the route. A
# name in a comment is the older form, as cron still writes it; one with a role in brackets suffices.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts postal-mime@4.0.0 mailparser@3.14.2
cat > read.mjs <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';
const senders = [
  'ana@chapter.test (Ana Lind)',
  'ana@chapter.test (Ana Lind (Treasurer))',
  '"ana lind"@chapter.test',
  'Ana Lind <@relay.test:ana@chapter.test>',
];
for (const sender of senders) {
  const mail = `From: ${sender}\r\nSubject: Dues\r\n\r\nHello\r\n`;
  const { from } = await PostalMime.parse(mail);
  const { value: [other] } = (await simpleParser(mail)).from;
  console.log(`${sender}:`);
  console.log(`  postal-mime ${from.address} of "${from.name}"`);
  console.log(`  mailparser ${other.address} of "${other.name}"`);
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'ana@chapter.test (Ana Lind):
  postal-mime ana@chapter.test of "Ana Lind"
  mailparser ana@chapter.test of "Ana Lind"
ana@chapter.test (Ana Lind (Treasurer)):
  postal-mime ana@chapter.test) of "Ana Lind (Treasurer"
  mailparser ana@chapter.test of "Ana Lind (Treasurer)"
"ana lind"@chapter.test:
  postal-mime ana lind@chapter.test of ""
  mailparser "ana lind"@chapter.test of ""
Ana Lind <@relay.test:ana@chapter.test>:
  postal-mime @relay.test:ana@chapter.test of "Ana Lind"
  mailparser ana@chapter.test of "Ana Lind"' ]
