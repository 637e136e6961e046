import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { shortNames, withFirst } from './people.ts';

const named = (...names: string[]) =>
  names.map((name, index) => ({ id: testId<'member'>(`p${index}`), name }));
const short = (...names: string[]) => [...shortNames(named(...names)).values()];

test('a first name stands alone while nobody else has it', () => {
  expect(short('Maya Chen', 'Diego Alvarez')).toEqual(['Maya', 'Diego']);
});

test('people with the same first name are told apart, whatever it takes', () => {
  expect(new Set(short('Maya Chen', 'Maya Rao', 'Tom B'))).toEqual(
    new Set(['Maya C.', 'Maya R.', 'Tom']),
  );
  expect(new Set(short('Maya Chen', 'Maya Cole'))).toEqual(new Set(['Maya Chen', 'Maya Cole']));
  expect(new Set(short('Maya Chen', 'Maya Chen'))).toEqual(new Set(['Maya Chen', 'Maya Chen (2)']));
  expect(new Set(short('Maya', 'Maya Chen'))).toEqual(new Set(['Maya', 'Maya C.']));
});

test('no two people of a list ever get the same short name', () => {
  const names = ['Al', 'Al', 'Al B', 'Al Bo', 'Al  Bo', 'Bo', 'Élan Ö', 'Élan Ö', 'Élan P'];
  expect(new Set(short(...names)).size).toBe(names.length);
});

test('the one who looks comes first, the others keep their order', () => {
  const people = named('A', 'B', 'C');
  expect(withFirst(people, testId('p2')).map((person) => person.name)).toEqual(['C', 'A', 'B']);
  expect(withFirst(people, testId('nobody'))).toEqual(people);
});
