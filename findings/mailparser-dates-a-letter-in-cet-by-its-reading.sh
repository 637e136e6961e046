#!/usr/bin/env bash
# mailparser dates a letter of March 10, 2027, 18:00 CET by the moment it is read.
#
# Version: mailparser 3.14.2. Input: Date lines with the zones +0100, EST, CET, BST, JST and A.
# Expected (RFC 5322, 4.3: EST is -0500, and a zone of letters whose meaning is not known is to be taken as -0000):
# March 10, 2027, in all, or no date, or the text of the line, as postal-mime 4.0.0 has it.
# Seen: now, for the last four. Such lines are in old archives, and some programs write them still; a letter of the year
# before is sorted in as new.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2 postal-mime@4.0.0
cat > read.mjs <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';
for (const zone of ['+0100', 'EST', 'CET', 'BST', 'JST', 'A']) {
  const mail = `From: ana@chapter.test\r\nDate: Wed, 10 Mar 2027 18:00:00 ${zone}\r\n\r\nHello\r\n`;
  const { date } = await simpleParser(mail);
  const age = Math.abs(Date.now() - date.getTime());
  console.log(`${zone}: ${age < 60_000 ? 'now' : date.toISOString()}, ${(await PostalMime.parse(mail)).date}`);
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '+0100: 2027-03-10T17:00:00.000Z, 2027-03-10T17:00:00.000Z
EST: 2027-03-10T23:00:00.000Z, 2027-03-10T23:00:00.000Z
CET: now, Wed, 10 Mar 2027 18:00:00 CET
BST: now, Wed, 10 Mar 2027 18:00:00 BST
JST: now, Wed, 10 Mar 2027 18:00:00 JST
A: now, Wed, 10 Mar 2027 18:00:00 A' ]
