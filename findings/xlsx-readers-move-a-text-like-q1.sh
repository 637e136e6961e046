#!/usr/bin/env bash
# Two readers of XLSX change a text within a formula if it looks like a cell's name: where the sheet asks for "Q1", they
# ask for "Q2" in the second row and for "Q3" in the third.
#
# Versions: exceljs 4.4.0 (writes the sheet and reads it), @e965/xlsx 0.20.3 (SheetJS). Input: IF(A1="Q1",30,0) filled
# down three rows, which a sheet keeps as one shared formula, as Excel does with what is filled down; and a sum from a
# sheet of which the name is Q1.
# Expected (ECMA-376, part 1, 18.3.1.40: a shared formula is told once, only its relative references follow the cell):
# IF(A3="Q1",30,0) in the third row, and 'Q1'!A3.
# Seen: IF(A3="Q3",30,0) and 'Q3'!A3 in both. Texts and names of sheets are not told from references. SheetJS writes it
# so, too: who only reads a book and writes it again has a member's dues of the first quarter become 0 when Excel next
# counts. The kept results hide it until then.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0 @e965/xlsx@0.20.3
cat > read.mjs <<'JS'
import XLSX from '@e965/xlsx';
import ExcelJS from 'exceljs';
const read = async (file) => {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(file);
  return book.getWorksheet('Dues').getCell('B3').formula;
};
for (const formula of ['IF(A1="Q1",30,0)', "SUM('Q1'!A1,A1)"]) {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Q1').getCell('A3').value = 30;
  const sheet = book.addWorksheet('Dues');
  for (const row of [1, 2, 3]) sheet.getCell(`A${row}`).value = 'Q1';
  sheet.fillFormula('B1:B3', formula, [30, 30, 30]);
  const file = await book.xlsx.writeBuffer();
  const sheetJs = XLSX.read(file);
  const again = await read(XLSX.write(sheetJs, { type: 'buffer', bookType: 'xlsx' }));
  console.log(`exceljs ${await read(file)}; SheetJS ${sheetJs.Sheets.Dues.B3.f}, written again ${again}`);
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = "exceljs IF(A3=\"Q3\",30,0); SheetJS IF(A3=\"Q3\",30,0), written again IF(A3=\"Q3\",30,0)
exceljs SUM('Q3'!A3,A3); SheetJS SUM('Q3'!A3,A3), written again SUM('Q3'!A3,A3)" ]
