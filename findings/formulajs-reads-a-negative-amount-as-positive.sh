#!/usr/bin/env bash
# Formula.js reads an amount in parentheses, as accountants write one below zero, as one above zero. So it does with one
# that has its minus at the end, as some banks print it.
#
# Versions: @formulajs/formulajs 4.6.1, hyperformula 3.5.0. Input: VALUE("(12.50)"), VALUE("12.50-"), VALUE("-12.50").
# Expected: -12.5 each, as Excel reads them, or #VALUE!, as Formula.js has for a form that it does not know ("-$12.50").
# Seen: 12.5, 12.5 and -12.5, so that a refund adds to a sum. hyperformula has -12.5, #VALUE! and -12.5. Up to three
# characters at each end that are no digits are dropped as a currency's; only a minus at the start is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @formulajs/formulajs@4.6.1 hyperformula@3.5.0
cat > value.mjs <<'JS'
import { VALUE } from '@formulajs/formulajs';
import { HyperFormula } from 'hyperformula';
for (const text of ['(12.50)', '12.50-', '-12.50', '-$12.50']) {
  const cells = HyperFormula.buildFromArray([[`=VALUE("${text}")`]], { licenseKey: 'gpl-v3' });
  const [[other]] = cells.getSheetValues(0);
  const one = VALUE(text);
  console.log(`${text}: ${one instanceof Error ? one.message : one}, hyperformula ${other.value ?? other}`);
}
JS
seen=$(node value.mjs)
printf '%s\n' "$seen"
[ "$seen" = '(12.50): 12.5, hyperformula -12.5
12.50-: 12.5, hyperformula #VALUE!
-12.50: -12.5, hyperformula -12.5
-$12.50: #VALUE!, hyperformula #VALUE!' ]
