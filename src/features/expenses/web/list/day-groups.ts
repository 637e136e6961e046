import { type Day, instantToDay } from '#kit/day.ts';
import { type Cents, sumCents } from '#kit/money.ts';
import type { ListedExpense } from '../../expense.ts';
import { isTakenBack } from './status-word.ts';

export type DayGroup = {
  /** Undefined if the list is not sorted by date. */
  readonly day: Day | undefined;
  readonly expenses: readonly ListedExpense[];
  /** The sum of these expenses; one that was reversed adds nothing. */
  readonly subtotal: Cents;
};

/** Groups a list that is sorted by date by its days. A list in another order is one group. */
export function groupByDay(
  expenses: readonly ListedExpense[],
  zone: string,
  isByDate: boolean,
): DayGroup[] {
  const groups = new Map<Day | undefined, ListedExpense[]>();
  for (const expense of expenses) {
    const day = isByDate ? instantToDay(expense.expenseDate, zone) : undefined;
    const group = groups.get(day);
    if (group) group.push(expense);
    else groups.set(day, [expense]);
  }
  return [...groups].map(([day, shown]) => ({
    day,
    expenses: shown,
    subtotal: sumCents(shown.filter((each) => !isTakenBack(each)).map(({ amount }) => amount)),
  }));
}

/** The first rows of groups, under the subtotals of all of theirs. */
export function takeRows(groups: readonly DayGroup[], count: number): DayGroup[] {
  let left = count;
  return groups.flatMap((group) => {
    const expenses = group.expenses.slice(0, left);
    left -= expenses.length;
    return expenses.length > 0 ? [{ ...group, expenses }] : [];
  });
}
