import { expect, test } from 'vitest';
import { toSingleLine } from './single-line.ts';

test.each([
  ['Ann\r\nBcc: x@example.org', 'Ann Bcc: x@example.org'],
  ['An\u200bn\u2060a\ufeff', 'Anna'],
  ['\u061cAnn\u200e\u200f', 'Ann'],
  ['\u202eannA\u2069', 'annA'],
  ['A\u2028B\u0085C', 'A B C'],
  ['👩‍👧 می‌خواهم', '\u2068👩‍👧 می‌خواهم\u2069'],
  ['\u2067דנה', '\u2068דנה\u2069'],
])('a name in a mail is one line without invisible characters: %j', (name, line) => {
  expect(toSingleLine(name)).toBe(line);
});
