import { useQueryClient } from '@tanstack/react-query';
import { membersQuery } from '#features/members/web/queries.ts';
import type { Currency } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { CsvButton } from '#web/screen/csv-button.tsx';
import { maxExported } from '#web/screen/csv-export.ts';
import { transactionsCsv } from '../../transactions-csv.ts';
import { formatFullName } from '../format-full-name.ts';
import { readTransactions, type TransactionList } from '../queries.ts';

/** Exports all of a wallet's transactions that the search finds. */
export function ExportButton({
  list,
  currency,
}: {
  list: Omit<TransactionList, 'page'>;
  currency: Currency;
}) {
  const { chapter } = useSession();
  const client = useQueryClient();
  const read = async () => {
    const [members, { items, isComplete }] = await Promise.all([
      client.ensureQueryData(membersQuery),
      readTransactions(list, maxExported),
    ]);
    const names = new Map(members.items.map((member) => [member.id, formatFullName(member)]));
    const text = transactionsCsv(items, {
      currency,
      userName: (userId) => names.get(userId) ?? 'A former member',
      zone: chapter.timeZone,
    });
    return { text, count: items.length, isComplete };
  };
  return <CsvButton fileName="Transactions.csv" noun="transaction" read={read} />;
}
