import { ReceiptCount } from '#features/files/web/shared/receipt-count.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { describeFurther } from '../../entered-fields.ts';
import { Amount } from './amount.tsx';
import { DebitState } from './debit-state.tsx';
import { TransactionActions } from './transaction-actions.tsx';
import { TransactionDescription, type TransactionTableProps } from './transaction-table.tsx';

/** The transactions as a list, for screens too narrow for the table. */
export function TransactionList({ transactions, currency, zone, handlers }: TransactionTableProps) {
  return (
    <ul aria-label="Transactions" className="divide-y divide-soft border-t border-line">
      {transactions.map((transaction) => (
        <li key={transaction.id} className="flex items-center gap-1 py-3.5 pr-1.5 pl-4 sm:pl-5">
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 flex-1 basis-40 font-medium wrap-anywhere">
                <TransactionDescription transaction={transaction} />
              </span>
              <Amount
                cents={transaction.amount}
                currency={currency}
                isSigned
                className="ml-auto font-medium"
              />
            </div>
            <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 text-xs text-third">
              <span>
                <DateText at={transaction.date} zone={zone} format="dateTime" className="mr-2" />
                <span className="mr-2 empty:hidden">
                  <DebitState transaction={transaction} currency={currency} />
                </span>
                <ReceiptCount count={transaction.receiptCount} />
              </span>
              {transaction.balanceAfter !== null && (
                <span>
                  Balance <Amount cents={transaction.balanceAfter} currency={currency} />
                </span>
              )}
            </div>
            {/* The sign of the amount says the type, and most have no reference. */}
            {describeFurther(transaction) && (
              <p className="mt-0.5 line-clamp-3 text-xs text-third wrap-anywhere">
                {transaction.referenceId && <span className="sr-only">Reference </span>}
                {describeFurther(transaction)}
              </p>
            )}
          </div>
          <TransactionActions transaction={transaction} handlers={handlers} isMenuOnly />
        </li>
      ))}
    </ul>
  );
}
