import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { WalletCards } from 'lucide-react';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { StaleContent } from '#web/ui/stale-content.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { walletListQuery } from '../queries.ts';
import { orderOf } from '../sorting.ts';
import { ListNotice } from './list-notice.tsx';
import type { WalletsAddress } from './use-wallets-address.ts';
import { WalletList } from './wallet-list.tsx';
import { WalletTable } from './wallet-table.tsx';

/** The wallets of a page in all their states: a table, or on a phone a list. */
export function Wallets({ address }: { address: WalletsAddress }) {
  const { timeZone } = useSession().chapter;
  const client = useQueryClient();
  const isWide = useMedia('(width >= 40rem)');
  const { page = 1, search: searchTerm, ownerId, sort, direction } = address.search;
  const asked = { searchTerm, ownerId, sort, direction };
  const list = useQuery(walletListQuery({ page, ...asked }));
  if (list.isPending) return <LoadingWallets />;
  if (!list.data) {
    return (
      <ErrorState
        title="Failed to fetch wallets"
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      >
        {list.error?.message}
      </ErrorState>
    );
  }
  const { items, totalCount, totalPages } = list.data;
  if (items.length === 0) {
    if (page === 1 || totalPages === 0) return <NoWallets address={address} />;
    // An old link, or the page has emptied since.
    return (
      <>
        <Navigate
          from="/wallets"
          search={(old) => ({ ...old, page: totalPages > 1 ? totalPages : undefined })}
          replace
        />
        <LoadingWallets />
      </>
    );
  }
  const shown = { wallets: items, zone: timeZone, acts: address };
  return (
    <StaleContent isStale={list.isPlaceholderData}>
      {list.isError && (
        <ListNotice
          title="Failed to fetch wallets."
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {isWide ? (
        <WalletTable
          {...shown}
          order={orderOf(address.search, 'created')}
          onSort={address.changeOrder}
        />
      ) : (
        <WalletList {...shown} />
      )}
      <Pagination
        page={page}
        totalPages={totalPages}
        onPageChange={address.changePage}
        onIntent={(next) => {
          if (next < 1 || next > totalPages) return;
          void client.prefetchQuery(walletListQuery({ page: next, ...asked }));
        }}
        label="Pages of wallets"
        summary={`Showing ${items.length} of ${totalCount} wallets`}
      />
    </StaleContent>
  );
}

function LoadingWallets() {
  return (
    <Loading label="Loading wallets...">
      <SkeletonRows rows={8} />
    </Loading>
  );
}

function NoWallets({ address }: { address: WalletsAddress }) {
  const { search, ownerId } = address.search;
  if (search !== undefined || ownerId !== undefined) {
    return (
      <EmptyState
        title="No wallets found matching your criteria"
        icon={<WalletCards />}
        action={<Button onClick={address.showEverything}>Show All Wallets</Button>}
      >
        Try another name or owner.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No wallets found" icon={<WalletCards />}>
      Add one, or settle an expense with wallet transactions.
    </EmptyState>
  );
}
