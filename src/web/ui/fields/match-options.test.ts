import { expect, test } from 'vitest';
import { findMatches, isInFull, matchesWords } from './match-options.ts';

test.each([
  ['Diego Álvarez', 'die', true],
  ['Diego Álvarez', 'alv', true],
  ['Diego Álvarez', 'al di', true],
  ['Diego Álvarez', ' ', true],
  ['Diego Álvarez', 'ego', false],
  ['Diego Álvarez', 'diego chen', false],
  ["Zoë O'Neil-Strand (you)", 'strand', true],
  ["Zoë O'Neil-Strand (you)", 'ZOE N', true],
  ['प्रिया शर्मा', 'प्रिया', true],
  ['पवन रमेश यादव', 'प्रिया', false],
])('%j is found by %j: %j', (label, query, isFound) => {
  expect(matchesWords(label, query)).toBe(isFound);
});

test.each([
  ['wei', ['Wei Chen', 'Daniel Weiss', 'Weiwei Li']],
  ['wei c', ['Wei Chen']],
  ['chen', ['Wei Chen', 'Maya Chen', 'Amy Chenoweth']],
  ['', ['Daniel Weiss', 'Wei Chen', 'Maya Chen', 'Weiwei Li', 'Amy Chenoweth']],
  ['zzz', []],
  ['.', []],
])('%j finds a word in full before a part of one', (query, expected) => {
  const people = ['Daniel Weiss', 'Wei Chen', 'Maya Chen', 'Weiwei Li', 'Amy Chenoweth'];
  const found = findMatches(
    people.map((label) => ({ label })),
    query,
  );
  expect(found.map(({ label }) => label)).toEqual(expected);
});

test('a name typed in full comes before a longer one with the same words', () => {
  const people = [{ label: 'Ana Maria Garcia' }, { label: 'Maria Garcia (you)' }];
  expect(findMatches(people, 'maria garcia')[0]).toEqual({ label: 'Maria Garcia (you)' });
});

test.each([
  ['Diego Álvarez', 'diego alvarez', true],
  ['Diego Álvarez', 'Diego', false],
  ['Maya Chen (you)', 'maya chen', true],
  ['Maya Chen (you)', 'Maya Chen (you)', true],
  ['Maya Chen (you)', 'you', false],
  ['Maya Chen', '.', false],
])('%j is typed in full by %j: %j', (label, text, isFull) => {
  expect(isInFull(label, text)).toBe(isFull);
});
