import { expect, test } from 'vitest';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { describePayer, joinNames, putFirst, shortNames, toPayerName } from './people.ts';

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

test('a payer is named, and of money back who received it', () => {
  const names = shortNames(toPeople('Ada Lovelace'));
  const [ada] = [...names.keys()];
  const paid = { paidBy: ada ?? null, payers: [], payerReimbursementType: 'Full' as const };
  const describe = (
    expense: Parameters<typeof toPayerName>[0],
    me: Id<'member'> = testId('0190a0a0-0eee-7000-8000-000000000002'),
  ) => describePayer(toPayerName(expense, names, me), expense);
  const moneyBackForId = testId<'expense'>('0190a0a0-0eee-7000-8000-000000000001');
  expect(describe(paid)).toBe('Paid by Ada');
  expect(describe(paid, ada)).toBe('Paid by you');
  expect(describe({ ...paid, paidBy: null })).toBe('Even split');
  expect(describe({ ...paid, moneyBackForId })).toBe('Received by Ada');
  const ofChapter = { ...paid, moneyBackForId, payerReimbursementType: 'None' as const };
  expect(describe(ofChapter)).toBe('Received by the chapter');
});
