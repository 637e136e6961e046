import { expect, test } from 'vitest';
import { membersSearch } from './search.ts';

test('a search is text even if it looks like a number', () => {
  expect(membersSearch({ q: 'chen', focus: 'search' })).toEqual({ q: 'chen', focus: 'search' });
  expect(membersSearch({ q: 619 })).toEqual({ q: '619' });
  expect(membersSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200);
});

test('unknown sort orders are ignored and sorting by name is the default', () => {
  expect(membersSearch({ sort: 'company' })).toEqual({ sort: 'company' });
  for (const sort of ['name', 'email', 7, ['city']]) expect(membersSearch({ sort })).toEqual({});
});

test('invalid values in an address are ignored', () => {
  expect(membersSearch({ q: ['a'], focus: true, dialog: 'delete', page: 2 })).toEqual({});
  expect(membersSearch({ q: '' })).toEqual({});
});
