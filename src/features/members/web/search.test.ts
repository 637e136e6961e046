import { expect, test } from 'vitest';
import { parseMembersSearch } from './search.ts';

test('a search is kept, as long as it may be', () => {
  expect(parseMembersSearch({ q: 'chen', initial: 'C', focus: 'search' })).toEqual({
    q: 'chen',
    initial: 'C',
    focus: 'search',
  });
  expect(parseMembersSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200);
});

test('unknown sort orders are ignored and sorting by name is the default', () => {
  expect(parseMembersSearch({ sort: 'company' })).toEqual({ sort: 'company' });
  for (const sort of ['name', 'email', 7, ['city']])
    expect(parseMembersSearch({ sort })).toEqual({});
});

test('invalid values in an address are ignored', () => {
  expect(
    parseMembersSearch({ q: ['a'], initial: 'ä', focus: true, dialog: 'delete', page: 2 }),
  ).toEqual({});
  expect(parseMembersSearch({ q: '' })).toEqual({});
});

test('the form of a group names the group, and only that form does', () => {
  const group = '01890000-0000-7000-8000-000000000001';
  expect(parseMembersSearch({ dialog: 'group', group })).toEqual({ dialog: 'group', group });
  expect(parseMembersSearch({ dialog: 'group', group: 7 })).toEqual({ dialog: 'group' });
  expect(parseMembersSearch({ dialog: 'groups', group })).toEqual({ dialog: 'groups' });
});
