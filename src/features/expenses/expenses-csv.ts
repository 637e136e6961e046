import { formatCsv } from '#kit/csv.ts';
import { instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { centsToText } from '#kit/money.ts';
import type { ListedExpense } from './expense.ts';
import { listPayerIds } from './payers.ts';

/** Expenses as CSV in the order of the list, with their days in the chapter's zone. */
export function expensesCsv(
  expenses: readonly ListedExpense[],
  names: ReadonlyMap<Id<'member'>, string>,
  zone: string,
): string {
  const nameOf = (person: Id<'member'>) => names.get(person) ?? person;
  return formatCsv([
    ['Day', 'Title', 'Category', 'Amount (USD)', 'Paid By', 'Count', 'Shares', 'Status', 'ID'],
    ...expenses.map((expense) => [
      instantToDay(expense.expenseDate, zone),
      expense.title,
      expense.category,
      centsToText(expense.amount),
      listPayerIds(expense).map(nameOf).join('; '),
      String(expense.participants.length),
      expense.participantBreakdowns
        .map(
          ({ participantId, amountOwed }) => `${nameOf(participantId)}: ${centsToText(amountOwed)}`,
        )
        .join('; '),
      expense.status,
      expense.id,
    ]),
  ]);
}
