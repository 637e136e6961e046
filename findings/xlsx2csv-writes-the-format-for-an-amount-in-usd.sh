#!/usr/bin/env bash
# xlsx2csv writes the format instead of the number if the format has a word with d, h, m, s or y behind or before it:
# of 1,234.50 USD is left #,##0.00" us18", and no amount. One below zero stays.
#
# Versions: xlsx2csv 1:0.7.8-1 of Debian 12; the sheet is written by exceljs 4.4.0, and read by @e965/xlsx 0.20.3
# (SheetJS), too. Input: 1234.5 and -12.5 with the formats #,##0.00, and the same with " USD", " EUR" or " CHF" behind
# it; 7 with 0" members" and 0" days".
# Expected (ECMA-376, part 1, 18.8.31: what is in quotes is shown as it is): 1234.5 and -12.5, or "1,234.50 USD" and so
# on, as SheetJS has it; 7.
# Seen: #,##0.00" us18" for USD, #,##0.00 "c12f" for CHF, 0" 01e01bers" and 0" 06ays", as the letters are taken for the
# year, day, hour and minute of a date in 1900 or 1903; -12.5 is right. It exits with 0.
set -euo pipefail
package=xlsx2csv version=1:0.7.8-1
if [ "$(dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true)" != "$version" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package=$version" > /dev/null 2>&1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0 @e965/xlsx@0.20.3
cat > write.cjs <<'JS'
const { Workbook } = require('exceljs');
const { readFile, utils } = require('@e965/xlsx');
const book = new Workbook();
const sheet = book.addWorksheet('Dues');
for (const [format, ...numbers] of [
  ['#,##0.00', 1234.5, -12.5], ['#,##0.00" USD"', 1234.5, -12.5], ['#,##0.00" EUR"', 1234.5, -12.5],
  ['#,##0.00" CHF"', 1234.5, -12.5], ['0" members"', 7], ['0" days"', 7],
]) for (const number of numbers) sheet.addRow([number]).getCell(1).numFmt = format;
book.xlsx.writeFile('dues.xlsx').then(() => {
  console.log(utils.sheet_to_csv(readFile('dues.xlsx').Sheets.Dues, { FS: ';' }).trim());
});
JS
seen=$(echo SheetJS; node write.cjs; echo xlsx2csv; /usr/bin/xlsx2csv -d ';' dues.xlsx)
printf '%s\n' "$seen"
[ "$seen" = 'SheetJS
1,234.50
-12.50
1,234.50 USD
-12.50 USD
1,234.50 EUR
-12.50 EUR
1,234.50 CHF
-12.50 CHF
7 members
7 days
xlsx2csv
1234.5
-12.5
"#,##0.00"" us18"""
-12.5
1234.5
-12.5
"#,##0.00"" c12f"""
-12.5
"0"" 01e01bers"""
"0"" 06ays"""' ]
