#!/usr/bin/env bash
# react-number-format shows a settled balance as $105,111,512,312,578,304.00 or $5.55, and a debt that is none as $47.
#
# Version: react-number-format 5.4.5 with React 19.3.1. Input: 25, 0.1 + 0.2 - 0.3 and -0.0000004, as String() writes
# them (5.551115123125783e-17 and -4e-7), with valueIsNumericString and by numericFormatter, and as numbers; all with
# two digits behind the point.
# Expected: $0.00 (or -$0.00), as Intl.NumberFormat writes both the text and the number, or an error.
# Seen: $0.00 for the numbers alone. The documentation has valueIsNumericString for numbers that are texts, and
# numericFormatter takes nothing but a text; the digits of "e-17" are taken for some of the amount. 25 is right always.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts react-number-format@5.4.5 react@19.3.1 react-dom@19.3.1
cat > write.mjs <<'JS'
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { NumericFormat, numericFormatter } from 'react-number-format';
const format = { prefix: '$', thousandSeparator: ',', decimalScale: 2, fixedDecimalScale: true };
const field = (props) => createElement(NumericFormat, { ...format, displayType: 'text', ...props });
const show = (props) => renderToStaticMarkup(field(props));
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
for (const balance of [25, 0.1 + 0.2 - 0.3, -0.0000004]) {
  const text = String(balance);
  const ways = [show({ value: text, valueIsNumericString: true }), numericFormatter(text, format)];
  const right = [show({ value: balance }), dollars.format(text)];
  console.log(`${text}: ${[...ways, ...right].join(' ').replaceAll(/<.*?>/g, '')}`);
}
JS
seen=$(node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = '25: $25.00 $25.00 $25.00 $25.00
5.551115123125783e-17: $105,111,512,312,578,304.00 $5.55 $0.00 $0.00
-4e-7: $47.00 -$4e-7.00 -$0.00 -$0.00' ]
