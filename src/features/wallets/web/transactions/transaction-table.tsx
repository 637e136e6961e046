import { ReceiptCount } from '#features/files/web/shared/receipt-count.tsx';
import type { Currency } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { beforeStickyActions, stickyActions } from '#web/ui/sticky-actions.ts';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import type { ListedTransaction, Transaction, TransactionSort } from '../../contract.ts';
import { describeFurther } from '../../entered-fields.ts';
import { getTransactionType } from '../../transaction.ts';
import { type ChangeOrder, getAriaSort, nextOrder, type Order } from '../sorting.ts';
import { Amount } from './amount.tsx';
import { DebitState } from './debit-state.tsx';
import { TransactionActions, type TransactionHandlers } from './transaction-actions.tsx';

export type TransactionTableProps = {
  transactions: readonly ListedTransaction[];
  /** Undefined if it could not be loaded. */
  currency: Currency | undefined;
  zone: string;
  handlers: TransactionHandlers;
};

type SortedProps = {
  order: Order<TransactionSort>;
  onSort: (change: ChangeOrder<TransactionSort>) => void;
};

export function TransactionTable({
  transactions,
  currency,
  zone,
  handlers,
  order,
  onSort,
}: TransactionTableProps & SortedProps) {
  const sortBy = (column: TransactionSort) => ({
    sort: getAriaSort(order, column),
    onSort: () => onSort((current) => nextOrder(current, column)),
  });
  // Running balances exist only in chronological order.
  const hasBalance = transactions.some(({ balanceAfter }) => balanceAfter !== null);
  return (
    <Table label="Transactions" isDense minWidth={hasBalance ? 1000 : 880}>
      <thead>
        <tr>
          <Th isSticky {...sortBy('description')}>
            Description
          </Th>
          <Th {...sortBy('date')}>Date</Th>
          <Th {...sortBy('type')}>Type</Th>
          <Th {...sortBy('reference')}>Reference</Th>
          <Th
            isNumeric
            className={hasBalance ? undefined : beforeStickyActions}
            {...sortBy('amount')}
          >
            Amount
          </Th>
          {hasBalance && (
            <Th isNumeric className={beforeStickyActions}>
              Balance
            </Th>
          )}
          <Th isNumeric className={stickyActions}>
            Actions
          </Th>
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <Tr key={transaction.id}>
            <Td isHeader isSticky>
              <span className="block wrap-anywhere">
                <TransactionDescription transaction={transaction} />
              </span>
              <span className="flex flex-wrap gap-x-2 text-xs font-normal text-third">
                <span>
                  <DebitState transaction={transaction} currency={currency} />
                </span>
                <ReceiptCount count={transaction.receiptCount} />
              </span>
            </Td>
            <Td className="whitespace-nowrap text-second">
              <DateText at={transaction.date} zone={zone} format="dateTime" />
            </Td>
            <Td>
              <TransactionTypeBadge transaction={transaction} />
            </Td>
            <Td className="text-second">
              <span
                className="line-clamp-3 max-w-48 min-w-24 wrap-anywhere"
                title={describeFurther(transaction)}
              >
                {describeFurther(transaction) || '-'}
              </span>
            </Td>
            <Td isNumeric className={hasBalance ? 'w-36' : `w-36 ${beforeStickyActions}`}>
              <Amount
                cents={transaction.amount}
                currency={currency}
                isSigned
                className="font-medium"
              />
            </Td>
            {hasBalance && (
              <Td isNumeric className={`${beforeStickyActions} text-second`}>
                {transaction.balanceAfter !== null && (
                  <Amount cents={transaction.balanceAfter} currency={currency} />
                )}
              </Td>
            )}
            <Td isNumeric className={stickyActions}>
              <TransactionActions transaction={transaction} handlers={handlers} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Links a settlement's transaction to its expense, and a payment's to those who may see it. */
export function TransactionDescription({ transaction }: { transaction: Transaction }) {
  const { me } = useSession();
  const { description, expenseId, paymentId, userId } = transaction;
  const link = { className: 'text-ink! underline decoration-line', children: description };
  if (expenseId !== null) {
    return <TextLink to="/expenses" search={{ expense: expenseId }} {...link} />;
  }
  if (paymentId !== null && (userId === me.memberId || me.role !== 'member')) {
    return <TextLink to="/payments" search={{ payment: paymentId }} {...link} />;
  }
  return description;
}

function TransactionTypeBadge({ transaction }: { transaction: Transaction }) {
  const type = getTransactionType(transaction.amount);
  return <Badge className="capitalize">{type}</Badge>;
}
