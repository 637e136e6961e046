import { formatCsv } from '#kit/csv.ts';
import { instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, centsToText } from '#kit/money.ts';
import type { ListedExpense } from './expense.ts';
import { listPayerIds, listPayers } from './payers.ts';

/**
 * Expenses as CSV in the order of the list, with their days in the chapter's zone. It has all that balances are
 * made of: of the open ones, what each person gets back less their share.
 */
export function expensesCsv(
  expenses: readonly ListedExpense[],
  names: ReadonlyMap<Id<'member'>, string>,
  zone: string,
): string {
  const nameOf = nameApart(names);
  const amountsOf = (parts: readonly (readonly [person: Id<'member'>, amount: Cents])[]) =>
    parts.map(([person, amount]) => `${nameOf(person)}: ${centsToText(amount)}`).join('; ');
  return formatCsv([
    [
      'Day',
      'Title',
      'Category',
      'Amount (USD)',
      'Paid By',
      'Count',
      'Shares',
      'Status',
      'ID',
      'Paid',
      'Gets Back',
      'Original Amount',
      'Original Currency',
      'Rate',
      'Even Split',
      'Settles',
      'Group Total',
      'Settled',
      'Description',
      'Corrects',
      'Replaces',
      'Money Back For',
    ],
    ...expenses.map((expense) => [
      instantToDay(expense.expenseDate, zone),
      expense.title,
      expense.category,
      centsToText(expense.amount),
      listPayerIds(expense).map(nameOf).join('; '),
      String(expense.participants.length),
      amountsOf(
        expense.participantBreakdowns.map((share) => [share.participantId, share.amountOwed]),
      ),
      expense.status,
      expense.id,
      amountsOf(listPayers(expense).map(({ memberId, amountPaid }) => [memberId, amountPaid])),
      amountsOf(expense.payerCredits.map(({ memberId, amount }) => [memberId, amount])),
      expense.original ? centsToText(expense.original.amount) : '',
      expense.original?.currency ?? '',
      expense.original?.rate ?? '',
      expense.isEvenSplit ? 'yes' : '',
      expense.useWalletTransactions ? 'wallets' : 'outside',
      expense.isExcludedFromGroupTotals ? 'excluded' : '',
      expense.status === 'settled' ? instantToDay(expense.settledAt, zone) : '',
      expense.description,
      expense.correctsId ?? '',
      expense.replacesId ?? '',
      expense.moneyBackForId ?? '',
    ]),
  ]);
}

/** Two people of one name have their ids with it, and no name has what stands between two. */
function nameApart(names: ReadonlyMap<Id<'member'>, string>): (person: Id<'member'>) => string {
  const counts = Map.groupBy(names.values(), (name) => name);
  return (person) => {
    const name = names.get(person);
    if (name === undefined) return person;
    const isShared = (counts.get(name)?.length ?? 0) > 1;
    return `${name.replaceAll(';', ',')}${isShared ? ` (${person})` : ''}`;
  };
}
