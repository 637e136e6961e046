import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Instant } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { computeBalances } from './balances.ts';
import type { ListedExpense } from './expense.ts';
import { expensesCsv } from './expenses-csv.ts';
import type { Rate } from './original.ts';
import { person, randomExpense, runs, timeout } from './testing/random-expense.ts';

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
    payerCredits: [{ memberId: ada, amount: cents(911) }],
    original: { currency: 'EUR', amount: cents(19_99), rate: '0.87' as Rate },
    description: 'With wine',
    useWalletTransactions: true,
    isEvenSplit: false,
    isExcludedFromGroupTotals: true,
    status: 'open',
  } as Partial<ListedExpense> as ListedExpense;
  const names = new Map([[ada, 'Ada Lovelace']]);
  const [, line] = expensesCsv([expense], names, 'America/Los_Angeles').split('\r\n');
  expect(line).toBe(
    `2026-11-14,"'=Dinner, late",Food,12345678.90,Ada Lovelace,2,"Ada Lovelace: 6172839.45; ${grace}: 6172839.45",open,${expense.id},Ada Lovelace: 12345678.90,Ada Lovelace: 9.11,19.99,EUR,0.87,,wallets,excluded,,With wine,,,`,
  );
});

test('every balance can be computed from the file alone', { timeout }, () => {
  const names = new Map(Array.from({ length: 10 }, (_, n) => [person(n), `Ann; Lee ${n % 8}: Jr`]));
  fc.assert(
    fc.property(fc.array(randomExpense, { maxLength: 8 }), (expenses) => {
      const ids = new Map(expenses.map((expense) => [expense.id, expense]));
      const text = expensesCsv([...ids.values()], names, 'America/Los_Angeles');
      const rows: Record<string, string>[] = parse(text, { columns: true });
      const balances = new Map<string, number>();
      const add = (parts: string, sign: number) => {
        for (const part of parts.split('; ').filter(Boolean)) {
          const [, who = '', amount = ''] = /^(.*): (-?[\d.]+)$/.exec(part) ?? [];
          const known = balances.get(who) ?? 0;
          balances.set(who, known + sign * Math.round(Number(amount) * 100));
        }
      };
      for (const row of rows) {
        add(row['Gets Back'] ?? '', 1);
        add(row['Shares'] ?? '', -1);
      }
      const { members } = computeBalances(ids.values());
      expect([...balances.values()].toSorted((a, b) => a - b)).toEqual(
        [...members.values()].toSorted((a, b) => a - b),
      );
      expect(balances.size).toBe(members.size);
    }),
    { numRuns: Math.ceil(runs / 10) },
  );
});
