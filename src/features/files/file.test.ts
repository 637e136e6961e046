import { expect, test } from 'vitest';
import {
  detectKind,
  getPartSize,
  hasPdfEnd,
  maxNameLength,
  partBytes,
  toFileName,
} from './file.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['a WebP', 'RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['an HEIC', '\0\0\0\x18ftypheic\0\0\0\0', 'image/heic'],
  ['a PDF', '%PDF-1.7\n', 'application/pdf'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg">', undefined],
  ['HTML', '<!doctype html><script>', undefined],
  ['a PDF behind something else', 'GIF89a %PDF-1.7', undefined],
  ['a GIF', 'GIF89a', undefined],
  ['nothing', '', undefined],
])('the first bytes show the kind: %s', (_, head, kind) => {
  expect(detectKind(bytes(head))).toBe(kind);
});

test('a truncated PDF lacks its end', () => {
  expect(hasPdfEnd(bytes('%PDF-1.7 …\n%%EOF\n'))).toBe(true);
  expect(hasPdfEnd(bytes('%PDF-1.7 …\nendobj'))).toBe(false);
});

test.each([
  ['../../etc/passwd', 'passwd.jpg'],
  ['C:\\photos\\IMG_1.HEIC', 'IMG_1.jpg'],
  ['dinner.jpeg', 'dinner.jpeg'],
  ['dinner.png', 'dinner.jpg'],
  ['invoice\u202egpj.exe', 'invoicegpj.jpg'],
  ['tab\tnew\nline.jpg', 'tab new line.jpg'],
  ['a"b<c>d:e|f?g*h.jpg', 'abcdefgh.jpg'],
  ['.hidden', 'hidden.jpg'],
  ['...', 'File.jpg'],
  ['\u200b', 'File.jpg'],
  ['', 'File.jpg'],
])('%j is saved as %j', (sent, name) => {
  expect(toFileName(sent, 'image/jpeg')).toBe(name);
});

test('a name keeps its extension, however long it is, and no half of a letter', () => {
  const name = toFileName(`${'😀'.repeat(300)}.pdf`, 'application/pdf');
  expect(name.length).toBeLessThanOrEqual(maxNameLength);
  expect([name.endsWith('.pdf'), name.isWellFormed()]).toEqual([true, true]);
});

test('parts add up to the upload', () => {
  expect([0, 1, 2].map((part) => getPartSize(partBytes + 1, part))).toEqual([partBytes, 1, 0]);
  expect(getPartSize(partBytes, 1)).toBe(0);
});
