import { expect, test } from 'vitest';
import { decodeFile } from './csv-file.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
function utf16(text: string, byteOrderMark: number[]): Uint8Array {
  const units = [...text].flatMap((character) => {
    const code = character.charCodeAt(0);
    return byteOrderMark[0] === 0xfe ? [code >> 8, code & 0xff] : [code & 0xff, code >> 8];
  });
  return Uint8Array.from([...byteOrderMark, ...units]);
}

test.each([
  ['UTF-8', utf8('name\nZoë'), 'name\nZoë'],
  ['UTF-8 with a byte order mark, which is removed', utf8('\ufeffname\nZoë'), 'name\nZoë'],
  ['nothing', utf8(''), ''],
])('%s is read', (_, bytes, text) => {
  expect(decodeFile(bytes)).toEqual({ ok: true, value: text });
});

test.each([
  ['UTF-16, little-endian', utf16('name', [0xff, 0xfe]), /UTF-16/],
  ['UTF-16, big-endian', utf16('name', [0xfe, 0xff]), /UTF-16/],
  ['UTF-16 without a byte order mark', utf16('name', []), /UTF-16/],
  ['Latin-1', Uint8Array.from([0x5a, 0x6f, 0xeb]), /not UTF-8/],
  ['a workbook', Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x00]), /not a text file/],
  ['more than a megabyte', new Uint8Array(1_000_001).fill(65), /larger/],
])('%s is refused in words that help', (_, bytes, message) => {
  const read = decodeFile(bytes);
  expect(read.ok ? '' : read.refusal.message).toMatch(message);
});
