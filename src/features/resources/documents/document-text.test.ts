import { expect, test } from 'vitest';
import {
  foldText,
  listSearchWords,
  listTextWords,
  markWords,
  maxSearchWords,
  toExcerpt,
  toPlainText,
} from './document-text.ts';

test.each([
  ['lines, tabs and blanks', 'a\r\n\tb   c\u00a0d', 'a b c d'],
  ['control characters', 'a\0b\u0007c', 'a b c'],
  ['what turns the direction of others', 'safe\u202egnp.exe\u2066', 'safegnp.exe'],
  [
    'a word divided at the end of a line',
    'the bud-\nget of the chap\u00ad\r\nter',
    'the budget of the chapter',
  ],
  ['a real hyphen at the end of a line', 'year 2026-\n27', 'year 2026- 27'],
  ['ligatures and accents apart from their letter', 'ﬁle Cafe\u0301', 'file Café'],
  ['half a character', 'a\ud800b', 'ab'],
])('a text is one plain line: %s', (_, raw, plain) => {
  expect(toPlainText(raw)).toBe(plain);
});

test.each(['Café, BUDGET (2026)!', 'İstanbul ẞ 東京 😀 नमस्ते', 'e\u0301x\u0300', ''])(
  'folding keeps every place: %s',
  (raw) => {
    const plain = toPlainText(raw);
    expect([...foldText(plain)]).toHaveLength([...plain].length);
  },
);

test('words are found whatever their case and accents, each once', () => {
  expect(listTextWords(foldText('Café CAFE, the café-bar of São João'))).toEqual([
    'cafe',
    'the',
    'bar',
    'of',
    'sao',
    'joao',
  ]);
});

test('letters are folded as in every search, and signs are blanks', () => {
  expect(foldText('Łódź, Hawaiʻi, Bjørn’s')).toBe('lodz  hawai i  bjorn s');
});

test('a script without blanks is found by any of its letters, and by any two', () => {
  const words = listTextWords(foldText('東京都'));
  expect(words).toEqual(['東', '京', '都', '東京', '京都']);
  expect(listSearchWords('京都').every(({ word }) => words.includes(word))).toBe(true);
  expect(listSearchWords('都東').every(({ word }) => words.includes(word))).toBe(false);
});

test('the words of a text and of a search are bounded', () => {
  const many = Array.from({ length: 300 }, (_, n) => `word${n}`).join(' ');
  expect(listTextWords(many, 100).join('').length).toBeLessThanOrEqual(100);
  expect(listSearchWords(many)).toHaveLength(maxSearchWords);
  expect(listTextWords('x'.repeat(5_000))).toEqual(['x'.repeat(64)]);
  expect(listSearchWords('x'.repeat(5_000))).toEqual([{ word: 'x'.repeat(64), isBeginning: true }]);
});

test('a letter that a mark makes another one is found by either, as in the texts that are kept already', () => {
  expect(foldText('がっこう プ')).toBe('かっこう フ');
});

test('a single letter is no beginning of a word, and signs are no words', () => {
  expect(listSearchWords('a Bud')).toEqual([
    { word: 'a', isBeginning: false },
    { word: 'bud', isBeginning: true },
  ]);
  expect(listSearchWords("100% _ \\ ' :* & |")).toEqual([{ word: '100', isBeginning: true }]);
});

test('what was found is marked where a word begins, and the text stays what it is', () => {
  const text = 'Rebudget: the <b>BÜDGETS</b> of 東京都';
  const marked = markWords(text, 'budget 京都');
  expect(marked.map((piece) => piece.text).join('')).toBe(text);
  expect(marked.filter(({ isFound }) => isFound).map((piece) => piece.text)).toEqual([
    'BÜDGET',
    '京都',
  ]);
});

test('an excerpt cuts no word in two and shows where there is more', () => {
  const cut = (isStart: boolean, isEnd: boolean) => toExcerpt('ne two thr', { isStart, isEnd });
  expect(cut(true, true)).toBe('ne two thr');
  expect(cut(false, true)).toBe('… two thr');
  expect(cut(true, false)).toBe('ne two …');
  expect(cut(false, false)).toBe('… two …');
  // Without blanks, such as an address that is too long to leave out.
  expect(toExcerpt('x'.repeat(99), { isStart: false, isEnd: false })).toBe(`${'x'.repeat(99)} …`);
});
