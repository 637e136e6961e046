#!/usr/bin/env bash
# unpdf joins the amounts of a row into one if a program drew the row from right to left.
#
# Versions: unpdf 1.8.1; the page is made by pdfkit 0.20.2. Input: a row of "Dues" at 50 points from the left, "12.00"
# at 100 and "34.00" at 200, drawn in that order and in the other. Both pages look the same.
# Expected: three texts in both, as each gap is wider than four digits.
# Seen: "Dues 12.00 34.00" and "34.0012.00Dues". A gap makes a space only where a text lies to the right of the one
# before. A reader of amounts finds 34.00 and 12.00 in one word, or 34.0012. extractTextItems tells the three apart.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts unpdf@1.8.1 pdfkit@0.20.2
cat > read.mjs <<'JS'
import PDFDocument from 'pdfkit';
import { extractText, extractTextItems } from 'unpdf';
const row = [['Dues', 50], ['12.00', 100], ['34.00', 200]];
for (const texts of [row, row.toReversed()]) {
  const page = new PDFDocument().fontSize(10);
  for (const [text, left] of texts) page.text(text, left, 100, { lineBreak: false });
  page.end();
  const bytes = Buffer.concat(await page.toArray());
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  const { items } = await extractTextItems(new Uint8Array(bytes));
  const words = items.flat().filter(({ str }) => str.trim() !== '').map(({ str, x }) => `${str}@${Math.round(x)}`);
  console.log(`${text} | ${words.sort().join(' ')}`);
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'Dues 12.00 34.00 | 12.00@100 34.00@200 Dues@50
34.0012.00Dues | 12.00@100 34.00@200 Dues@50' ]
