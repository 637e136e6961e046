#!/usr/bin/env bash
# @dintero/money reads a refund that it wrote itself in Norwegian, Swedish or Finnish as a payment: the minus is lost.
#
# Version: @dintero/money 1.1.12. Input: -5.50 of each country's currency by toLocaleString() and then by
# fromLocaleString(), both with the locale nb-NO, sv-SE, fi-FI, da-DK, de-DE and en-US.
# Expected (its README: print and parse from locale, with an example in Norwegian; what can't be read is an error):
# -5.50 each time.
# Seen: 5.50 in Norwegian, Swedish and Finnish, -5.50 in Danish, German and English. The first three are written with
# U+2212, the sign that CLDR has for minus there; all that is no digit, no hyphen and no decimal sign is left out.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @dintero/money@1.1.12
cat > read.cjs <<'JS'
const { Money } = require('@dintero/money');
const locales = { 'nb-NO': 'NOK', 'sv-SE': 'SEK', 'fi-FI': 'EUR', 'da-DK': 'DKK', 'de-DE': 'EUR', 'en-US': 'USD' };
for (const [locale, currency] of Object.entries(locales)) {
  const text = Money.of('-5.50', currency).toLocaleString(locale);
  console.log(`${locale}: ${text} is ${Money.fromLocaleString(text, currency, locale)}`);
}
JS
seen=$(node read.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'nb-NO: −5,50 is 5.50
sv-SE: −5,50 is 5.50
fi-FI: −5,50 is 5.50
da-DK: -5,50 is -5.50
de-DE: -5,50 is -5.50
en-US: -5.50 is -5.50' ]
