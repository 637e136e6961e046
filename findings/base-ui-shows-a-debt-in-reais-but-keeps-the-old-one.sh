#!/usr/bin/env bash
# Base UI's number field shows the debt that was typed, -R$ 13,50, but keeps and sends the old one, -12.5, in Brazil and
# Austria.
#
# Version: @base-ui/react 1.9.0 with React 19.3.1 (in happy-dom 21.0.4; Chromium 150 does the same). Input: fields with
# format { style: 'currency' } in pt-BR (BRL), de-AT (EUR), en-US (CHF, USD), nl-NL (EUR), that begin with -12.5 and
# with 12.5; someone types a 3 over the 2 and goes on.
# Expected: -13.5 or 13.5 in the form, or the old text in the field.
# Seen: where Intl.NumberFormat puts a space between the currency and the number, and the minus before them (-R$ 13,50,
# -€ 13,50, -CHF 13.50), the text stays as typed, onValueChange is not called, and the form sends the old amount.
# Without its currency the text is "-", a space and 13.50, which is no number for parseFloat. Amounts above zero,
# -$13.50 and € -13,50 are right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @base-ui/react@1.9.0 react@19.3.1 react-dom@19.3.1 \
  happy-dom@21.0.4
cat > type.mjs <<'JS'
import { setTimeout as wait } from 'node:timers/promises';
import { Window } from 'happy-dom';
const window = new Window();
globalThis.window = window;
for (const name of ['document', 'navigator', 'Element', 'HTMLElement', 'Node', 'ShadowRoot', 'MutationObserver',
  'getComputedStyle', 'requestAnimationFrame', 'cancelAnimationFrame']) globalThis[name] ??= window[name];
const { createElement } = await import('react');
const { createRoot } = await import('react-dom/client');
const { NumberField } = await import('@base-ui/react/number-field');

const { set } = Object.getOwnPropertyDescriptor(window.HTMLInputElement.prototype, 'value');
async function type(locale, currency, defaultValue) {
  const place = document.body.appendChild(document.createElement('div'));
  const format = { style: 'currency', currency };
  const field = createElement(NumberField.Root, { name: 'balance', locale, format, defaultValue },
    createElement(NumberField.Input));
  createRoot(place).render(field);
  await wait(50);
  const input = place.querySelector('input:not([name])');
  input.focus();
  set.call(input, input.value.replace('2', '3'));
  input.dispatchEvent(new window.Event('input', { bubbles: true }));
  await wait(50);
  input.blur();
  await wait(50);
  console.log(`${locale}: ${input.value.replaceAll('\u00a0', ' ')} is ${place.querySelector('[name=balance]').value}`);
}
for (const balance of [-12.5, 12.5]) {
  await type('pt-BR', 'BRL', balance);
  await type('de-AT', 'EUR', balance);
  await type('en-US', 'CHF', balance);
  await type('en-US', 'USD', balance);
  await type('nl-NL', 'EUR', balance);
}
process.exit(0);
JS
seen=$(node type.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'pt-BR: -R$ 13,50 is -12.5
de-AT: -€ 13,50 is -12.5
en-US: -CHF 13.50 is -12.5
en-US: -$13.50 is -13.5
nl-NL: € -13,50 is -13.5
pt-BR: R$ 13,50 is 13.5
de-AT: € 13,50 is 13.5
en-US: CHF 13.50 is 13.5
en-US: $13.50 is 13.5
nl-NL: € 13,50 is 13.5' ]
