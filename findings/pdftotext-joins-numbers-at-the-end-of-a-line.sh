#!/usr/bin/env bash
# pdftotext takes a hyphen at the end of a line for that of a divided word, also in numbers: of invoice 4711-0815 it
# makes 47110815, of the month 2027-10 it makes 202710, and an amount of 12,- euros runs into the next line.
#
# Versions: poppler-utils 22.12.0 of Debian 12; the page is made by pdfkit 0.20.2, and read by mupdf 1.28.1, too. Input:
# paragraphs of two lines: "Invoice 4711-" and "0815", "Period 2027-" and "10", "Dues 12,-" and "Hall 7,-", "a sen-" and
# "tence".
# Expected (its manual: hyphenation is undone, which divides words): "sentence", and the others with their hyphens.
# Seen: "sentence", "Invoice 47110815", "Period 202710" and "Dues 12,Hall 7,-". mupdf keeps all lines, and so does
# pdftotext with -layout or -raw, which keep the columns, too, or the order in which a program drew.
set -euo pipefail
package=poppler-utils version=22.12.0
installed() { dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true; }
if [ -z "$(installed)" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package" > /dev/null 2>&1
fi
[[ $(installed) == "$version"-* ]]
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts pdfkit@0.20.2 mupdf@1.28.1
cat > write.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import * as mupdf from 'mupdf';
import PDFDocument from 'pdfkit';
const pdf = new PDFDocument({ size: [300, 300], margin: 20 });
const paragraphs = ['Invoice 4711-\n0815', 'Period 2027-\n10', 'Dues 12,-\nHall 7,-', 'a sen-\ntence'];
for (const paragraph of paragraphs) pdf.text(paragraph).moveDown(3);
pdf.end();
writeFileSync('page.pdf', await buffer(pdf));
const page = mupdf.Document.openDocument(readFileSync('page.pdf'), 'application/pdf').loadPage(0);
console.log(page.toStructuredText().asText());
JS
lines() { tr -d '\f' | grep . | paste -sd '|'; }
seen=$(
  node write.mjs | lines
  for option in -nopgbrk -layout -raw; do pdftotext -enc UTF-8 "$option" page.pdf - | lines; done
)
printf '%s\n' "$seen"
[ "$seen" = 'Invoice 4711-|0815|Period 2027-|10|Dues 12,-|Hall 7,-|a sen-|tence
Invoice 47110815|Period 202710|Dues 12,Hall 7,-|a sentence
Invoice 4711-|0815|Period 2027-|10|Dues 12,-|Hall 7,-|a sen-|tence
Invoice 4711-|0815|Period 2027-|10|Dues 12,-|Hall 7,-|a sen-|tence' ]
