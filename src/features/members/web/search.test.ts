import { expect, test } from 'vitest';
import { membersSearch } from './search.ts';

test('what is searched for is text, even when it reads as a number', () => {
  expect(membersSearch({ q: 'chen', focus: 'search' })).toEqual({ q: 'chen', focus: 'search' });
  expect(membersSearch({ q: 619 })).toEqual({ q: '619' });
  expect(membersSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200);
});

test('a sort is one that there is; by name is what there is without', () => {
  expect(membersSearch({ sort: 'company' })).toEqual({ sort: 'company' });
  for (const sort of ['name', 'email', 7, ['city']]) expect(membersSearch({ sort })).toEqual({});
});

test('everything else in the address is left out, and never an error', () => {
  expect(membersSearch({ q: ['a'], focus: true, dialog: 'delete', page: 2 })).toEqual({});
  expect(membersSearch({ q: '' })).toEqual({});
});
