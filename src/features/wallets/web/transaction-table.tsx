import type { Currency } from '#kit/money.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import type { Transaction } from '../contract.ts';
import { transactionTypeOf } from '../transaction.ts';

export type TransactionTableProps = {
  transactions: readonly Transaction[];
  currency: Currency;
  zone: string;
};

export function TransactionTable({ transactions, currency, zone }: TransactionTableProps) {
  return (
    <Table label="Transactions" minWidth={680}>
      <thead>
        <tr>
          <Th isNumeric>Amount</Th>
          <Th>Type</Th>
          <Th>Date</Th>
          <Th>Reference</Th>
          <Th>Description</Th>
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <Tr key={transaction.id}>
            <Td isNumeric className="w-36">
              <Money
                cents={transaction.amount}
                currency={currency}
                isSigned
                tone="balance"
                className="font-medium"
              />
            </Td>
            <Td>
              <TransactionTypeBadge transaction={transaction} />
            </Td>
            <Td className="whitespace-nowrap text-second">
              <DateText at={transaction.date} zone={zone} format="dateTime" />
            </Td>
            <Td className="text-second">
              <span className="block max-w-48 min-w-24 wrap-anywhere">
                {transaction.referenceId || '-'}
              </span>
            </Td>
            <Td>
              <span className="block min-w-40 wrap-anywhere">
                <TransactionDescription transaction={transaction} />
              </span>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** What a settlement posted leads to the expense behind it. */
export function TransactionDescription({ transaction }: { transaction: Transaction }) {
  const { description, expenseId } = transaction;
  if (expenseId === null) return description;
  return (
    <TextLink
      to="/expenses"
      search={{ expense: expenseId }}
      className="text-ink! underline decoration-line"
    >
      {description}
    </TextLink>
  );
}

export function TransactionTypeBadge({ transaction }: { transaction: Transaction }) {
  const type = transactionTypeOf(transaction.amount);
  return <Badge tone={type === 'credit' ? 'owed' : 'outline'}>{type}</Badge>;
}
