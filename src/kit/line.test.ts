import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { lineRules, textRules, toLine, toText } from './line.ts';

const line = z.string().check(...lineRules);

test.each([
  ['a space of a web page', 'Wine\u00a0Tasting', 'Wine Tasting'],
  ['two spaces', 'Wine  Tasting ', 'Wine Tasting'],
  ['marks where a word may break', 'Jahres\u00adfeier\u200b', 'Jahresfeier'],
  ['joiners, which letters need', '👩\u200d👩 نمی\u200cدانم', '👩\u200d👩 نمی\u200cدانم'],
])('%s: a line is kept as it looks', (_, typed, kept) => {
  expect([line.parse(typed), toLine(typed)]).toEqual([kept, kept]);
});

test('marks alone are no line', () => {
  expect(line.safeParse('\u200b\u00ad').success).toBe(false);
  expect(toLine('\u200b\u00ad')).toBe('');
});

test('a text of a file becomes one that is accepted, and keeps its lines and tabs', () => {
  const kept = toText(' Menu\r\n\tSoup\u0007 \u202eand\u2028fish\u000bor pie\n');
  expect(kept).toBe('Menu\n\tSoup  and\nfish\nor pie');
  expect(
    z
      .string()
      .check(...textRules)
      .parse(kept),
  ).toBe(kept);
  expect(toText('\u200b\u3164\n')).toBe('');
});
