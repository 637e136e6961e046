import { expect, test } from 'vitest';
import { expensesSearch } from './search.ts';

const one = '0190a0a0-0000-7000-8000-000000000001';

const meant = (raw: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(expensesSearch(raw)).filter(([, value]) => value !== undefined),
  );

test('an address names page, filters, order, the open panel and the dialog about another', () => {
  const list = { page: 2, eventId: one, searchTerm: 'tacos', category: 'Food', status: 'deleted' };
  const people = { paidBy: one, participantId: one, from: '2026-11-01', to: '2026-11-30' };
  const order = { sort: 'member', direction: 'asc', memberId: one };
  const open = { expense: one, dialog: 'update-override', subject: one, part: one };
  const said = { ...list, ...people, ...order, ...open };
  expect(meant(said)).toEqual(said);
  const side = { panel: 'balance', member: one };
  expect(meant(side)).toEqual(side);
});

test('what an address cannot mean is as if it were not there', () => {
  const bad = { page: '0', eventId: 'all', expense: 7, dialog: 'destroy', subject: null, more: 1 };
  const filters = { status: 'Open', sort: 'amount', direction: 'up', from: '2026-02-30' };
  const words = { searchTerm: '', category: 'x'.repeat(101), to: '1899-12-31' };
  expect(meant({ ...bad, ...filters, ...words, panel: {}, member: [], part: 'x' })).toEqual({});
});

test('what looks like a number is searched for as it was typed', () => {
  expect(meant({ searchTerm: 2026 })).toEqual({ searchTerm: '2026' });
});
