#!/usr/bin/env bash
# currency-formatter reads the amounts that it has written itself as nothing, or as a ten-thousandth, for 16 currencies
# of which the sign has a point.
#
# Version: currency-formatter 1.5.9. Input: 1234.5 by format() with the code of each currency that it knows, then by
# unformat() with the same code; told are those that come back as another amount. -12.5 of three currencies.
# Expected (its README: unformat() reads a text with the separators of the currency of the code): 1234.5, or 1235 where
# a currency has no cents; -12.5.
# Seen: 0 for the dirhams of the Emirates and Morocco, the pound of Egypt and eight dinars and pounds more; 0.1234 for
# the sol of Peru ("S/. 1,234.50"), the lempira, the balboa and others. All but digits, the minus and the decimal point
# is taken out, so that the point of the sign comes first. In its table the dong has a point for thousands and cents
# alike, so that 1,235 are 1.235, and the tenge and the som a minus before their cents, so that -12.50 is 0.12. Issue
# 240 of accounting, on which it is built, tells of points in signs; but there no code says what the sign is.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts currency-formatter@1.5.9
cat > read.mjs <<'JS'
import formatter from 'currency-formatter';
const amounts = new Map();
for (const { code, decimalDigits } of formatter.currencies) {
  const read = formatter.unformat(formatter.format(1234.5, { code }), { code });
  if (read === 1234.5 || (decimalDigits === 0 && read === 1235)) continue;
  amounts.set(read, [...(amounts.get(read) ?? []), code]);
}
for (const [read, codes] of amounts) console.log(`${read}: ${codes.join(' ')}`);
for (const code of ['PEN', 'KZT', 'KGS']) {
  const text = formatter.format(-12.5, { code });
  console.log(`${code}: ${text.replace('\u00a0', ' ')} is ${formatter.unformat(text, { code })}`);
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '0: AED BHD DZD EGP IQD JOD KWD LBP LYD MAD TND
0.1234: BTN HNL PAB PEN VEB
1.235: VND
PEN: -S/. 12.50 is -0.12
KZT: -₸12-50 is 0.12
KGS: -12-50 сом is 0.12' ]
