#!/usr/bin/env bash
# PostgreSQL's to_number drops the cents of an amount that has its minus before the dollar sign, as -$1,234.56 has.
#
# Version: PostgreSQL 18.7, as @electric-sql/pglite 0.5.17 brings it; 15.18 of Debian does the same. Input: to_number
# with the template L9,999.99 of $1,234.56, $-1,234.56 and -$1,234.56.
# Expected: 1234.56, and -1234.56 twice, or an error, as there is if an amount has more digits than its template.
# Seen: 1234.56, -1234.56 and -1234. L takes the minus, and the dollar sign then takes the place of a digit, so that the
# last ones have none left. A template that is wider than any amount (L999,999.99) hides it.
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
for (const template of ['L9,999.99', 'L999,999.99']) {
  const texts = ['$1,234.56', '$-1,234.56', '-$1,234.56'];
  const select = 'SELECT to_number(text, $2)::text AS amount FROM unnest($1::text[]) AS text';
  const { rows } = await database.query(select, [texts, template]);
  console.log(`${template}: ${rows.map(({ amount }) => amount).join(' ')}`);
}
await database.close();
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '18.7
L9,999.99: 1234.56 -1234.56 -1234
L999,999.99: 1234.56 -1234.56 -1234.56' ]
