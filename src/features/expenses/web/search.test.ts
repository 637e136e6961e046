import { expect, test } from 'vitest';
import { expensesSearch } from './search.ts';

const one = '0190a0a0-0000-7000-8000-000000000001';

const parse = (raw: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(expensesSearch(raw)).filter(([, value]) => value !== undefined),
  );

test('the address keeps page, filters, order, the open panel and the dialog', () => {
  const list = { page: 2, eventId: one, searchTerm: 'tacos', category: 'Food', status: 'deleted' };
  const people = { paidBy: one, participantId: one, from: '2026-11-01', to: '2026-11-30' };
  const receipts = { receipts: 'none' };
  const order = { sort: 'member', direction: 'asc', memberId: one };
  const open = { expense: one, dialog: 'update-override', subject: one, part: one };
  const params = { ...list, ...people, ...receipts, ...order, ...open };
  expect(parse(params)).toEqual(params);
  const panel = { panel: 'balance', member: one };
  expect(parse(panel)).toEqual(panel);
});

test('invalid parameters of the address are dropped', () => {
  const bad = { page: '0', eventId: 'all', expense: 7, dialog: 'destroy', subject: null, more: 1 };
  const filters = {
    status: 'Open',
    receipts: '0',
    sort: 'amount',
    direction: 'up',
    from: '2026-02-30',
  };
  const words = { searchTerm: '', category: 'x'.repeat(101), to: '1899-12-31' };
  expect(parse({ ...bad, ...filters, ...words, panel: {}, member: [], part: 'x' })).toEqual({});
});
