import type { Currency } from '#kit/money.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
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
            <Td className="max-w-48 wrap-anywhere text-second">{transaction.referenceId || '-'}</Td>
            <Td className="wrap-anywhere">{transaction.description}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

export function TransactionTypeBadge({ transaction }: { transaction: Transaction }) {
  const type = transactionTypeOf(transaction.amount);
  return <Badge tone={type === 'credit' ? 'owed' : 'outline'}>{type}</Badge>;
}
