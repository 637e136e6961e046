#!/usr/bin/env bash
# xlsx-calc has SUMIF look at the first row of a column alone, and takes a comparison such as ">=20" for a word, so that
# a sheet's sums of dues become 0 or far too small.
#
# Versions: xlsx-calc 0.9.2, hyperformula 3.5.0, @e965/xlsx 0.20.3 (SheetJS, makes the sheet). Input: a column of Dues,
# Dues, Fees and Dues beside one of 10, 20, 30 and 40, and the same in rows.
# Expected (ECMA-376, part 1, 18.17.7, SUMIF: each cell of the range that meets the criteria counts): 70 for "Dues", 30
# for "Fees", 90 for ">=20", also in rows, as hyperformula has it.
# Seen: 10, 0 and 0; in rows 70, 30 and 0. No error is raised, although a function that xlsx-calc does not know raises
# one. Only an area's first row is read, which is a whole list only if the list runs to the right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts xlsx-calc@0.9.2 hyperformula@3.5.0 @e965/xlsx@0.20.3
cat > sum.cjs <<'JS'
const { utils } = require('@e965/xlsx');
const { HyperFormula } = require('hyperformula');
const calculate = require('xlsx-calc');
const words = ['Dues', 'Dues', 'Fees', 'Dues'];
const amounts = [10, 20, 30, 40];
const lists = [
  ['column', words.map((word, row) => [word, amounts[row]]), 'A1:A4', 'B1:B4'],
  ['row', [words, amounts], 'A1:D1', 'A2:D2'],
];
for (const [name, cells, range, sums] of lists) {
  const formulas = [
    `SUMIF(${range},"Dues",${sums})`, `SUMIF(${range},"Fees",${sums})`, `SUMIF(${sums},">=20",${sums})`,
  ];
  for (const formula of formulas) {
    const sheet = utils.aoa_to_sheet(cells);
    sheet.F9 = { t: 'n', f: formula };
    calculate({ SheetNames: ['Dues'], Sheets: { Dues: sheet } });
    const other = HyperFormula.buildFromArray(cells, { licenseKey: 'gpl-v3' }).calculateFormula(`=${formula}`, 0);
    console.log(`${name}: ${formula} is ${sheet.F9.v}, hyperformula ${other}`);
  }
}
JS
seen=$(node sum.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'column: SUMIF(A1:A4,"Dues",B1:B4) is 10, hyperformula 70
column: SUMIF(A1:A4,"Fees",B1:B4) is 0, hyperformula 30
column: SUMIF(B1:B4,">=20",B1:B4) is 0, hyperformula 90
row: SUMIF(A1:D1,"Dues",A2:D2) is 70, hyperformula 70
row: SUMIF(A1:D1,"Fees",A2:D2) is 30, hyperformula 30
row: SUMIF(A2:D2,">=20",A2:D2) is 0, hyperformula 90' ]
