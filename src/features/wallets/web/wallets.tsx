import { useQuery, useQueryClient } from '@tanstack/react-query';
import { WalletCards } from 'lucide-react';
import { useSession } from '#web/session.ts';
import { Aged } from '#web/ui/aged.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { walletListQuery } from './queries.ts';
import type { WalletsAddress } from './use-wallets-address.ts';
import { WalletList } from './wallet-list.tsx';
import { WalletTable } from './wallet-table.tsx';

/** The wallets of a page in all their states: a table, or on a phone a list. */
export function Wallets({ address }: { address: WalletsAddress }) {
  const { timeZone } = useSession().chapter;
  const client = useQueryClient();
  const isWide = useMedia('(width >= 40rem)');
  const { page = 1, search: searchTerm, ownerId } = address.search;
  const list = useQuery(walletListQuery({ page, searchTerm, ownerId }));
  if (list.isPending) {
    return (
      <Loading label="Loading wallets...">
        <SkeletonRows rows={8} />
      </Loading>
    );
  }
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
  if (items.length === 0) return <NoWallets address={address} />;
  return (
    <Aged isOld={list.isPlaceholderData}>
      {isWide ? (
        <WalletTable wallets={items} zone={timeZone} />
      ) : (
        <WalletList wallets={items} zone={timeZone} />
      )}
      <Pagination
        page={page}
        totalPages={totalPages}
        onPageChange={address.showPage}
        onIntent={(next) => {
          if (next < 1 || next > totalPages) return;
          void client.prefetchQuery(walletListQuery({ page: next, searchTerm, ownerId }));
        }}
        label="Pages of wallets"
        summary={`Showing ${items.length} of ${totalCount} wallets`}
      />
    </Aged>
  );
}

function NoWallets({ address }: { address: WalletsAddress }) {
  const { page, search, ownerId } = address.search;
  if (search !== undefined || ownerId !== undefined) {
    return (
      <EmptyState
        title="No wallets found matching your criteria"
        icon={<WalletCards />}
        action={<Button onClick={address.showEverything}>Show all wallets</Button>}
      >
        Search another name or choose another owner.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No wallets found"
      icon={<WalletCards />}
      action={
        page === undefined ? undefined : (
          <Button onClick={() => address.showPage(1)}>Show the first page</Button>
        )
      }
    >
      {page === undefined && 'Add one, or settle an expense with wallet transactions.'}
    </EmptyState>
  );
}
