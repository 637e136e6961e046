import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, isBigEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1)
    view.setUint16(2 * at, text.charCodeAt(at), !isBigEndian);
  return bytes;
}

test.each<[string, Uint8Array, string]>([
  ['UTF-8', utf8('Zoë — 東京 🎉'), 'Zoë — 東京 🎉'],
  ['UTF-8 with a byte order mark', utf8('\ufeffZoë'), 'Zoë'],
  ['little-endian UTF-16', utf16('\ufeffZoë 🎉', false), 'Zoë 🎉'],
  ['big-endian UTF-16', utf16('\ufeffZoë 🎉', true), 'Zoë 🎉'],
  ['nothing', utf8(''), ''],
])('%s is decoded', (_, bytes, text) => {
  expect(decodeText(bytes)).toEqual({ text, isGuess: false });
});

test('what is no UTF-8 is decoded as Windows wrote before, as a guess', () => {
  // A euro sign, quotation marks and an umlaut: the first three are no letters of Latin-1.
  const bytes = Uint8Array.from([0x80, 0x93, 0x94, 0xfc]);
  expect(decodeText(bytes)).toEqual({ text: '€“”ü', isGuess: true });
});

test('a line of UTF-8 keeps its letters beside one that is not', () => {
  const bytes = Uint8Array.from([...utf8('Zoë\r\n'), 0x5a, 0x6f, 0xeb, 0x0a, ...utf8('東')]);
  expect(decodeText(bytes)).toEqual({ text: 'Zoë\r\nZoë\n東', isGuess: true });
});

test.each<[string, Uint8Array]>([
  ['UTF-16 without a byte order mark', utf16('name', false)],
  ['UTF-32', Uint8Array.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0])],
  ['a workbook', Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x00])],
])('%s is no text', (_, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
});

test('the beginning of a file may end within a letter', () => {
  const bytes = utf8('Café').subarray(0, 4);
  expect(decodeText(bytes, false)).toEqual({ text: 'Caf', isGuess: false });
  expect(decodeText(bytes)?.isGuess).toBe(true);
});
