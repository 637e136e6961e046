#!/usr/bin/env bash
# pdf-lib keeps the size of letters that fitted the first text of a form's field, and cuts a longer one off at the
# field's edge: of 1,234,567.89 the page shows 1,234,56.
#
# Versions: pdf-lib 1.17.1, @cantoo/pdf-lib 2.11.1 (its maintained fork), read by mupdf 1.28.1. Input: a field of 60 by
# 20 points without a size of its own: the amount set before the field is put on the page; set after it; and a form with
# 5.00 that is saved, loaded and filled with the amount. Then the form is flattened, as for printing.
# Expected: the amount, whole, each time. A size of zero asks for one that is chosen for the text (ISO 32000-1,
# 12.7.3.3), and the first way shows that there is one.
# Seen: 1,234,567.89 in letters of 9 points, and 1,234,56 in letters of 15 points twice. The size that was chosen for
# the first text, or for none, is written over the zero in the field, so that from then on it counts as wanted, for
# other programs, too. Nothing tells that digits are missing; getText() has them all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts pdf-lib@1.17.1 @cantoo/pdf-lib@2.11.1 mupdf@1.28.1
cat > fill.mjs <<'JS'
import * as fork from '@cantoo/pdf-lib';
import * as mupdf from 'mupdf';
import * as original from 'pdf-lib';
const amount = '1,234,567.89';
const show = async (name, pdf) => {
  const field = pdf.getForm().getTextField('amount');
  const [size] = field.acroField.getDefaultAppearance().match(/[\d.]+ (?=Tf)/);
  pdf.getForm().flatten();
  const page = mupdf.Document.openDocument(await pdf.save(), 'application/pdf').loadPage(0);
  const shown = page.toStructuredText().asText().trim();
  console.log(`${name}: ${field.getText()} shown as ${shown} in ${size.trim()} points`);
};
for (const [name, { PDFDocument }] of [['pdf-lib', original], ['@cantoo/pdf-lib', fork]]) {
  const make = async (fill) => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([200, 60]);
    const field = pdf.getForm().createTextField('amount');
    fill(field, () => field.addToPage(page, { x: 10, y: 10, width: 60, height: 20 }));
    return pdf;
  };
  await show(`${name}, set before`, await make((field, put) => [field.setText(amount), put()]));
  await show(`${name}, set after`, await make((field, put) => [put(), field.setText(amount)]));
  const first = await make((field, put) => [field.setText('5.00'), put()]);
  const again = await PDFDocument.load(await first.save());
  again.getForm().getTextField('amount').setText(amount);
  await show(`${name}, filled again`, again);
}
JS
# On stderr mupdf tells of a widget that flatten() leaves behind.
seen=$(node fill.mjs 2> /dev/null)
printf '%s\n' "$seen"
[ "$seen" = 'pdf-lib, set before: 1,234,567.89 shown as 1,234,567.89 in 9 points
pdf-lib, set after: 1,234,567.89 shown as 1,234,56 in 15 points
pdf-lib, filled again: 1,234,567.89 shown as 1,234,56 in 15 points
@cantoo/pdf-lib, set before: 1,234,567.89 shown as 1,234,567.89 in 9 points
@cantoo/pdf-lib, set after: 1,234,567.89 shown as 1,234,56 in 15 points
@cantoo/pdf-lib, filled again: 1,234,567.89 shown as 1,234,56 in 15 points' ]
