import { useQueryClient } from '@tanstack/react-query';
import { membersQuery } from '#features/members/web/queries.ts';
import type { Currency } from '#kit/money.ts';
import { call } from '#web/api/call.ts';
import { readAllPages } from '#web/api/read-all-pages.ts';
import { useSession } from '#web/api/session.ts';
import { CsvButton } from '#web/screen/csv-button.tsx';
import { maxExported } from '#web/screen/csv-export.ts';
import { walletCalls } from '../../contract.ts';
import { transactionsCsv } from '../../transactions-csv.ts';
import { formatFullName } from '../format-full-name.ts';
import type { TransactionList } from '../queries.ts';

/** Exports all of a wallet's transactions that the search finds. */
export function ExportButton({
  list: { walletId, ...filter },
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
      readAllPages(maxExported, async (request) => {
        const args = { params: { walletId }, query: { ...filter, ...request } };
        return (await call(walletCalls.transactions, args)).transactions;
      }),
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
