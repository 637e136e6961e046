#!/usr/bin/env bash
# PostgreSQL's to_number takes a digit off the end of an amount for each comma in it, if its template begins with FM:
# 1,234.56 is 1234.5, and 1,234,567.89 is 1234567; a minus behind the amount is lost as well.
#
# Version: PostgreSQL 18.7, as @electric-sql/pglite 0.5.17 brings it; 15.18 of Debian does the same. Input: what to_char
# writes with a template, and to_number of it with the same template: FM9,999.99 and others, without FM, and with more
# digits than the amounts have.
# Expected: the amount that was written. By the documentation FM drops zeros at the end and blanks, and nothing else.
# Seen: with FM, 1234.5, 12345.6 and 1234567, and 1234.5 for 1,234.56-, which is a debt. For each comma that the amount
# has in the place that the template says, its last character is not read. Amounts below 1,000, templates with more
# digits and those without FM are right, so that it shows with the first large amount.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.17
cat > read.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const database = new PGlite();
const { rows: [{ server_version: version }] } = await database.query('SHOW server_version');
console.log(version.split(' ')[0]);
const select = 'SELECT text, to_number(text, $1)::text AS amount FROM to_char($2::numeric, $1) AS text';
const amounts = {
  '9,999.99': 1234.56,
  '99,999.99': 12345.67,
  '9,999,999.99': 1234567.89,
  '9G999D99': -1234.56,
  '9,999.99MI': -1234.56,
};
for (const [template, amount] of Object.entries(amounts)) {
  const read = [];
  for (const each of [`FM${template}`, template, `FM99${template}`]) {
    const { rows: [{ text, amount: number }] } = await database.query(select, [each, amount]);
    read.push(`${each} ${text.trim()} = ${number}`);
  }
  console.log(read.join(', '));
}
const { rows: [small] } = await database.query(select, ['FM9,999.99', 234.56]);
console.log(`FM9,999.99 ${small.text} = ${small.amount}`);
await database.close();
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '18.7
FM9,999.99 1,234.56 = 1234.5, 9,999.99 1,234.56 = 1234.56, FM999,999.99 1,234.56 = 1234.56
FM99,999.99 12,345.67 = 12345.6, 99,999.99 12,345.67 = 12345.67, FM9999,999.99 12,345.67 = 12345.67
FM9,999,999.99 1,234,567.89 = 1234567, 9,999,999.99 1,234,567.89 = 1234567.89, FM999,999,999.99 1,234,567.89 = 1234567.89
FM9G999D99 -1,234.56 = -1234.5, 9G999D99 -1,234.56 = -1234.56, FM999G999D99 -1,234.56 = -1234.56
FM9,999.99MI 1,234.56- = 1234.5, 9,999.99MI 1,234.56- = -1234.56, FM999,999.99MI 1,234.56- = -1234.56
FM9,999.99 234.56 = 234.56' ]
