#!/usr/bin/env bash
# FormatJS does not round francs to five centimes, where a message asks for it, with no error: the bill says CHF 1.03.
#
# Version: intl-messageformat 12.1.5 (of react-intl), beside @messageformat/core 3.4.1. Input: CHF 1.03 and 1.02 with
# the number skeletons precision-increment/0.05 and precision-currency-cash; and a stem that there is not.
# Expected: CHF 1.05 and CHF 1.00, as ICU 72.1 writes with both, or an error, as there is for integer-width/+000.
# FormatJS knows a part of the stems, as its documentation says, but Intl.NumberFormat, which it uses, can do this one.
# Seen: CHF 1.03 and CHF 1.02. Stems that are not known are passed over, misspelt ones too. messageformat rounds by the
# first, and passes over the second.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts intl-messageformat@12.1.5 @messageformat/core@3.4.1
cat > write.mjs <<'JS'
import MessageFormat from '@messageformat/core';
import { IntlMessageFormat } from 'intl-messageformat';
const messages = new MessageFormat('en');
for (const stem of ['precision-increment/0.05', 'precision-currency-cash', 'precision-incremnt/0.05']) {
  const text = `{bill, number, ::currency/CHF ${stem}}`;
  const shown = [1.03, 1.02].map((bill) => {
    let other;
    try {
      other = messages.compile(text)({ bill });
    } catch {
      other = 'an error';
    }
    return `${new IntlMessageFormat(text, 'en').format({ bill })} (messageformat: ${other})`;
  });
  console.log(`${stem}: ${shown.join(', ').replaceAll('\u00a0', ' ')}`);
}
const options = { style: 'currency', currency: 'CHF', minimumFractionDigits: 2, roundingIncrement: 5 };
console.log(new Intl.NumberFormat('en', options).format(1.03).replace('\u00a0', ' '));
JS
seen=$(node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'precision-increment/0.05: CHF 1.03 (messageformat: CHF 1.05), CHF 1.02 (messageformat: CHF 1.00)
precision-currency-cash: CHF 1.03 (messageformat: CHF 1.03), CHF 1.02 (messageformat: CHF 1.02)
precision-incremnt/0.05: CHF 1.03 (messageformat: an error), CHF 1.02 (messageformat: an error)
CHF 1.05' ]
