#!/usr/bin/env bash
# pdf-lib and jsPDF put a phone's photo into a page as the sensor saw it, and tell its width for its height: portraits
# of a directory lie on their side, and some stand on their head.
#
# Versions: pdf-lib 1.17.1, jspdf 4.2.1, pdfkit 0.20.2; the photo is made by sharp 0.35.5, the pages are read by mupdf
# 1.28.1. Input: a JPEG of 40 by 20 points, red on the left and blue on the right, of which the EXIF data say that it is
# to be seen as it is, or turned by a quarter, a half or three quarters (Orientation 1, 6, 3 and 8), as phones do.
# Expected (EXIF, tag 274: on which side the first row and column are seen; a JPEG in a PDF has no such thing, ISO
# 32000-1, 7.4.8, so whoever writes it has to turn it): red on the left, at the top, on the right, at the bottom.
# Seen: pdfkit does so; with pdf-lib and jsPDF red is on the left in all four.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts \
  pdf-lib@1.17.1 jspdf@4.2.1 pdfkit@0.20.2 sharp@0.35.5 mupdf@1.28.1
cat > draw.mjs <<'JS'
import { buffer } from 'node:stream/consumers';
import { jsPDF } from 'jspdf';
import * as mupdf from 'mupdf';
import { PDFDocument } from 'pdf-lib';
import PDFKit from 'pdfkit';
import sharp from 'sharp';
const pixels = Buffer.alloc(40 * 20 * 3);
for (let index = 0; index < 800; index++) pixels[index * 3 + (index % 40 < 20 ? 0 : 2)] = 255;
const writers = {
  'pdf-lib': async (photo) => {
    const pdf = await PDFDocument.create();
    const image = await pdf.embedJpg(photo);
    pdf.addPage([image.width, image.height]).drawImage(image, { x: 0, y: 0 });
    return pdf.save();
  },
  jspdf: (photo) => {
    const { width, height } = new jsPDF().getImageProperties(photo);
    const pdf = new jsPDF({ unit: 'pt', format: [width, height], orientation: width > height ? 'l' : 'p' });
    return pdf.addImage(photo, 'JPEG', 0, 0, width, height).output('arraybuffer');
  },
  pdfkit: (photo) => {
    const pdf = new PDFKit({ autoFirstPage: false });
    const image = pdf.openImage(photo);
    const { width, height, orientation } = image;
    pdf.addPage({ size: orientation > 4 ? [height, width] : [width, height], margin: 0 }).image(image, 0, 0);
    pdf.end();
    return buffer(pdf);
  },
};
const where = (file) => {
  const page = mupdf.Document.openDocument(Buffer.from(file), 'application/pdf').loadPage(0);
  const map = page.toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB, false);
  const [width, height] = [map.getWidth(), map.getHeight()];
  const red = (x, y) => map.getPixels()[y * map.getStride() + x * 3] > 200;
  if (red(3, 3)) return red(width - 4, 3) ? 'top' : 'left';
  return red(width - 4, 3) ? 'right' : 'bottom';
};
for (const [name, write] of Object.entries(writers)) {
  const seen = [];
  for (const orientation of [1, 6, 3, 8]) {
    const raw = sharp(pixels, { raw: { width: 40, height: 20, channels: 3 } });
    seen.push(where(await write(await raw.withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer())));
  }
  console.log(`${name}: ${seen.join(' ')}`);
}
JS
seen=$(node draw.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'pdf-lib: left left left left
jspdf: left left left left
pdfkit: left top right bottom' ]
