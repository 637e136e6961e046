/** A wallet's transactions as they stand on paper. */
import { formatShortDate } from '#kit/day.ts';
import { type Currency, formatMoney, formatSignedMoney, sumCents } from '#kit/money.ts';
import { describeExtent, type PrintedList } from '#web/screen/print-button.tsx';
import type { ListedTransaction } from '../../contract.ts';
import { describeFurther } from '../../entered-fields.ts';

type Printed = {
  readonly items: readonly ListedTransaction[];
  /** Of all that the search finds, not only of these. */
  readonly totalCount: number;
};

type Context = {
  readonly searchTerm: string | undefined;
  readonly walletName: string;
  readonly currency: Currency;
  readonly zone: string;
};

/** The sums are of the transactions on the sheet. */
export function toPrintedTransactions(
  { items: transactions, totalCount }: Printed,
  { searchTerm, walletName, currency, zone }: Context,
): PrintedList {
  const amounts = transactions.map(({ amount }) => amount);
  const credits = sumCents(amounts.filter((amount) => amount > 0));
  const debits = sumCents(amounts.filter((amount) => amount < 0));
  const extent = describeExtent('transaction', transactions.length, totalCount);
  return {
    title: `${walletName}: Transactions`,
    notes: [
      ...(searchTerm ? [`Matching "${searchTerm}"`] : []),
      `${extent}. Credits ${formatMoney(credits, currency)}, debits ${formatMoney(debits, currency)}.`,
    ],
    columns: [
      { label: 'Day' },
      { label: 'Description' },
      { label: 'Reference' },
      { label: 'Amount', isNumeric: true },
      { label: 'Balance', isNumeric: true },
    ],
    rows: transactions.map((transaction) => ({
      id: transaction.id,
      cells: [
        formatShortDate(transaction.date, zone),
        transaction.description,
        describeFurther(transaction),
        formatSignedMoney(transaction.amount, currency),
        transaction.balanceAfter === null ? '' : formatMoney(transaction.balanceAfter, currency),
      ],
    })),
  };
}
