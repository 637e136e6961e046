import { expect, test } from 'vitest';
import { expensesSearch } from './search.ts';

const one = '0190a0a0-0000-7000-8000-000000000001';

test('an address names the page, the event, the open expense and the dialog about another', () => {
  const said = { page: 2, eventId: one, expense: one, dialog: 'settle', subject: one };
  expect(expensesSearch(said)).toEqual(said);
});

test('what an address cannot mean is as if it were not there', () => {
  const bad = { page: '0', eventId: 'all', expense: 7, dialog: 'destroy', subject: null, more: 1 };
  expect(Object.values(expensesSearch(bad)).filter((value) => value !== undefined)).toEqual([]);
});
