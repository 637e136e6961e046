#!/usr/bin/env bash
# HyperFormula's INT rounds a number below zero towards zero: of a balance of -12.50 it makes -12, and the whole parts
# of a debt no longer add up with what is left over.
#
# Versions: hyperformula 3.5.0, @formulajs/formulajs 4.6.1. Input: INT of -12.5, 12.5 and -0.5; 25 owed in parts of 2:
# INT(-25/2)*2+MOD(-25,2).
# Expected (Excel and OpenFormula, which HyperFormula says to follow: INT rounds down to the nearest integer, of -8.9 it
# makes -9): -13, 12 and -1, as Formula.js has them; -25.
# Seen: -12, 12 and 0; -23, as MOD rounds down, and so does FLOOR. INT is what TRUNC is. HyperFormula's own guide says
# that INT rounds down, and its list of differences to Excel does not name it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @formulajs/formulajs@4.6.1 hyperformula@3.5.0
cat > count.mjs <<'JS'
import { INT } from '@formulajs/formulajs';
import { HyperFormula } from 'hyperformula';
const sheet = HyperFormula.buildFromArray([['']], { licenseKey: 'gpl-v3' });
const count = (formula) => sheet.calculateFormula(`=${formula}`, 0);
for (const value of [-12.5, 12.5, -0.5]) {
  console.log(`${value}: INT ${count(`INT(${value})`)}, TRUNC ${count(`TRUNC(${value})`)},`,
    `FLOOR ${count(`FLOOR(${value},1)`)}; Formula.js ${INT(value)}`);
}
console.log(`25 owed: ${count('INT(-25/2)*2+MOD(-25,2)')}`);
JS
seen=$(node count.mjs)
printf '%s\n' "$seen"
[ "$seen" = '-12.5: INT -12, TRUNC -12, FLOOR -13; Formula.js -13
12.5: INT 12, TRUNC 12, FLOOR 12; Formula.js 12
-0.5: INT 0, TRUNC 0, FLOOR -1; Formula.js -1
25 owed: -23' ]
