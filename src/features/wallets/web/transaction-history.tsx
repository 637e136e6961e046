import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import type { Id } from '#kit/id.ts';
import type { Currency } from '#kit/money.ts';
import { useSession } from '#web/session.ts';
import { Aged } from '#web/ui/aged.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { useTypedSearch } from '#web/use-typed-search.ts';
import { transactionListQuery } from './queries.ts';
import { TransactionList } from './transaction-list.tsx';
import { TransactionTable } from './transaction-table.tsx';

const from = '/wallets/$walletId/transactions';

type HistoryProps = {
  walletId: Id;
  /** Of the wallet; not known before its details are. */
  currency: Currency | undefined;
};

/** A wallet's transactions, newest first. */
export function TransactionHistory(props: HistoryProps) {
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  const [typed, setTyped] = useTypedSearch(search.search ?? '', (text) => {
    void navigate({ search: { search: text || undefined }, replace: true });
  });
  return (
    <Card
      title="Transaction History"
      isFlush
      actions={
        <SearchField
          value={typed}
          onValueChange={setTyped}
          placeholder="Search transactions..."
          className="w-full sm:w-72"
        />
      }
    >
      <Transactions {...props} />
    </Card>
  );
}

function Transactions({ walletId, currency = 'USD' }: HistoryProps) {
  const { timeZone } = useSession().chapter;
  const client = useQueryClient();
  const navigate = useNavigate({ from });
  const isWide = useMedia('(width >= 40rem)');
  const { page = 1, search: searchTerm } = useSearch({ from });
  const list = useQuery(transactionListQuery({ walletId, page, searchTerm }));
  if (list.isPending) {
    return (
      <Loading label="Loading transactions...">
        <SkeletonRows rows={5} />
      </Loading>
    );
  }
  if (!list.data) {
    return (
      <ErrorState
        title="Failed to fetch transactions. Please try again."
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      >
        {list.error?.message}
      </ErrorState>
    );
  }
  const { items, totalCount, totalPages } = list.data;
  const showPage = (next: number) =>
    void navigate({ search: (old) => ({ ...old, page: next > 1 ? next : undefined }) });
  if (items.length === 0) {
    return <NoTransactions isNarrowed={searchTerm !== undefined || page > 1} />;
  }
  const shown = { transactions: items, currency, zone: timeZone };
  return (
    <Aged isOld={list.isPlaceholderData}>
      {isWide ? <TransactionTable {...shown} /> : <TransactionList {...shown} />}
      {totalPages > 1 && (
        <Pagination
          page={page}
          totalPages={totalPages}
          onPageChange={showPage}
          onIntent={(next) => {
            if (next < 1 || next > totalPages) return;
            void client.prefetchQuery(transactionListQuery({ walletId, page: next, searchTerm }));
          }}
          label="Pages of transactions"
          summary={`Showing ${items.length} of ${totalCount} transactions`}
        />
      )}
    </Aged>
  );
}

function NoTransactions({ isNarrowed }: { isNarrowed: boolean }) {
  const navigate = useNavigate({ from });
  return (
    <EmptyState
      title="No transactions found"
      icon={<ArrowLeftRight />}
      action={
        isNarrowed && (
          <Button onClick={() => void navigate({ search: {} })}>Show all transactions</Button>
        )
      }
    >
      {isNarrowed
        ? 'Nothing here matches what was asked for.'
        : 'Settled expenses and entries of the treasurer appear here.'}
    </EmptyState>
  );
}
