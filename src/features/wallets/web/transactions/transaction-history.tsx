import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import type { Id } from '#kit/id.ts';
import type { Currency } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { maxPrinted, PrintButton } from '#web/screen/print-button.tsx';
import { useTypedSearch } from '#web/screen/use-typed-search.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { countShown, ListView } from '#web/ui/list-view.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { readTransactions, transactionListQuery } from '../queries.ts';
import { SortSelect } from '../sort-select.tsx';
import { parseOrder } from '../sorting.ts';
import { ExportButton } from './export-button.tsx';
import { toPrintedTransactions } from './printed-transactions.ts';
import { TransactionList } from './transaction-list.tsx';
import { TransactionTable } from './transaction-table.tsx';
import type { TransactionsAddress } from './use-transactions-address.ts';

const failure = 'Failed to fetch transactions. Please try again.';

/** In less space, the last of the seven columns would be hidden. */
const roomForTable = '(width >= 60rem)';

type HistoryProps = {
  walletId: Id<'wallet'>;
  walletName: string;
  /** Undefined if the wallet's details could not be loaded. */
  currency: Currency | undefined;
  /** Amounts are not shown until the currency is known. */
  isWalletLoading: boolean;
  canWrite: boolean;
  address: TransactionsAddress;
};

/** A wallet's transactions, newest first by default. */
export function TransactionHistory(props: HistoryProps) {
  const { search, searchFor, changeOrder } = props.address;
  const isWide = useMedia(roomForTable);
  const [typed, setTyped] = useTypedSearch(search.search ?? '', searchFor);
  return (
    <Card
      title="Transaction History"
      isFlush
      actions={
        <>
          <SearchField
            value={typed}
            onValueChange={setTyped}
            placeholder="Search transactions..."
            className="min-w-0 flex-1 basis-48 sm:w-72"
          />
          {!isWide && (
            <SortSelect
              columns={{
                date: ['Newest first', 'Oldest first'],
                amount: ['Largest amount first', 'Smallest amount first'],
                type: ['Credits first', 'Debits first'],
                reference: ['Reference, A to Z', 'Reference, Z to A'],
                description: ['Description, A to Z', 'Description, Z to A'],
              }}
              order={parseOrder(search, 'date')}
              onSort={changeOrder}
            />
          )}
        </>
      }
    >
      <Transactions {...props} />
    </Card>
  );
}

function Transactions({
  walletId,
  walletName,
  currency,
  isWalletLoading,
  canWrite,
  address,
}: HistoryProps) {
  const { timeZone } = useSession().chapter;
  const client = useQueryClient();
  const isWide = useMedia(roomForTable);
  const { page = 1, search: searchTerm, sort, direction } = address.search;
  const listOptions = { walletId, searchTerm, sort, direction };
  const list = useQuery(transactionListQuery({ page, ...listOptions }));

  const printed = currency && { searchTerm, walletName, currency, zone: timeZone };
  if (isWalletLoading) return <LoadingTransactions />;
  return (
    <ListView
      query={list}
      page={page}
      getPage={(data) => data}
      loading={<LoadingTransactions />}
      failure={failure}
      empty={
        <NoTransactions isNarrowed={searchTerm !== undefined} onShowAll={address.showEverything} />
      }
      onPageChange={address.changePage}
      onPageIntent={(next) =>
        void client.prefetchQuery(transactionListQuery({ page: next, ...listOptions }))
      }
      label="Pages of transactions"
      summary={countShown('transaction')}
      summaryEnd={
        printed && (
          <>
            <ExportButton list={listOptions} currency={printed.currency} />
            <PrintButton
              read={async () =>
                toPrintedTransactions(await readTransactions(listOptions, maxPrinted), printed)
              }
              shown={() =>
                list.data && !list.isPlaceholderData
                  ? toPrintedTransactions(list.data, printed)
                  : undefined
              }
            />
          </>
        )
      }
      hasSummaryAlways
    >
      {({ items }) => {
        const handlers = { openDialog: address.openDialog, canWrite };
        const shown = { transactions: items, currency, zone: timeZone, handlers };
        return isWide ? (
          <TransactionTable
            {...shown}
            order={parseOrder(address.search, 'date')}
            onSort={address.changeOrder}
          />
        ) : (
          <TransactionList {...shown} />
        );
      }}
    </ListView>
  );
}

function LoadingTransactions() {
  return <LoadingRows label="Loading transactions..." rows={5} />;
}

function NoTransactions({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
  return (
    <EmptyState
      title="No transactions found"
      icon={<ArrowLeftRight />}
      action={isNarrowed && <Button onClick={onShowAll}>Show All Transactions</Button>}
    >
      {isNarrowed
        ? 'No transactions match your search.'
        : 'Add one, or settle an expense with wallet transactions.'}
    </EmptyState>
  );
}
