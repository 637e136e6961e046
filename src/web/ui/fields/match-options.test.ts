import { expect, test } from 'vitest';
import { matchesWords } from './match-options.ts';

test.each([
  ['Diego Álvarez', 'die', true],
  ['Diego Álvarez', 'alv', true],
  ['Diego Álvarez', 'al di', true],
  ['Diego Álvarez', ' ', true],
  ['Diego Álvarez', 'ego', false],
  ['Diego Álvarez', 'diego chen', false],
  ["Zoë O'Neil-Strand (you)", 'strand', true],
  ["Zoë O'Neil-Strand (you)", 'ZOE N', true],
])('%j is found by %j: %j', (label, query, isFound) => {
  expect(matchesWords(label, query)).toBe(isFound);
});
