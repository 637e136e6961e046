import { expect, test } from 'vitest';
import { decodeCalendar } from './decode-calendar.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

test.each([
  ['\r\n ', 'CRLF and a space'],
  ['\n\t', 'a line feed and a tab'],
  ['\r ', 'a carriage return and a space'],
  ['\r\r\n ', 'a break of Windows that was written as text'],
  ['\r\n\r\n ', 'an empty line and a space'],
])('a letter that is folded in its middle by %j is whole', (fold) => {
  const letter = utf8('ü');
  const bytes = Uint8Array.from([
    ...utf8('SUMMARY:Gr'),
    ...letter.subarray(0, 1),
    ...utf8(fold),
    ...letter.subarray(1),
    ...utf8('n\r\nEND:VEVENT'),
  ]);
  expect(decodeCalendar(bytes)).toEqual({ text: 'SUMMARY:Grün\r\nEND:VEVENT', isGuess: false });
});

test('UTF-16 is decoded as it is: its bytes are no lines', () => {
  // U+200A has the bytes of a line feed and a space.
  const text = '\ufeffSUMMARY:a\u200ab\r\n c';
  const bytes = new Uint8Array(Uint16Array.from(text, (each) => each.charCodeAt(0)).buffer);
  expect(decodeCalendar(bytes)).toEqual({ text: text.slice(1), isGuess: false });
});

test('Latin-1 is a guess, and a picture is no text', () => {
  expect(decodeCalendar(Uint8Array.from([0x47, 0xfc]))).toEqual({ text: 'Gü', isGuess: true });
  expect(decodeCalendar(Uint8Array.from([0x89, 0x50, 0x00]))).toBeUndefined();
});
