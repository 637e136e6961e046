#!/usr/bin/env bash
# exceljs makes a sheet of a CSV file in which each day is the evening before, if the computer is east of Greenwich:
# dues of January 1 are then dues of the last year.
#
# Versions: exceljs 4.4.0, read by read-excel-file 9.3.17 and @e965/xlsx 0.20.3 (SheetJS). Input: a CSV with the days
# 2027-01-01 and 2027-07-10, read with csv.read and written with xlsx.writeBuffer, in UTC, Berlin and New York.
# Expected (ISO 8601: a day has no time zone; a sheet has none either, ECMA-376, part 1, 18.17.4): the days, at 00:00.
# Seen: 00:00 in UTC; December 31, 22:59, and July 9, 22:00, in Berlin; 04:59 and 04:00 in New York. exceljs reads the
# text as local time and writes the sheet in UTC (23:00 and 05:00, less a trace that read-excel-file rounds down). The
# format shows no hours, so that the day alone is seen: 12/31/26.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0 read-excel-file@9.3.17 @e965/xlsx@0.20.3
cat > convert.mjs <<'JS'
import { Readable } from 'node:stream';
import XLSX from '@e965/xlsx';
import ExcelJS from 'exceljs';
import { readSheet } from 'read-excel-file/node';
const book = new ExcelJS.Workbook();
await book.csv.read(Readable.from(['2027-01-01\n2027-07-10\n']));
const file = Buffer.from(await book.xlsx.writeBuffer());
const days = (await readSheet(file)).map(([day]) => day.toISOString().slice(0, 16));
const { Sheets: { sheet1 } } = XLSX.read(file);
console.log(`${process.env.TZ}: ${days.join(' ')} shown as ${sheet1.A1.w} ${sheet1.A2.w}`);
JS
seen=$(for zone in UTC Europe/Berlin America/New_York; do TZ=$zone node convert.mjs; done)
printf '%s\n' "$seen"
[ "$seen" = 'UTC: 2027-01-01T00:00 2027-07-10T00:00 shown as 1/1/27 7/10/27
Europe/Berlin: 2026-12-31T22:59 2027-07-09T22:00 shown as 12/31/26 7/9/27
America/New_York: 2027-01-01T04:59 2027-07-10T04:00 shown as 1/1/27 7/10/27' ]
