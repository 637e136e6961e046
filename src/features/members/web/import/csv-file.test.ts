import { expect, test } from 'vitest';
import { readFile } from './csv-file.ts';

test.each<[string, readonly number[], string, boolean]>([
  ['UTF-8', [0x5a, 0x6f, 0xc3, 0xab], 'Zoë', false],
  ['UTF-16, as Excel writes "Unicode text"', [0xff, 0xfe, 0x5a, 0, 0xeb, 0], 'Zë', false],
  ['Latin-1', [0x5a, 0x6f, 0xeb], 'Zoë', true],
])('%s is read', async (_, bytes, text, isGuess) => {
  const read = await readFile(new Blob([Uint8Array.from(bytes)]));
  expect(read).toEqual({ ok: true, value: { text, isGuess } });
});

test.each([
  ['a workbook', Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x00]), /not a text file/],
  ['more than a megabyte', new Uint8Array(1_000_001).fill(65), /larger than 1 MB/],
  ['more than a phone can read', new Uint8Array(50_000_001), /without photos/],
])('%s is refused in words that help', async (_, bytes, message) => {
  const read = await readFile(new Blob([bytes]));
  expect(read.ok ? '' : read.refusal.message).toMatch(message);
});

test.each([
  ['folded', `${'A'.repeat(75)}\r\n`.repeat(20_000).trimEnd().replaceAll('\r\n', '\r\n ')],
  ['in one line', 'A'.repeat(1_500_000)],
  ['folded with empty lines', `${'A'.repeat(75)}\r\n\r\n `.repeat(20_000).trimEnd()],
])('photos of vCards, %s, are left out, and lines keep their numbers', async (_, photo) => {
  const card = (name: string) =>
    `BEGIN:VCARD\r\nFN:${name}\r\nitem1.PHOTO;ENCODING=b;TYPE=JPEG:${photo}\r\nEMAIL:${name}@example.org\r\nEND:VCARD\r\n`;
  const file = card('ann') + card('ben');
  const read = await readFile(new Blob([file]));
  const text = read.ok ? read.value.text : '';
  expect(text.split('\n').filter(Boolean)).toEqual(
    ['ann', 'ben'].flatMap((name) => [
      'BEGIN:VCARD',
      `FN:${name}`,
      `EMAIL:${name}@example.org`,
      'END:VCARD',
    ]),
  );
  expect(text.split('\n')).toHaveLength(file.split('\r\n').length);
});
