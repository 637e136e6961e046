#!/usr/bin/env bash
# flatpickr reads July in Czech as June, and October to December in Vietnamese and Arabic as January: a month whose name
# begins with that of an earlier one is taken for it.
#
# Version: flatpickr 4.6.13 (in happy-dom 21.0.4), with its own locales cs, vn and ar. Input: the 10th of each month of
# 2027, as flatpickr itself writes it with "j F Y" and "j M Y", which are formats of its documentation.
# Expected: the day that was written, as in all others of its languages, for which nothing is shown.
# Seen: 10 Červenec (July) is read as June 10, 10 Th12 (December) as January 10, and so on, whether it is set or in the
# field at the start. The day and the year are right, so that nothing tells of a due date that is months too early.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts flatpickr@4.6.13 happy-dom@21.0.4
cat > read.mjs <<'JS'
import { Window } from 'happy-dom';
const window = new Window();
const { document, HTMLElement, HTMLCollection, NodeList, Node } = window;
Object.assign(globalThis, { window, document, HTMLElement, HTMLCollection, NodeList, Node });
globalThis.navigator ??= window.navigator;
globalThis.getComputedStyle = window.getComputedStyle.bind(window);
const { default: flatpickr } = await import('flatpickr');
const { default: { default: locales } } = await import('flatpickr/dist/l10n/index.js');
for (const [code, locale] of Object.entries(locales)) {
  for (const dateFormat of ['j F Y', 'j M Y']) {
    const field = document.body.appendChild(document.createElement('input'));
    const picker = flatpickr(field, { locale, dateFormat });
    for (let month = 0; month < 12; month += 1) {
      const text = picker.formatDate(new Date(2027, month, 10), dateFormat);
      picker.setDate(text);
      const [read] = picker.selectedDates;
      if (read.getMonth() !== month) console.log(`${code} ${month + 1}: ${text} = ${read.toLocaleDateString('sv')}`);
    }
    picker.destroy();
  }
}
process.exit(0);
JS
seen=$(TZ=UTC node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'ar 10: 10 10 2027 = 2027-01-10
ar 11: 10 11 2027 = 2027-01-10
ar 12: 10 12 2027 = 2027-01-10
cs 7: 10 Červenec 2027 = 2027-06-10
vn 11: 10 Tháng mười một 2027 = 2027-10-10
vn 12: 10 Tháng mười hai 2027 = 2027-10-10
vn 10: 10 Th10 2027 = 2027-01-10
vn 11: 10 Th11 2027 = 2027-01-10
vn 12: 10 Th12 2027 = 2027-01-10' ]
