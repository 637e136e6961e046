import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { joinNames, putFirst, shortNames } from './people.ts';

const toPeople = (...names: string[]) =>
  names.map((name, index) => ({ id: testId<'member'>(`p${index}`), name }));
const shorten = (...names: string[]) => [...shortNames(toPeople(...names)).values()];

test('a unique first name is used alone', () => {
  expect(shorten('Maya Chen', 'Diego Alvarez')).toEqual(['Maya', 'Diego']);
});

test('people with the same first name get the shortest distinct names', () => {
  expect(new Set(shorten('Maya Chen', 'Maya Rao', 'Tom B'))).toEqual(
    new Set(['Maya C.', 'Maya R.', 'Tom']),
  );
  expect(new Set(shorten('Maya Chen', 'Maya Cole'))).toEqual(new Set(['Maya Chen', 'Maya Cole']));
  expect(new Set(shorten('Maya Chen', 'Maya Chen'))).toEqual(
    new Set(['Maya Chen', 'Maya Chen (2)']),
  );
  expect(new Set(shorten('Maya', 'Maya Chen'))).toEqual(new Set(['Maya', 'Maya C.']));
});

test('no two people in a list get the same short name', () => {
  const names = ['Al', 'Al', 'Al B', 'Al Bo', 'Al  Bo', 'Bo', 'Élan Ö', 'Élan Ö', 'Élan P'];
  expect(new Set(shorten(...names)).size).toBe(names.length);
});

test('the given person is first and the others keep their order', () => {
  const people = toPeople('A', 'B', 'C');
  expect(putFirst(people, testId('p2')).map((person) => person.name)).toEqual(['C', 'A', 'B']);
  expect(putFirst(people, testId('nobody'))).toEqual(people);
});

test('a long list of names is shortened to a count', () => {
  expect(joinNames(['A'])).toBe('A');
  expect(joinNames(['A', 'B', 'C'])).toBe('A, B and C');
  expect(joinNames(['A', 'B', 'C', 'D'])).toBe('A, B and 2 others');
});
