import { expect, test } from 'vitest';
import { decodeFile } from './csv-file.ts';

test.each<[string, readonly number[], string, boolean]>([
  ['UTF-8', [0x5a, 0x6f, 0xc3, 0xab], 'Zoë', false],
  ['UTF-16, as Excel writes "Unicode text"', [0xff, 0xfe, 0x5a, 0, 0xeb, 0], 'Zë', false],
  ['Latin-1', [0x5a, 0x6f, 0xeb], 'Zoë', true],
])('%s is read', (_, bytes, text, isGuess) => {
  expect(decodeFile(Uint8Array.from(bytes))).toEqual({ ok: true, value: { text, isGuess } });
});

test.each([
  ['a workbook', Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x00]), /not a text file/],
  ['more than a megabyte', new Uint8Array(1_000_001).fill(65), /larger/],
])('%s is refused in words that help', (_, bytes, message) => {
  const read = decodeFile(bytes);
  expect(read.ok ? '' : read.refusal.message).toMatch(message);
});
