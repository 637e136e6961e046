/** Finds the expense that a new one may repeat, because two people who were there may both log it. */
import { instantToDay } from '#kit/day.ts';
import { call } from '#web/api/call.ts';
import { expenseCalls } from '../../contract.ts';
import type { ExpenseFields, ListedExpense } from '../../expense.ts';
import { listPayerIds } from '../../payers.ts';

/** An expense of the same day and amount by the same payers, whatever its title. */
export async function findTwin(
  fields: ExpenseFields,
  zone: string,
): Promise<ListedExpense | undefined> {
  const day = instantToDay(fields.expenseDate, zone);
  const query = { from: day, to: day, take: 200, corrections: 'current' as const };
  const { expenses } = await call(expenseCalls.list, { query });
  return expenses.items.find((each) => isTwin(each, fields));
}

function isTwin(known: ListedExpense, fields: ExpenseFields): boolean {
  const payers = new Set<string>(listPayerIds(known));
  const others = listPayerIds(fields);
  return (
    known.status !== 'deleted' &&
    known.amount === fields.amount &&
    payers.size === others.length &&
    others.every((id) => payers.has(id))
  );
}
