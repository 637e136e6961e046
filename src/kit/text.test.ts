import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { lineRules, toLine } from './line.ts';
import { countCharacters, cut, requiredText, takeCharacters, text, trimmedText } from './text.ts';

test.each([
  ['text', text(5)],
  ['trimmed text', trimmedText(5)],
  ['required text', requiredText(5)],
])('the format of %s is not looked at when it is too long', (_name, schema) => {
  const seen: string[] = [];
  const formatted = schema.check(z.refine((value) => seen.push(value) > 0));
  expect(formatted.safeParse('short').success).toBe(true);
  const issues = formatted.safeParse('longer').error?.issues.map(({ message }) => message);
  expect(issues).toEqual(['Must be at most 5 characters']);
  expect(seen).toEqual(['short']);
});

const line = requiredText(50).check(...lineRules);

test.each([
  ['Zoë', 'Zoe\u0308'],
  ['מיה כהן', 'מיה כהן'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ['می‌خواهم', 'می‌خواهم'],
  ['a \u2067מיה\u2069 b', 'a \u2067מיה\u2069 b'],
])('a line keeps %j, composed', (kept, written) => {
  expect(line.safeParse(written).data).toBe(kept);
});

test.each([
  ['a zero-width space', '\u200b'],
  ['a Hangul filler', '\u3164'],
  ['a half-width Hangul filler', '\uffa0'],
  ['a Braille blank', '\u2800'],
  ['soft hyphens', '\u00ad\u00ad'],
  ['word joiners', '\u2060\ufeff\u2060'],
  ['tags', '\u{e0041}\u{e0042}'],
  ['a bell', 'Taxi\u0007'],
  ['an escape', '\u001b[31mTaxi'],
  ['a line break', 'Taxi\r\nhome'],
  ['a tab', 'Taxi\thome'],
  ['a line separator', 'Taxi\u2028home'],
  ['a next line', 'Taxi\u0085home'],
  ['an override', '\u202eemoh 09.21 ixaT'],
  ['a closed override', '\u202eixaT\u202c'],
  ['an open embedding', 'Taxi \u202bhome'],
  ['an open isolate', 'Taxi \u2067home'],
  ['a close of nothing', 'Taxi\u2069 home'],
  ['marks closed in the wrong order', '\u202b\u2067a\u202c\u2069'],
])('a line with %s is refused', (_name, written) => {
  expect(line.safeParse(written).success).toBe(false);
  const optional = trimmedText(50).check(...lineRules);
  expect(optional.safeParse(written).success).toBe(false);
  expect(optional.safeParse(' ').data).toBe('');
});

test('a line of a file becomes one that is accepted, or nothing', () => {
  expect(toLine(' Taxi\r\n\u001b\u202ehome\u2028 ')).toBe('Taxi home');
  expect(toLine('\u200b\u3164')).toBe('');
});

test('schemas, counts and what is taken of a text agree on what a character is', () => {
  for (const whole of ['12345', '🎉🎉🎉🎉🎉', 'e\u0301e\u0301e', '123456', '🎉🎉🎉🎉🎉🎉']) {
    const fits = text(5).safeParse(whole).success;
    expect([whole, countCharacters(whole) <= 5, takeCharacters(whole, 5) === whole]).toEqual([
      whole,
      fits,
      fits,
    ]);
  }
  expect(takeCharacters('🎉🎉🎉', 2)).toBe('🎉🎉');
});

test.each([
  ['Ana', 3, 'Ana'],
  ['Ana', 2, 'An'],
  ['Ana🎉', 5, 'Ana🎉'],
  ['Ana🎉', 4, 'Ana'],
  ['🎉🎉', 2, '🎉'],
  ['🎉', 1, ''],
])('%j cut to %i has whole characters: %j', (whole, most, expected) => {
  expect(cut(whole, most)).toBe(expected);
});
