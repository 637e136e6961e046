/** Files that journeys upload. */
import { pngOf } from '#app/testing/pictures.ts';

export const pictureFile = (name: string, width = 60) => ({
  name,
  mimeType: 'image/png',
  buffer: pngOf(width, 40),
});

export const pdfFile = (name: string, bytes = 2_000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${' '.repeat(bytes)}\n%%EOF\n`),
});
