#!/usr/bin/env bash
# DuckDB takes the day of a short German date for its year: a list of dues of March 25 and April 10, 2027, becomes one
# of March 2025 and April 2010. One more row puts them right.
#
# Version: DuckDB 1.5.6 (@duckdb/node-api). Input: CSV files with a column of days, as "25.3.27" and "10.4.27", with a
# third of "3.5.27", with slashes, with years of four digits, and with an hour.
# Expected: March 25, 2027, and so on, or texts. Nobody writes a year of two digits first with dots (the German form is
# day.month.year), and DuckDB itself knows d.m.y: with the third row all three are right, as 3 has one digit.
# Seen: 2025-03-27 and 2010-04-27; with an hour, of the years 10 and 12. The column has the type DATE, and no row is
# rejected. Of the forms that fit all rows, the one with the year first is taken.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @duckdb/node-api@1.5.6-r.1
cat > read.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
const [[version]] = (await connection.runAndReadAll('SELECT version()')).getRowsJson();
console.log(version);
const columns = [
  ['25.3.27', '10.4.27'], ['25.3.27', '10.4.27', '3.5.27'], ['25/03/27', '10/04/27'],
  ['25.3.2027', '10.4.2027'], ['10/4/27 18:00', '12/5/27 19:00'],
];
for (const days of columns) {
  writeFileSync('dues.csv', `due\n${days.join('\n')}\n`);
  const result = await connection.runAndReadAll("FROM read_csv('dues.csv')");
  console.log(`${days.join(', ')}: ${result.columnTypes().join()} ${result.getRowsJson().join(', ')}`);
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'v1.5.6
25.3.27, 10.4.27: DATE 2025-03-27, 2010-04-27
25.3.27, 10.4.27, 3.5.27: DATE 2027-03-25, 2027-04-10, 2027-05-03
25/03/27, 10/04/27: DATE 2025-03-27, 2010-04-27
25.3.2027, 10.4.2027: DATE 2027-03-25, 2027-04-10
10/4/27 18:00, 12/5/27 19:00: TIMESTAMP 0010-04-27 18:00:00, 0012-05-27 19:00:00' ]
