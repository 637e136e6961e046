import { formatCsv } from '#kit/csv.ts';
import { instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Currency, centsToText } from '#kit/money.ts';
import type { ListedTransaction } from './contract.ts';
import { fieldLabels, furtherFields } from './entered-fields.ts';

/**
 * A wallet's transactions as CSV in the order of the list, with their days in the chapter's zone. The
 * balance is blank where the list has none.
 */
export function transactionsCsv(
  transactions: readonly ListedTransaction[],
  {
    currency,
    userName,
    zone,
  }: {
    readonly currency: Currency;
    readonly userName: (userId: Id<'member'>) => string;
    readonly zone: string;
  },
): string {
  return formatCsv([
    [
      'Day',
      'Description',
      'User',
      `Amount (${currency})`,
      `Balance (${currency})`,
      ...furtherFields.map((field) => fieldLabels[field]),
      'Origin',
      'Metadata',
      'ID',
      'User ID',
    ],
    ...transactions.map((transaction) => [
      instantToDay(transaction.date, zone),
      transaction.description,
      userName(transaction.userId),
      centsToText(transaction.amount),
      transaction.balanceAfter === null ? '' : centsToText(transaction.balanceAfter),
      ...furtherFields.map((field) => String(transaction[field] ?? '')),
      transaction.origin,
      transaction.metadataJson === '{}' ? '' : transaction.metadataJson,
      transaction.id,
      transaction.userId,
    ]),
  ]);
}
