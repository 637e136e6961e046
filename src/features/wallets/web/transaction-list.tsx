import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import {
  TransactionDescription,
  type TransactionTableProps,
  TransactionTypeBadge,
} from './transaction-table.tsx';

/** The transactions on a phone. */
export function TransactionList({ transactions, currency, zone }: TransactionTableProps) {
  return (
    <ul aria-label="Transactions" className="divide-y divide-soft">
      {transactions.map((transaction) => (
        <li key={transaction.id} className="px-4 py-3.5">
          <div className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 font-medium wrap-anywhere">
              <TransactionDescription transaction={transaction} />
            </span>
            <Money
              cents={transaction.amount}
              currency={currency}
              isSigned
              tone="balance"
              className="font-medium"
            />
          </div>
          <div className="mt-1 flex items-center justify-between gap-4 text-xs text-third">
            <span className="min-w-0 wrap-anywhere">
              <DateText at={transaction.date} zone={zone} format="dateTime" />
              {transaction.referenceId && ` · ${transaction.referenceId}`}
            </span>
            <TransactionTypeBadge transaction={transaction} />
          </div>
        </li>
      ))}
    </ul>
  );
}
