import { expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { ListedExpense } from '../../../expense.ts';
import { describeFilter, describePeriod, toPrintedExpenses } from './printed-expenses.ts';

const ann = testId<'member'>('ann');
const ben = testId<'member'>('ben');

const expense = (more: Partial<ListedExpense> = {}) =>
  ({
    id: testId<'expense'>('dinner'),
    title: 'Dinner',
    category: 'Food',
    amount: cents(120_05),
    expenseDate: '2026-03-01T20:00:00.000Z',
    paidBy: ann,
    payers: [],
    participants: [ann, ben],
    eventId: null,
    status: 'settled',
    ...more,
  }) as unknown as ListedExpense;

const print = (
  expenses: readonly ListedExpense[],
  more: Partial<Parameters<typeof toPrintedExpenses>[0]> = {},
) =>
  toPrintedExpenses({
    expenses,
    totalCount: expenses.length,
    totalAmount: cents(120_05),
    people: [{ id: ann, name: 'Ann Lee' }],
    events: [],
    filter: {},
    zone: 'America/Los_Angeles',
    ...more,
  });

test('a sheet says the period, the filter, count and sum, and one that was reversed counts as zero', () => {
  const reversal = { correctedById: testId<'expense'>('reversal') };
  const filter = { category: 'Food', paidBy: ann, from: '2026-01-01', to: '2026-12-31' } as const;
  const { notes, rows } = print([expense(), expense(reversal)], { filter });
  expect(notes).toEqual([
    'Jan 1, 2026 – Dec 31, 2026',
    'Category Food · paid by Ann Lee',
    '2 expenses, $120.05',
  ]);
  expect(rows.map(({ cells }) => cells.slice(2))).toEqual([
    ['Food', 'Ann Lee', '2', 'Settled', '$120.05'],
    ['Food', 'Ann Lee', '2', 'Reversed', '$0.00'],
  ]);
});

test('a sheet names the events of its rows and of the filter', () => {
  const gala = { id: testId<'event'>('gala'), title: 'Gala' };
  const sheet = print([expense({ eventId: gala.id })], {
    events: [gala],
    filter: { eventId: gala.id },
  });
  expect(sheet.notes[1]).toBe('Event Gala');
  expect(sheet.rows[0]?.cells[1]).toBe('Dinner · Gala');
  expect(print([], { filter: { eventId: gala.id } }).notes[1]).toBe('Event that is deleted');
});

test('a sheet without all rows says which it has', () => {
  const some = [expense(), expense()];
  expect(print(some, { totalCount: 512 }).notes.at(-1)).toBe(
    '512 expenses, $120.05. On this sheet: 1–2.',
  );
  expect(print(some, { totalCount: 512, skipped: 40 }).notes.at(-1)).toBe(
    '512 expenses, $120.05. On this sheet: 41–42.',
  );
});

test('periods and filters are described in words', () => {
  expect(describePeriod({})).toBe('All time');
  expect(describePeriod({ from: '2026-01-01' })).toBe('Since Jan 1, 2026');
  expect(describePeriod({ to: '2026-01-01' })).toBe('Through Jan 1, 2026');
  expect(describePeriod({ from: '2026-01-01', to: '2026-01-01' })).toBe('Jan 1, 2026');
  const all = {
    searchTerm: 'wine',
    eventId: testId<'event'>('gala'),
    participantId: ben,
    status: 'open',
    receipts: 'none',
  } as const;
  expect(
    describeFilter(
      all,
      () => 'Ben Ode',
      () => 'Gala',
    ),
  ).toBe('Event Gala · shared by Ben Ode · status: Open · without a receipt · matching "wine"');
  expect(
    describeFilter(
      {},
      () => '',
      () => '',
    ),
  ).toBe('');
});
