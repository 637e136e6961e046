#!/usr/bin/env bash
# Two readers of XLSX read each third time of a sheet a millisecond too early, so that 18:25 is shown as 18:24.
#
# Versions: read-excel-file 9.3.17, @e965/xlsx 0.20.3 (SheetJS) with cellDates; the sheet is of write-excel-file 4.1.1.
# Input: each fifth minute of March 10, 2027.
# Expected: the 288 times that were written. A sheet keeps a time as a fraction of a day, which for most times only
# comes near; Excel rounds to the second, and the nearest millisecond of the kept number is right for all 288.
# Seen: 96 are a millisecond early in both; 18:25 is 18:24:59.999. They cut where they should round. SheetJS's own text
# of that cell says 18:25.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts \
  read-excel-file@9.3.17 write-excel-file@4.1.1 @e965/xlsx@0.20.3
cat > read.mjs <<'JS'
import XLSX from '@e965/xlsx';
import readExcel from 'read-excel-file/node';
import writeExcel from 'write-excel-file/node';
const times = Array.from({ length: 288 }, (_, index) => new Date(Date.UTC(2027, 2, 10, 0, 5 * index)));
const file = await writeExcel(times.map((value) => [{ value, type: Date, format: 'yyyy-mm-dd hh:mm' }])).toBuffer();
const [{ data }] = await readExcel(file);
const read = (options) => Object.values(XLSX.read(file, options).Sheets)[0];
const numbers = read({});
const dates = read({ cellDates: true, UTC: true });
const daysToUnixEpoch = 25569;
const compared = {
  'read-excel-file': (row) => data[row][0],
  xlsx: (row) => dates[`A${row + 1}`].v,
  rounded: (row) => Math.round((numbers[`A${row + 1}`].v - daysToUnixEpoch) * 86_400_000),
};
for (const [name, time] of Object.entries(compared)) {
  const wrong = times.map((each, row) => time(row) - each).filter((difference) => difference !== 0);
  console.log(`${name}: ${wrong.length} wrong${wrong.length > 0 ? ` by ${[...new Set(wrong)]} ms` : ''}`);
}
console.log(`${numbers.A222.w} is ${data[221][0].toISOString()}`);
JS
seen=$(TZ=UTC node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'read-excel-file: 96 wrong by -1 ms
xlsx: 96 wrong by -1 ms
rounded: 0 wrong
2027-03-10 18:25 is 2027-03-10T18:24:59.999Z' ]
