import { expect, test } from 'vitest';
import type { Instant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { ListedExpense } from '../../expense.ts';
import { groupByDay, takeRows } from './day-groups.ts';

const toExpense = (expenseDate: string, amount: number) =>
  ({ expenseDate: expenseDate as Instant, amount: cents(amount) }) as ListedExpense;

const zone = 'America/Los_Angeles';
// The first two are the same day in Los Angeles, but not in UTC.
const expenses = [
  toExpense('2026-11-15T05:00:00.000Z', 1_000),
  toExpense('2026-11-14T20:00:00.000Z', 250),
  toExpense('2026-11-13T20:00:00.000Z', 1),
];

test('a list by date is grouped by the days of the chapter, each with its sum', () => {
  expect(
    groupByDay(expenses, zone, true).map((group) => [
      group.day,
      group.expenses.length,
      group.subtotal,
    ]),
  ).toEqual([
    ['2026-11-14', 2, 1_250],
    ['2026-11-13', 1, 1],
  ]);
});

test('an expense that was only reversed adds nothing to its day, a replaced one its amount', () => {
  const [first, second] = expenses as [ListedExpense, ListedExpense];
  const reversed = { ...first, correctedById: testId<'expense'>('reversal') } as ListedExpense;
  const replaced = { ...reversed, replacedById: testId<'expense'>('new') } as ListedExpense;
  const subtotals = (...list: ListedExpense[]) =>
    groupByDay(list, zone, true).map(({ subtotal }) => subtotal);
  expect(subtotals(reversed, second)).toEqual([250]);
  expect(subtotals(replaced, second)).toEqual([1_250]);
});

test('a list in another order is one group without a day', () => {
  expect(groupByDay(expenses, zone, false)).toEqual([
    { day: undefined, expenses, subtotal: 1_251 },
  ]);
  expect(groupByDay([], zone, false)).toEqual([]);
});

test('the first rows of a list are under the sums of whole days', () => {
  const groups = groupByDay(expenses, zone, true);
  const taken = (count: number) =>
    takeRows(groups, count).map((group) => [group.expenses.length, group.subtotal]);
  expect(taken(1)).toEqual([[1, 1_250]]);
  expect(taken(3)).toEqual([
    [2, 1_250],
    [1, 1],
  ]);
});
