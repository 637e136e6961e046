#!/usr/bin/env bash
# exceljs reads a plain number as a date of the year 1900 if its format writes a letter such as h, d or M behind it: 7.5
# hours of a volunteer become noon of January 6, 1900.
#
# Versions: exceljs 4.4.0 (writes the sheet and reads it), read-excel-file 9.3.17, @e965/xlsx 0.20.3 (SheetJS). Input:
# 7.5 with the formats 0.0"h", 0.0\h, 0\ \d, 0.0,,\M and #,##0.00_d.
# Expected (ECMA-376, part 1, 18.8.31: what follows "\" is shown as it is, and "_" leaves its width): 7.5 always, as the
# two others have it. For Excel the first two formats are the same.
# Seen: a date for all but the first. Only texts in quotes and brackets are taken out before a letter of dates is looked
# for. A sum over such cells adds milliseconds, or joins texts. A column of hours is right until someone opens the sheet
# in a program that writes "\h".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0 read-excel-file@9.3.17 @e965/xlsx@0.20.3
cat > read.mjs <<'JS'
import XLSX from '@e965/xlsx';
import ExcelJS from 'exceljs';
import readExcel from 'read-excel-file/node';
const formats = ['0.0"h"', String.raw`0.0\h`, String.raw`0\ \d`, String.raw`0.0,,\M`, '#,##0.00_d'];
const book = new ExcelJS.Workbook();
const sheet = book.addWorksheet('Hours');
for (const numFmt of formats) Object.assign(sheet.addRow([7.5]).getCell(1), { numFmt });
const file = Buffer.from(await book.xlsx.writeBuffer());
const again = new ExcelJS.Workbook();
await again.xlsx.load(file);
const [{ data }] = await readExcel(file);
const { Hours } = XLSX.read(file, { cellDates: true, UTC: true }).Sheets;
for (const [row, format] of formats.entries()) {
  const values = [again.getWorksheet('Hours').getCell(row + 1, 1).value, data[row][0], Hours[`A${row + 1}`].v];
  console.log(`${format}: ${values.map((each) => each.toJSON?.() ?? each).join(' ')}`);
}
JS
seen=$(TZ=UTC node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '0.0"h": 7.5 7.5 7.5
0.0\h: 1900-01-06T12:00:00.000Z 7.5 7.5
0\ \d: 1900-01-06T12:00:00.000Z 7.5 7.5
0.0,,\M: 1900-01-06T12:00:00.000Z 7.5 7.5
#,##0.00_d: 1900-01-06T12:00:00.000Z 7.5 7.5' ]
