import { expect, test } from 'vitest';
import type { Instant } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import type { ListedExpense } from './expense.ts';
import { expensesCsv } from './expenses-csv.ts';

const [ada, grace] = [1, 2].map((digit) =>
  toId<'member'>(`01900000-0000-7000-8000-00000000000${digit}`),
) as [Id<'member'>, Id<'member'>];

test('each expense is a line with its day in the chapter, exact amounts and shares', () => {
  const expense = {
    id: toId('01900000-0000-7000-8000-000000000003'),
    title: '=Dinner, late',
    category: 'Food',
    amount: cents(1_234_567_890),
    // Still the 14th in Los Angeles.
    expenseDate: '2026-11-15T05:00:00.000Z' as Instant,
    paidBy: ada,
    payers: [],
    participants: [ada, grace],
    participantBreakdowns: [
      { participantId: ada, amountOwed: cents(617_283_945) },
      { participantId: grace, amountOwed: cents(617_283_945) },
    ],
    status: 'open',
  } as Partial<ListedExpense> as ListedExpense;
  const names = new Map([[ada, 'Ada Lovelace']]);
  const [, line] = expensesCsv([expense], names, 'America/Los_Angeles').split('\r\n');
  expect(line).toBe(
    `2026-11-14,"'=Dinner, late",Food,12345678.90,Ada Lovelace,2,"Ada Lovelace: 6172839.45; ${grace}: 6172839.45",open,${expense.id}`,
  );
});
